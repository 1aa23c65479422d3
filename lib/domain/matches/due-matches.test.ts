import { afterAll, beforeAll, expect, it } from 'vitest';
import { now } from '@/lib/core/clock';
import { env } from '@/lib/core/env';
import { fairQueue } from '@/lib/core/fair-queue';
import { newId } from '@/lib/core/ids';
import { pool } from '@/lib/data/database';
import { startBus, stopBus } from '@/lib/events';
import { ALL_GAMES } from '@/lib/games';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { useDatabase, whileRefused } from '@/lib/testing/database';
import { agentFixture } from '@/lib/testing/fixtures';
import {
  actInMatch,
  fireDueMatches,
  nextMatchDue,
  readMatch,
  type SeatInput,
  startMatch,
  startMissingExhibitions,
} from '.';
import { botMovesFinished } from './due-matches';
import { evictMatch } from './match-cache';

useDatabase();
useClock();
beforeAll(startBus);
afterAll(stopBus);

const HOUR_MS = 3_600_000;
const OVERDUE = 150;

async function makeSeat(): Promise<SeatInput> {
  const { agentId } = await agentFixture();
  return { kind: 'agent', agentId, experienceAgentId: agentId, sessionId: null, displayName: 'Player' };
}

it('acknowledges an action while hundreds of overdue deadlines and house bots are handled', async () => {
  const [one, other] = [await makeSeat(), await makeSeat()];
  const bot: SeatInput = { kind: 'bot', strength: 'easy' };
  const experienceId = newId();
  const start = (seats: SeatInput[], moveTimeS: number) =>
    startMatch({ experienceId, gameId: 'tic_tac_toe', kind: 'lobby', seats, rated: true, moveTimeS });
  const ids: string[] = [];
  for (let begun = 0; begun < OVERDUE; begun += 25) {
    const batch = Array.from({ length: 25 }, () => [start([one, other], 60), start([bot, one], 24 * 3_600)]).flat();
    ids.push(...(await Promise.all(batch)).map(({ id }) => id));
  }
  const fresh = await start([one, other], 24 * 3_600);
  // As after a restart: the process has none of them in memory.
  for (const id of [...ids, fresh.id]) evictMatch(id);
  advanceClock(HOUR_MS);

  let isFiring = true;
  const firing = fireDueMatches().finally(() => {
    isFiring = false;
  });
  // Four actions, one after the other, take less time than the backlog: none of them waits for it.
  for (const [seat, action] of [
    [0, 'A1'],
    [1, 'B1'],
    [0, 'A2'],
    [1, 'B2'],
  ] as const) {
    await actInMatch({ matchId: fresh.id, seat, action });
    expect(isFiring).toBe(true);
  }
  await firing;
  for (let turn = 0; turn < OVERDUE && ((await nextMatchDue())?.getTime() ?? 0) <= Date.now() + HOUR_MS; turn++) {
    await fireDueMatches();
    await botMovesFinished();
  }
  const { rows } = await pool().query(
    `SELECT count(*) FILTER (WHERE m.end_reason = 'timeout')::int AS ended, count(*) FILTER (WHERE p.inputs = 1)::int AS moved
     FROM matches m JOIN match_positions p ON p.match_id = m.id WHERE m.id = ANY ($1)`,
    [ids],
  );
  expect(rows).toEqual([{ ended: OVERDUE, moved: OVERDUE * 2 }]);
}, 60_000);

it('moves the house bot of a match with a player while the matches of house bots alone take all their places', async () => {
  const bot: SeatInput = { kind: 'bot', strength: 'easy' };
  const start = (seats: SeatInput[]) =>
    startMatch({ experienceId: newId(), gameId: 'tic_tac_toe', kind: 'league', seats, rated: false, moveTimeS: 3_600 });
  for (let alone = 0; alone < 70; alone++) await start([bot, bot]);
  const withPlayer = await start([bot, await makeSeat()]);
  advanceClock(5_000);
  await fireDueMatches();
  const running = fairQueue({ name: 'bot_turns', what: '', maxRunning: 0, maxRunningPerKey: 0 }).running;
  expect(running).toBeLessThanOrEqual(9);
  await botMovesFinished();
  const { rows } = await pool().query('SELECT inputs FROM match_positions WHERE match_id = $1', [withPlayer.id]);
  expect(rows).toEqual([{ inputs: 1 }]);
});

it('fires the deadline of a match on time although the move of its house bot fails again and again', async () => {
  await pool().query('UPDATE match_positions SET deadline_at = NULL, bot_due_at = NULL');
  const seats: SeatInput[] = [{ kind: 'bot', strength: 'easy' }, await makeSeat()];
  const match = await startMatch({
    experienceId: newId(),
    gameId: 'tic_tac_toe',
    kind: 'lobby',
    seats,
    rated: false,
    moveTimeS: 20,
  });
  const deadline = match.deadlineAt?.getTime() ?? 0;
  const fire = async () => {
    const fired = await fireDueMatches();
    await botMovesFinished();
    return fired;
  };
  // A move leaves a deadline, and the end of the match by the deadline none.
  await whileRefused('UPDATE ON match_positions', 'NEW.deadline_at IS NOT NULL', async () => {
    for (const failures of [1, 2, 3, 4, 5]) {
      const due = await nextMatchDue();
      expect(due?.getTime(), `after ${failures} failures`).toBeLessThanOrEqual(deadline);
      advanceClock((due?.getTime() ?? 0) - now().getTime());
      expect(await fire()).toBe(0);
    }
    expect((await nextMatchDue())?.getTime()).toBe(deadline);
    advanceClock(deadline - now().getTime());
    expect(await fire()).toBe(1);
  });
  expect(await readMatch(match.id)).toMatchObject({ status: 'completed', endReason: 'timeout' });
});

it('starts the exhibitions of the other games when that of one cannot start', async () => {
  env().EXHIBITION = true;
  const [first] = ALL_GAMES.filter(({ hosting }) => hosting.exhibition && !hosting.queue);
  await whileRefused('INSERT ON matches', `NEW.game_id = '${first?.id}'`, startMissingExhibitions);
  env().EXHIBITION = false;
  const { rows } = await pool().query("SELECT game_id FROM matches WHERE kind = 'exhibition'");
  expect(rows).toHaveLength(4);
});
