import { describe, expect, test } from 'vitest';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { experienceAgentId } from '@/lib/domain/identity';
import { actInMatch, resignMatch, type StartMatch, startMatch } from '@/lib/domain/matches';
import type { WatchedEvent } from '@/lib/domain/streams';
import { useCatalog } from '@/lib/testing/catalog';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { until, useWatchServer, type WatchAnswer } from './testing/watch-server';

useCatalog();
useClock();

const { spectator } = useWatchServer();

async function match(
  gameId: string,
  omniscientDelayS: number,
  rated = false,
  more: Pick<StartMatch, 'options' | 'moveTimeS'> = {},
) {
  const experienceId = firstPartyExperienceId(gameId);
  const players = [await agentFixture(), await agentFixture()];
  const seats = players.map(({ agentId, caller: { displayName } }) => ({
    kind: 'agent' as const,
    agentId,
    experienceAgentId: experienceAgentId({ agentId, experienceId }),
    sessionId: null,
    displayName,
  }));
  return startMatch({ experienceId, gameId, kind: 'lobby', seats, rated, omniscientDelayS, ...more });
}

const play = (matchId: string, seat: number, action: unknown) => actInMatch({ matchId, seat, action });

describe('a match whose omniscient view is delayed', () => {
  const START = '00000000000000000000000000';
  const everything = (id: string, after?: string) => ({ stream: `match:${id}`, view: 'omniscient', after });
  const person = async () => spectator({ cookie: (await ownerFixture()).cookie });
  const pause = () => new Promise((resolve) => setTimeout(resolve, 150));
  const showsSecret = (value: unknown) => /"number":4|"numbers":\[4/.test(JSON.stringify(value));

  test('shows nothing hidden of the last seconds, neither in the snapshot nor in stored events', async () => {
    const { id } = await match('even_odd', 60);
    await play(id, 0, { number: 4 });
    const [fresh, again, crossing, open] = [await person(), await person(), await person(), await spectator()];
    const { cursor: newest } = await open.ask('subscribe', { stream: `match:${id}` });
    const answers = [
      await fresh.ask('subscribe', everything(id)),
      await again.ask('subscribe', everything(id, START)),
      await crossing.ask('subscribe', everything(id, newest)),
    ];
    await pause();
    expect(answers.map(({ cursor }) => cursor)).toEqual(['', START, '']);
    for (const { snapshot } of answers) expect(snapshot).toMatchObject({ view: { numbers: [null, null] } });
    expect(showsSecret(answers)).toBe(false);
    expect([...fresh.heard, ...again.heard, ...crossing.heard]).toEqual([]);

    advanceClock(61_000);
    const late = await person();
    const { snapshot } = await late.ask('subscribe', everything(id, START));
    expect(snapshot).toMatchObject({ match_id: id, status: 'active', view: { numbers: [4, null] } });
    await until(() => showsSecret(late.heard));
    expect(late.heard[0]?.type).toBe('match_started');
  });

  test('shows the position of that time, and then what came after it', async () => {
    const { id } = await match('tic_tac_toe', 5);
    await play(id, 0, 'B2');
    advanceClock(6_000);
    await play(id, 1, 'A1');
    const { ask, heard } = await person();
    const { snapshot, cursor } = await ask('subscribe', everything(id));
    expect(snapshot).toMatchObject({ ply: 1, view: { last_move: 'B2' }, cursor });
    await pause();
    expect(heard).toEqual([]);
    await resignMatch({ matchId: id, seat: 0 });
    await until(() => heard.some(({ type }) => type === 'match_ended'));
    expect(heard[0]).toMatchObject({ type: 'move_played', data: { ply: 2, view: { last_move: 'A1' } } });
  });

  test('delivers each event when it is old enough, once and in order', async () => {
    const { id } = await match('even_odd', 1);
    const [{ socket, ask, heard }, open] = [await person(), await spectator()];
    const ages: number[] = [];
    socket.on('event', ({ at }: WatchedEvent) => ages.push(Date.now() - Date.parse(at)));
    await ask('subscribe', everything(id));
    await open.ask('subscribe', { stream: `match:${id}` });
    await play(id, 0, { number: 4 });
    await until(() => open.heard.some(({ type }) => type === 'move_committed'));
    expect(showsSecret(heard)).toBe(false);
    await until(() => showsSecret(heard));
    expect(heard[0]?.type).toBe('match_started');
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(1_000);
    const ids = heard.map((event) => event.id);
    expect(ids).toEqual([...new Set(ids)].sort());
  });

  test('the end of the match delivers everything that was withheld, and nothing is withheld after it', async () => {
    const { id } = await match('even_odd', 3_600);
    const { ask, heard } = await person();
    await ask('subscribe', everything(id));
    await play(id, 0, { number: 4 });
    await pause();
    expect(heard).toEqual([]);
    await resignMatch({ matchId: id, seat: 1 });
    await until(() => heard.some(({ type }) => type === 'match_ended'));
    expect(heard[0]?.type).toBe('match_started');
    expect(showsSecret(heard)).toBe(true);
    const visitor = await spectator();
    const { snapshot } = await visitor.ask('subscribe', everything(id, START));
    expect(snapshot).toMatchObject({ status: 'completed' });
    await until(() => visitor.heard.some(({ type }) => type === 'match_ended'));
  });

  test('of Werewolf shows no role before the delay is over, under the name werewolf:<id> too', async () => {
    const gameId = 'werewolf';
    const experienceId = firstPartyExperienceId(gameId);
    const seats = Array.from({ length: 8 }, () => ({ kind: 'bot' as const, strength: 'easy' as const }));
    const { id } = await startMatch({
      experienceId,
      gameId,
      kind: 'lobby',
      seats,
      rated: false,
      omniscientDelayS: 60,
    });
    const subscription = { stream: `werewolf:${id}`, view: 'omniscient', after: START };
    const rolesIn = ({ snapshot }: WatchAnswer) =>
      (snapshot as { view: { players: { role: string | null }[] } }).view.players.map(({ role }) => role);
    const early = await person();
    expect(new Set(rolesIn(await early.ask('subscribe', subscription)))).toEqual(new Set([null]));
    await pause();
    expect(early.heard).toEqual([]);
    advanceClock(61_000);
    const late = await person();
    expect(rolesIn(await late.ask('subscribe', subscription))).toContain('WEREWOLF');
    await until(() => late.heard.some(({ type }) => type === 'MATCH_CREATED'));
  });

  test('is delayed in a rated match with hidden information by two minutes at least, and not in other matches', async () => {
    const delayOf = async (...args: Parameters<typeof match>) => (await match(...args)).omniscientDelayS;
    expect(await delayOf('even_odd', 0, true)).toBe(120);
    expect(await delayOf('sea_battle', 5, true)).toBeGreaterThanOrEqual(120);
    expect(await delayOf('even_odd', 900, true)).toBe(900);
    expect(await delayOf('even_odd', 0)).toBe(0);
    expect(await delayOf('tic_tac_toe', 0, true)).toBe(0);
  });

  test('lasts as long as a round whose choices are hidden, whatever its time limit is', async () => {
    const options = { time_limit_seconds: 600 };
    expect((await match('even_odd', 0, true, { options })).omniscientDelayS).toBe(600);
    expect((await match('blackjack', 0, true, { moveTimeS: 60 })).omniscientDelayS).toBe(32 * 60);
  });

  test('shows nothing hidden of a running round of blackjack', async () => {
    const { id } = await match('blackjack', 0, true, { moveTimeS: 20 });
    const { ask, heard } = await person();
    await ask('subscribe', everything(id));
    await play(id, 0, { bet: 10 });
    await play(id, 1, { bet: 20 });
    advanceClock(20 * 1_000 * 31);
    const late = await person();
    const answer = await late.ask('subscribe', everything(id, START));
    await pause();
    expect(JSON.stringify([answer, late.heard, heard])).not.toMatch(/bet_noted|"shoe":\[|round_dealt/);
    await resignMatch({ matchId: id, seat: 1 });
    await until(() => heard.some(({ type }) => type === 'bet_noted'));
  });

  test('is no substitute where a secret matters for more than an hour: it is shown after the end', async () => {
    const long = [
      await match('blackjack', 0, true, { moveTimeS: 300 }),
      await match('sea_battle', 0, true, { moveTimeS: 86_400 }),
    ];
    for (const { id } of long) {
      const { ask } = await person();
      const { error } = await ask('subscribe', everything(id));
      expect(error).toMatchObject({ code: 'FORBIDDEN', message: expect.stringContaining('after the end') });
      await resignMatch({ matchId: id, seat: 1 });
      expect((await ask('subscribe', everything(id))).snapshot).toMatchObject({ status: 'completed' });
    }
    const unrated = await match('sea_battle', 0, false, { moveTimeS: 86_400 });
    expect((await (await person()).ask('subscribe', everything(unrated.id))).error).toBeUndefined();
  });

  test('of a rated match tells a second account nothing under any name of its stream', async () => {
    const { id } = await match('even_odd', 0, true);
    await play(id, 0, { number: 4 });
    const stranger = await spectator();
    const second = await person();
    const doors = [`match:${id}`, `werewolf:${id}`, `records:${id}`, `seat:${id}`];
    const answers: WatchAnswer[] = [];
    for (const stream of doors) {
      for (const { ask } of [stranger, second]) {
        for (const view of ['public', 'omniscient'])
          answers.push(await ask('subscribe', { stream, view, after: START }));
      }
    }
    await pause();
    expect(showsSecret([answers, stranger.heard, second.heard])).toBe(false);
    expect(answers.flatMap(({ snapshot }) => snapshot?.omniscient_delay_s ?? [])).toContain(120);
  });

  test('of a rated Werewolf match of a queue shows no role and no secret word before a phase is over', async () => {
    const owner = await ownerFixture();
    const experienceId = firstPartyExperienceId('werewolf');
    const agents = [await agentFixture(), await agentFixture({ owner })];
    const seats = [
      ...agents.map(({ agentId, caller: { displayName } }) => ({
        kind: 'agent' as const,
        agentId,
        experienceAgentId: experienceAgentId({ agentId, experienceId }),
        sessionId: null,
        displayName,
      })),
      ...Array.from({ length: 6 }, () => ({ kind: 'bot' as const, strength: 'easy' as const })),
    ];
    const phase_ms = { DAY_DISCUSSION: 150_000 };
    const request = { experienceId, gameId: 'werewolf', kind: 'town' as const, seats, options: { phase_ms } };
    const { id, omniscientDelayS } = await startMatch({ ...request, rated: true });
    expect(omniscientDelayS).toBe(150);
    const answers: unknown[] = [];
    const second = await person();
    const stranger = await spectator();
    for (const name of ['werewolf', 'match']) {
      for (const { ask } of [second, stranger]) {
        for (const view of ['public', 'omniscient']) {
          answers.push(await ask('subscribe', { stream: `${name}:${id}`, view, after: START }));
        }
      }
    }
    answers.push(await stranger.ask('subscribe', { stream: 'town:world', after: START }));
    await pause();
    const text = JSON.stringify([answers, second.heard, stranger.heard]);
    expect(text).not.toMatch(/"(role|yourRole)":"|WOLF_CHAT|ROLE_ASSIGNED|"team":"/);
    expect(text).toContain('"omniscient_delay_s":150');
  });
});
