import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pool } from '@/lib/data/database';
import { firstPartyExperienceId, seedFirstParty } from '@/lib/domain/catalog';
import { createLobby, joinLobby, readLobby } from '@/lib/domain/lobbies';
import { abortMatch, readMatch } from '@/lib/domain/matches';
import { currentEngagement } from '@/lib/domain/seating';
import { createSession } from '@/lib/domain/sessions';
import { readEvents, startBus, stopBus } from '@/lib/events';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { useDatabase, whileRefused } from '@/lib/testing/database';
import { type AgentFixture, agentFixture } from '@/lib/testing/fixtures';
import { startProgram } from '@/lib/testing/program';
import { DEFAULT_QUEUE, fireTown, joinQueue, leaveQueue, loadTownSnapshot, readQueueStatus } from '.';

useDatabase();
useClock();
beforeAll(async () => {
  process.env.EXHIBITION = 'false';
  await Promise.all([startBus(), seedFirstParty()]);
});
afterAll(stopBus);
beforeEach(async () => {
  await pool().query('DELETE FROM werewolf_queue_entries');
  await pool().query('UPDATE werewolf_queues SET fill_at = NULL');
  await pool().query('DELETE FROM engagements');
});

const agents = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => agentFixture({ displayName: `Agent ${index + 1}` })));
const join = ({ agentId }: AgentFixture, displayName = 'Ada') =>
  joinQueue({ agent: { agentId, displayName }, queueId: DEFAULT_QUEUE });
const leave = ({ agentId }: AgentFixture) => leaveQueue({ agentId, queueId: DEFAULT_QUEUE });
const status = ({ agentId }: AgentFixture) => readQueueStatus({ agentId, queueId: DEFAULT_QUEUE });

describe('the queue', () => {
  it('makes two matches of eight different agents of sixteen racing joins', async () => {
    const players = await agents(16);
    await Promise.all(players.map((player) => join(player)));
    const places = await Promise.all(players.map(status));
    const seats = places.map(({ matchAssignment }) => matchAssignment ?? expect.fail('without a match'));
    const byMatch = new Map<string, number[]>();
    for (const { matchId, seat } of seats) byMatch.set(matchId, [...(byMatch.get(matchId) ?? []), seat]);
    expect([...byMatch.values()].map((seats) => seats.sort())).toEqual([
      [1, 2, 3, 4, 5, 6, 7, 8],
      [1, 2, 3, 4, 5, 6, 7, 8],
    ]);
    for (const matchId of byMatch.keys()) {
      const match = await readMatch(matchId);
      expect(new Set(match?.seats.map(({ agentId }) => agentId)).size).toBe(8);
      expect(match).toMatchObject({ gameId: 'werewolf', kind: 'town', status: 'active', rated: true });
    }
    expect((await loadTownSnapshot()).queue.size).toBe(0);
  });

  it('makes full matches of the joins of two processes', async () => {
    const other = startProgram('lib/domain/werewolf/testing/join-process.ts', { EXHIBITION: 'false' });
    await other.heard('ready');
    const players = await agents(16);
    await Promise.all(
      players.map(async (player, index) => {
        if (index % 2 === 0) return join(player);
        other.say(player.agentId);
        return other.heard(`${player.agentId} joined`);
      }),
    );
    other.end();
    const places = await Promise.all(players.map(status));
    const seats = places.map(({ matchAssignment }) => `${matchAssignment?.matchId} ${matchAssignment?.seat}`);
    expect(new Set(seats).size).toBe(16);
    expect(new Set(places.map(({ matchAssignment }) => matchAssignment?.matchId)).size).toBe(2);
  });

  it('is first come, first served, and answers place, size and assignment', async () => {
    const players = await agents(8);
    for (const [index, player] of players.slice(0, 7).entries()) {
      const { queue, matchAssignment } = await join(player, `Player ${index + 1}`);
      expect(queue).toMatchObject({ queueId: DEFAULT_QUEUE, position: index + 1, size: index + 1, status: 'WAITING' });
      expect(matchAssignment).toBeNull();
    }
    const { queue, matchAssignment } = await join(players[7] as AgentFixture);
    expect(queue).toMatchObject({ position: 8, size: 0, status: 'STARTING', estimatedStartSeconds: 0 });
    expect(matchAssignment).toMatchObject({ seat: 8, buildingInstanceId: expect.stringMatching(/^werewolf-\d+$/) });
    expect((await status(players[2] as AgentFixture)).matchAssignment).toEqual({ ...matchAssignment, seat: 3 });
    const match = await readMatch(matchAssignment?.matchId ?? '');
    expect(match?.seats[2]).toMatchObject({ displayName: 'Player 3', agentId: players[2]?.agentId });
  });

  it('keeps an agent where it is when it joins again, racing or in a match', async () => {
    const players = await agents(8);
    const [first] = players as [AgentFixture];
    const places = await Promise.all([join(first), join(first), join(first)]);
    expect(places.map(({ queue }) => [queue.position, queue.size])).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
    ]);
    for (const player of players.slice(1)) await join(player);
    const again = await join(first);
    expect(again).toMatchObject({ queue: { position: 1, status: 'STARTING' }, matchAssignment: { seat: 1 } });
    expect((await loadTownSnapshot()).queue.size).toBe(0);
  });

  it('lets an agent leave, once, and frees it', async () => {
    const [player] = (await agents(1)) as [AgentFixture];
    await join(player);
    expect(await leave(player)).toEqual({ removed: true, size: 0 });
    expect(await leave(player)).toEqual({ removed: false, size: 0 });
    expect(await currentEngagement(player.agentId)).toBeNull();
    expect((await status(player)).queue).toMatchObject({ position: null, size: 0, status: 'WAITING' });
  });

  it('refuses unknown queues', async () => {
    const [player] = (await agents(1)) as [AgentFixture];
    const elsewhere = { agentId: player.agentId, queueId: 'other' };
    await expect(readQueueStatus(elsewhere)).rejects.toMatchObject({ code: 'UNSUPPORTED_QUEUE' });
    await expect(leaveQueue(elsewhere)).rejects.toMatchObject({ code: 'UNSUPPORTED_QUEUE' });
  });

  it('and other experiences exclude each other: AGENT_BUSY names how to leave', async () => {
    const [waiting, playing] = (await agents(2)) as [AgentFixture, AgentFixture];
    const chess = firstPartyExperienceId('tic_tac_toe');
    await join(waiting);
    await expect(createSession({ agent: waiting.caller, experienceId: chess })).rejects.toMatchObject({
      code: 'AGENT_BUSY',
      details: { queue_id: DEFAULT_QUEUE, end_with: { tool: 'et.werewolf.queue.leave' } },
    });
    await createSession({ agent: playing.caller, experienceId: chess });
    await expect(join(playing)).rejects.toMatchObject({
      code: 'AGENT_BUSY',
      details: { end_with: { tool: 'session.end' } },
    });
    expect((await loadTownSnapshot()).queue.size).toBe(1);
  });

  it('and lobbies of the same experience exclude each other', async () => {
    const [waiting, hosting] = (await agents(2)) as [AgentFixture, AgentFixture];
    const experienceId = firstPartyExperienceId('werewolf');
    await join(waiting);
    const { game_session_id: lobbyId } = await createLobby({ agent: hosting.caller, experienceId, config: {} });
    await expect(join(hosting)).rejects.toMatchObject({
      code: 'AGENT_BUSY',
      details: { end_with: { tool: 'lobby.leave', arguments: { game_session_id: lobbyId } } },
    });
    const refusal = { code: 'AGENT_BUSY', details: { end_with: { tool: 'et.werewolf.queue.leave' } } };
    await expect(joinLobby({ agent: waiting.caller, lobbyId, role: 'player' })).rejects.toMatchObject(refusal);
    await expect(createLobby({ agent: waiting.caller, experienceId, config: {} })).rejects.toMatchObject(refusal);
  });

  it('refuses a solo session and names the tool to join', async () => {
    const [player] = (await agents(1)) as [AgentFixture];
    const experienceId = firstPartyExperienceId('werewolf');
    await expect(createSession({ agent: player.caller, experienceId })).rejects.toMatchObject({
      message: expect.stringContaining('et.werewolf.queue.join'),
    });
    expect(await currentEngagement(player.agentId)).toBeNull();
  });
});

describe('house bots', () => {
  it('take the empty seats some time after the first agent has joined, once for racing processes', async () => {
    const [first, second] = (await agents(2)) as [AgentFixture, AgentFixture];
    await join(first);
    await join(second);
    await fireTown();
    expect((await status(first)).matchAssignment).toBeNull();
    expect((await status(first)).queue.estimatedStartSeconds).toBeGreaterThan(50);
    advanceClock(61_000);
    await Promise.all([fireTown(), fireTown(), fireTown()]);
    const { matchAssignment } = await status(second);
    expect(matchAssignment).toMatchObject({ seat: 2 });
    const match = await readMatch(matchAssignment?.matchId ?? '');
    expect(match?.seats.map(({ kind }) => kind)).toEqual(['agent', 'agent', ...Array(6).fill('bot')]);
    const names = match?.seats.slice(2).map(({ displayName }) => displayName) ?? [];
    expect(new Set(names).size).toBe(6);
    expect(names.every((name) => name.endsWith('(house bot)'))).toBe(true);
  });

  it('take the seats a quarter of a minute after a person has joined, also behind an agent that waits for a minute', async () => {
    const [agent, person] = (await agents(2)) as [AgentFixture, AgentFixture];
    await pool().query("UPDATE agents SET kind = 'human' WHERE id = $1", [person.agentId]);
    await join(agent);
    advanceClock(20_000);
    expect((await status(agent)).queue.estimatedStartSeconds).toBe(40);
    await join(person);
    expect((await status(agent)).queue.estimatedStartSeconds).toBe(15);
    advanceClock(16_000);
    await fireTown();
    expect((await status(person)).matchAssignment).toMatchObject({ seat: 2 });
    expect((await status(agent)).matchAssignment).toMatchObject({ seat: 1 });
  });

  it('play while no match runs, in one match at a time', async () => {
    await pool().query("UPDATE town_buildings SET release_at = now() - interval '1 day' WHERE release_at IS NULL");
    const { env } = await import('@/lib/core/env');
    env().EXHIBITION = true;
    await Promise.all([fireTown(), fireTown(), fireTown()]);
    await fireTown();
    env().EXHIBITION = false;
    const exhibitions = (await loadTownSnapshot()).buildings.filter(({ kind }) => kind === 'exhibition');
    expect(exhibitions).toHaveLength(1);
    expect(exhibitions[0]?.players.every(({ kind }) => kind === 'bot')).toBe(true);
    await abortMatch({ matchId: exhibitions[0]?.match_id ?? '', reason: 'test' });
  });
});

describe('the town', () => {
  it('has a building at the lowest free plot for each match, until some time after its end', async () => {
    const before = new Set((await loadTownSnapshot()).buildings.map(({ plot }) => plot));
    const players = await agents(8);
    for (const player of players) await join(player);
    const own = async () =>
      (await loadTownSnapshot()).buildings.find(({ players: [one] }) => one?.agent_id === players[0]?.agentId);
    const building = (await own()) ?? expect.fail('no building');
    expect(before.has(building.plot)).toBe(false);
    expect(building).toMatchObject({
      name: `Werewolf Game #${building.number}`,
      status: 'active',
      phase: 'LOBBY',
      day_number: 0,
      players_alive: 8,
      release_at: null,
    });
    expect(building.players.every(({ revealed_role }) => revealed_role === null)).toBe(true);
    await abortMatch({ matchId: building.match_id, reason: 'test' });
    expect(await own()).toMatchObject({ status: 'cancelled', phase: 'ENDED', release_at: expect.any(String) });
    expect((await readEvents({ stream: `agent:${players[0]?.agentId}`, audiences: 'all' })).at(-1)).toMatchObject({
      type: 'match_started',
      data: { game_session_id: building.match_id, match_id: building.match_id, seat: 1 },
    });
    await expect(readLobby(building.match_id)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      details: { next: expect.stringContaining('session.list') },
    });
    expect(await currentEngagement(players[0]?.agentId ?? '')).toBeNull();
    const [waiting] = (await agents(1)) as [AgentFixture];
    await join(waiting);
    advanceClock(121_000);
    // The queue cannot start its match; the building goes nevertheless.
    const fire = () => expect(fireTown()).rejects.toThrow('refused by the test');
    await whileRefused('INSERT ON matches', "NEW.kind = 'town'", fire);
    expect(await own()).toBeUndefined();
    await leaveQueue({ agentId: waiting.agentId, queueId: DEFAULT_QUEUE });
  });
});
