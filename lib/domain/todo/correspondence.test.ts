import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { now } from '@/lib/core/clock';
import type { OwnerId } from '@/lib/core/ids';
import { pool } from '@/lib/data/database';
import { cancelIdleLobbies } from '@/lib/domain/lobbies';
import { fireDueMatches, readMatch } from '@/lib/domain/matches';
import { listNotices, readNews } from '@/lib/domain/notifications';
import { endIdleSessions } from '@/lib/domain/sessions';
import { startBus, stopBus } from '@/lib/events';
import { useCatalog } from '@/lib/testing/catalog';
import { advanceClock, setClock, useClock } from '@/lib/testing/clock';
import { whileRefused } from '@/lib/testing/database';
import { ownerFixture } from '@/lib/testing/fixtures';
import { type Player, playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import { countOwnStatements } from '@/lib/testing/statements';
import { notifyPeopleOfTurns, readTodo, remindOfMoves } from '.';

useCatalog();
useClock();
beforeAll(startBus);
afterAll(stopBus);

type Json = Record<string, unknown>;
const DAY_MS = 86_400_000;
const dayOf = (at: Date) => at.toISOString().slice(0, 10);

interface Todo {
  todo: { kind: string; due_at: string | null; call: { tool: string; arguments: Json } }[];
  correspondence_games: { open: number; limit: number };
}
const todo = (player: Player) => player.call<Todo>('me.todo');

const open = (host: Player, config: Json = { days_per_move: 1 }) =>
  host.call<{ game_session_id: string }>('lobby.create', { experience_id: TIC_TAC_TOE, config });

/** A running correspondence game; the host moves first. */
async function game(host: Player, guest: Player, days = 1): Promise<string> {
  const { game_session_id } = await open(host, { days_per_move: days });
  await guest.call('lobby.join', { game_session_id });
  await host.call('match.start', { game_session_id });
  return game_session_id;
}

const deadlineOf = async (matchId: string) => (await readMatch(matchId))?.deadlineAt ?? expect.fail('no deadline');

async function players(): Promise<[Player, Player]> {
  return [await playerFixture(), await playerFixture()];
}

describe('a correspondence game', () => {
  it('is played beside an engagement, by both players, to its end', async () => {
    const [host, guest] = await players();
    const solo = await host.call('session.create', { experience_id: TIC_TAC_TOE });
    const matchId = await game(host, guest);
    expect(await host.call('session.list')).toMatchObject({
      sessions: [{ session_id: solo.session_id }, { game_session_id: matchId, correspondence: true }],
    });
    await host.call('session.end', { session_id: solo.session_id });
    for (let n = 0; n < 9 && (await readMatch(matchId))?.status === 'active'; n++) {
      for (const player of [host, guest]) {
        for (const { call } of (await todo(player)).todo) {
          const look = { ...call.arguments, action: { type: 'state' } };
          const { experience_response } = await player.call('session.step', look);
          const [action] = (experience_response as { legal_moves: unknown[] }).legal_moves;
          await player.call('session.step', { ...call.arguments, action });
        }
      }
    }
    expect(await readMatch(matchId)).toMatchObject({ status: 'completed', moveTimeMs: DAY_MS });
    for (const player of [host, guest]) {
      expect(await todo(player)).toMatchObject({ todo: [], correspondence_games: { open: 0, limit: 20 } });
    }
  });

  it('is one of at most 20 of an agent, whatever calls race', async () => {
    const [host, guest] = await players();
    const opened = await Promise.all(Array.from({ length: 19 }, () => open(guest)));
    expect(new Set(opened.map(({ game_session_id }) => game_session_id)).size).toBe(19);
    const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => open(guest)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    for (const error of refused) {
      expect(error).toMatchObject({
        code: 'QUOTA_EXCEEDED',
        details: { limit: 20, next: expect.stringContaining('me.todo') },
      });
    }
    const { game_session_id } = await open(host);
    expect(await guest.callError('lobby.join', { game_session_id })).toMatchObject({ code: 'QUOTA_EXCEEDED' });
    await guest.call('lobby.leave', { game_session_id: opened[0]?.game_session_id });
    expect(await guest.call('lobby.join', { game_session_id })).toMatchObject({ role: 'player' });
    expect(await guest.call('auth.whoami')).toMatchObject({
      plays_at_once: { experiences: 1, correspondence_games: 20 },
    });
    await expect(
      pool().query(
        `INSERT INTO correspondence_seats (agent_id, slot, lobby_id, experience_id) VALUES ($1, 21, gen_random_uuid(), $2)`,
        [guest.agentId, TIC_TAC_TOE],
      ),
    ).rejects.toMatchObject({ code: '23514' });
  });

  it('takes 1, 3 or 7 days and no other time', async () => {
    const host = await playerFixture();
    for (const config of [{ days_per_move: 2 }, { days_per_move: 1, move_time_s: 60 }]) {
      expect(await host.callError('lobby.create', { experience_id: TIC_TAC_TOE, config })).toMatchObject({
        code: 'VALIDATION_ERROR',
      });
    }
  });

  it('ends neither by idling nor by a waiting lobby of a day, and is lost when the days have passed', async () => {
    const [host, guest] = await players();
    const { game_session_id } = await open(host, { days_per_move: 7 });
    const waiting = { game_session_id };
    const matchId = await game(host, guest, 3);
    advanceClock(2.5 * DAY_MS);
    await Promise.all([endIdleSessions(), cancelIdleLobbies()]);
    await fireDueMatches();
    expect(await host.call('match.state', waiting)).toMatchObject({ status: 'waiting' });
    expect(await readMatch(matchId)).toMatchObject({ status: 'active' });
    advanceClock(DAY_MS);
    await fireDueMatches();
    expect(await readMatch(matchId)).toMatchObject({ status: 'completed', endReason: 'timeout' });
    advanceClock(15 * DAY_MS);
    await cancelIdleLobbies();
    expect(await host.call('match.state', waiting)).toMatchObject({ status: 'cancelled' });
  });

  it('reminds the player whose move is due soon, once', async () => {
    const [host, guest] = await players();
    const matchId = await game(host, guest);
    expect(await remindOfMoves()).toBe(0);
    const due = await deadlineOf(matchId);
    setClock(new Date(due.getTime() - DAY_MS / 5));
    expect(await Promise.all([remindOfMoves(), remindOfMoves()])).toEqual(expect.arrayContaining([1, 0]));
    const { events } = await host.call<{ events: { type: string; data: Json }[] }>('events.wait', { stream: 'me' });
    expect(events.at(-1)).toMatchObject({
      type: 'move_due_soon',
      data: { game_session_id: matchId, due_at: due.toISOString() },
    });
    const other = await guest.call<{ events: { type: string }[] }>('events.wait', { stream: 'me' });
    expect(other.events.map(({ type }) => type)).not.toContain('move_due_soon');
  });

  it('reminds the others when the deadline of one match cannot be moved', async () => {
    const [[away, first], [host, guest]] = [await players(), await players()];
    const matchIds = [await game(away, first), await game(host, guest)];
    const due = await deadlineOf(matchIds[0] ?? '');
    await pool().query('INSERT INTO vacation_days (agent_id, year, number, day) VALUES ($1, $2, 1, $3)', [
      away.agentId,
      due.getUTCFullYear(),
      dayOf(due),
    ]);
    setClock(new Date(due.getTime() - DAY_MS / 5));
    const reminded = await whileRefused('UPDATE ON match_positions', `OLD.match_id = '${matchIds[0]}'`, () =>
      remindOfMoves(),
    );
    expect(reminded).toBe(1);
  });

  it('notifies the owner of the player once', async () => {
    const owner = await ownerFixture();
    const [host, guest] = [await playerFixture({ owner, displayName: 'Ada' }), await playerFixture()];
    const matchId = await game(host, guest);
    const due = await deadlineOf(matchId);
    setClock(new Date(due.getTime() - DAY_MS / 5));
    await Promise.all([remindOfMoves(), remindOfMoves()]);
    const { notices } = await listNotices({ ...owner, limit: 5 });
    const data = { agent_id: host.agentId, agent_name: 'Ada', match_id: matchId, experience_name: 'Tic-tac-toe' };
    expect(notices).toMatchObject([{ type: 'move_due_soon', data: { ...data, due_at: due.toISOString() } }]);
    expect(notices).toHaveLength(1);
  });

  it('notifies a person that it is their turn, once a move, and neither agents nor the one who waits', async () => {
    const [first, second] = [await ownerFixture(), await ownerFixture()];
    const [host, guest] = [await playerFixture({ owner: first }), await playerFixture({ owner: second })];
    await pool().query(`UPDATE agents SET kind = 'human' WHERE id = ANY ($1)`, [[host.agentId, guest.agentId]]);
    const matchId = await game(host, guest);
    const counts = await Promise.all([notifyPeopleOfTurns(), notifyPeopleOfTurns()]);
    expect(counts.sort()).toEqual([0, 1]);
    expect(await notifyPeopleOfTurns()).toBe(0);
    const typesOf = async (owner: { ownerId: OwnerId }) =>
      (await listNotices({ ...owner, limit: 5 })).notices.map(({ type, data }) => [type, data.match_id]);
    expect(await typesOf(first)).toEqual([['your_turn', matchId]]);
    expect(await typesOf(second)).toEqual([]);
    expect((await readNews(first.ownerId)).unread).toBe(1);
    const { todo: waiting } = await todo(host);
    const [move] = waiting.filter(({ kind }) => kind === 'move');
    await host.call(move?.call.tool ?? '', { ...move?.call.arguments, action: 'A1' });
    expect(await notifyPeopleOfTurns()).toBe(1);
    expect(await typesOf(second)).toEqual([['your_turn', matchId]]);
    expect((await readNews(first.ownerId)).unread).toBe(0);
    const agents = await players();
    await game(...agents);
    expect(await notifyPeopleOfTurns()).toBe(0);
  });
});

describe('a vacation', () => {
  it('moves a running deadline, and one that begins later when it comes near', async () => {
    const [host, guest] = await players();
    const matchId = await game(host, guest);
    const due = await deadlineOf(matchId);
    expect(await host.call('me.vacation', { from: dayOf(due), days: 2 })).toMatchObject({ remaining: 19 });
    const moved = await deadlineOf(matchId);
    expect(moved.getTime()).toBe(due.getTime() + 2 * DAY_MS);
    setClock(new Date(due.getTime() + 1_000));
    await fireDueMatches();
    expect(await readMatch(matchId)).toMatchObject({ status: 'active' });
    setClock(new Date(moved.getTime() + 1_000));
    await fireDueMatches();
    expect(await readMatch(matchId)).toMatchObject({ status: 'completed', endReason: 'timeout' });
  });

  it('counts only for the player whom the game waits for', async () => {
    const [host, guest] = await players();
    const matchId = await game(host, guest);
    const due = await deadlineOf(matchId);
    await guest.call('me.vacation', { from: dayOf(due), days: 1 });
    expect(await deadlineOf(matchId)).toEqual(due);
  });

  it('has at most 21 days a year, whatever calls race, and none in the past', async () => {
    const player = await playerFixture();
    const year = now().getUTCFullYear() + 1;
    const calls = ['03-01', '05-01', '07-01'].map((day) =>
      player.call('me.vacation', { from: `${year}-${day}`, days: 10 }).catch((error: unknown) => error),
    );
    const outcomes = await Promise.all(calls);
    expect(outcomes.filter((one) => one instanceof Error)).toHaveLength(1);
    expect(await player.callError('me.vacation', { from: '2020-01-01', days: 1 })).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: ['from'] }] },
    });
    expect(await player.callError('me.vacation', { days: 1 })).toMatchObject({ code: 'VALIDATION_ERROR' });
  });
});

describe('me.todo', () => {
  it('lists votes, full lobbies and unread messages with calls that work', async () => {
    const [ada, bob] = await players();
    const { id } = await ada.call<{ id: string }>('social.create', { name: 'Club' });
    await bob.call('social.join', { social_lobby_id: id });
    await ada.call('social.message', { social_lobby_id: id, content: 'Chess?' });
    await ada.call('social.propose', { social_lobby_id: id, experience_id: TIC_TAC_TOE });
    const listed = (await todo(bob)).todo;
    expect(listed.map(({ kind }) => kind).sort()).toEqual(['messages', 'vote']);
    const read = listed.find(({ kind }) => kind === 'messages')?.call ?? expect.fail();
    expect(await bob.call(read.tool, read.arguments)).toMatchObject({ messages: [{ content: 'Chess?' }] });
    const vote = listed.find(({ kind }) => kind === 'vote')?.call ?? expect.fail();
    await bob.call(vote.tool, { ...vote.arguments, vote: 'no' });
    expect((await todo(bob)).todo).toEqual([]);
    expect((await todo(ada)).todo.map(({ kind }) => kind)).not.toContain('messages');

    const { game_session_id } = await open(ada, { days_per_move: 3 });
    await bob.call('lobby.join', { game_session_id });
    const start = (await todo(ada)).todo.find(({ kind }) => kind === 'start')?.call ?? expect.fail();
    expect(await ada.call(start.tool, start.arguments)).toMatchObject({ status: 'active' });
  });

  it('costs one statement, and one more while a match is played', async () => {
    const [host, guest] = await players();
    const matchId = await game(host, guest);
    expect(await countOwnStatements(() => readTodo(host.agentId))).toBe(2);
    await host.call('lobby.leave', { game_session_id: matchId });
    expect(await countOwnStatements(() => readTodo(host.agentId))).toBe(1);
  });
});
