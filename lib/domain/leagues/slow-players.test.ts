import { afterEach, expect, it, vi } from 'vitest';
import { now } from '@/lib/core/clock';
import { log } from '@/lib/core/log';
import { metrics } from '@/lib/core/metrics';
import { pool, transaction } from '@/lib/data/database';
import { useCatalog } from '@/lib/testing/catalog';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { type Player, playerFixture } from '@/lib/testing/play';
import { getLeague, refereeDueFixtures, refereeIdle, startLeague } from '.';
import { findLeague } from './leagues.repo';
import type { PlayerRow } from './leagues.schema';
import { insertPlayers } from './players.repo';
import { playerIdAt } from './schedule';
import { openLeague } from './testing/play-league';
import { type Behaviour, moveResponse, type PushPlayer, startPushPlayer } from './testing/push-player';

useCatalog();
useClock();

const opened: PushPlayer[] = [];
let stopping = new AbortController();
afterEach(async () => {
  stopping.abort();
  await refereeIdle();
  stopping = new AbortController();
  await Promise.all(opened.splice(0).map((player) => player.close()));
});

const LIMITS = { format: 'swiss', rounds: 1, rounds_to_win: 1, max_rounds: 1, time_limit_seconds: 3600 };

/** Answers each move with 3, except for the players whose ids are given: they take the request and answer nothing. */
const answerExcept =
  (silent: (playerId: string) => boolean): Behaviour =>
  (message, { path }) => {
    if (message.message_type !== 'MOVE_REQUEST') return undefined;
    const playerId = path.slice(1);
    return silent(playerId) ? null : moveResponse(message, playerId, { number: 3 });
  };

/** A started league of push players behind one server, which knows a player by its path. */
async function startPushLeague(creator: Player, players: number, behave: Behaviour): Promise<string> {
  const server = await startPushPlayer(behave);
  opened.push(server);
  const leagueId = await openLeague(creator, LIMITS);
  const league = await findLeague(leagueId);
  const rows = Array.from({ length: players }, (_, index): PlayerRow => {
    const playerId = playerIdAt(index);
    return {
      number: index + 1,
      playerId,
      kind: 'push',
      displayName: playerId,
      version: '1',
      endpoint: new URL(`/${playerId}`, server.endpoint).href,
      agentId: creator.agentId,
      strength: null,
      registeredAt: now(),
      withdrawnAt: null,
    };
  });
  await transaction((client) => insertPlayers(client, league?.id ?? '', rows));
  await startLeague({ agent: creator.caller, leagueId });
  return leagueId;
}

const statusesOf = async (leagueId: string) => {
  const { schedule } = await getLeague({ leagueId });
  const count = (status: string) => schedule.filter((fixture) => fixture.status === status).length;
  return { active: count('active'), completed: count('completed') };
};

const poll = async (leagueId: string) => {
  await refereeDueFixtures(stopping.signal);
  return statusesOf(leagueId);
};

it('plays the matches of 48 players of a league while two players do not answer', async () => {
  const creator = await playerFixture();
  const silent = (playerId: string) => playerId === 'P01' || playerId === 'P30';
  const leagueId = await startPushLeague(creator, 50, answerExcept(silent));
  await expect.poll(() => poll(leagueId), { timeout: 60_000 }).toEqual({ active: 2, completed: 23 });
});

it('plays a league while more than 64 matches of other leagues wait for players that do not answer', async () => {
  const creator = await playerFixture();
  for (let league = 0; league < 2; league++) {
    const leagueId = await startPushLeague(
      creator,
      70,
      answerExcept(() => true),
    );
    await expect.poll(() => poll(leagueId), { timeout: 60_000 }).toEqual({ active: 35, completed: 0 });
  }
  const leagueId = await startPushLeague(
    creator,
    2,
    answerExcept(() => false),
  );
  await expect.poll(() => poll(leagueId), { timeout: 60_000 }).toEqual({ active: 0, completed: 1 });
});

it('plays the other matches of a league in which the row of one throws, logs it once and shows it in the metrics', async () => {
  const logged = vi.spyOn(log, 'error').mockImplementation(() => {});
  const repeated = vi.spyOn(log, 'debug').mockImplementation(() => {});
  const creator = await playerFixture();
  const leagueId = await startPushLeague(
    creator,
    4,
    answerExcept(() => false),
  );
  await pool().query(
    `DELETE FROM league_players WHERE player_id = 'P01' AND league_uid = (SELECT id FROM leagues WHERE league_id = $1)`,
    [leagueId],
  );
  await expect.poll(() => poll(leagueId), { timeout: 60_000 }).toEqual({ active: 0, completed: 1 });
  const failing = async () => {
    await refereeDueFixtures(stopping.signal);
    return metrics().registry.getSingleMetricAsString('botplay_due_rows_failing');
  };
  await expect.poll(failing, { timeout: 20_000 }).toContain('botplay_due_rows_failing 1');
  advanceClock(5_000);
  const failedAgain = async () => {
    await refereeDueFixtures(stopping.signal);
    return repeated.mock.calls.map(([fields]) => fields);
  };
  const again = expect.objectContaining({ work: 'leagues.referee', failures: 2 });
  await expect.poll(failedAgain, { timeout: 20_000 }).toContainEqual(again);
  expect(logged.mock.calls.map(([fields]) => fields)).toMatchObject([{ work: 'leagues.referee', failures: 1 }]);
  logged.mockRestore();
  repeated.mockRestore();
});
