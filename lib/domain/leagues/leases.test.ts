import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { now } from '@/lib/core/clock';
import { newId } from '@/lib/core/ids';
import { pool } from '@/lib/data/database';
import { useCatalog } from '@/lib/testing/catalog';
import { setClock } from '@/lib/testing/clock';
import { playerFixture } from '@/lib/testing/play';
import { readTranscript, refereeDueFixtures, startLeague } from '.';
import { always, openLeague, playOut, register } from './testing/play-league';
import { type Behaviour, type PushPlayer, startPushPlayer } from './testing/push-player';

useCatalog();

const opened: PushPlayer[] = [];
afterAll(async () => {
  await Promise.all(opened.splice(0).map((player) => player.close()));
});

async function duel(one: Behaviour, other: Behaviour) {
  const creator = await playerFixture();
  const leagueId = await openLeague(creator, { rounds_to_win: 1, max_rounds: 1, time_limit_seconds: 60 });
  const players = [await startPushPlayer(one), await startPushPlayer(other)] as const;
  opened.push(...players);
  for (const { endpoint } of players) await register(leagueId, endpoint);
  await startLeague({ agent: creator.caller, leagueId });
  return { leagueId, players };
}

/** A player that answers its request for a move when it is released. */
function waitingPlayer() {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const behave: Behaviour = async (message, exchange) => {
    if (message.message_type === 'MOVE_REQUEST') await released;
    return always('P01', 1)(message, exchange);
  };
  return { behave, release };
}

const typesOf = ({ received }: PushPlayer) => received.map(({ message_type }) => String(message_type));

/** The lease of every fixture ends, as when the process cannot renew it. */
const endLeases = () => setClock(new Date(now().getTime() + 11_000));

/** What the transcript signs as sent to a player. */
async function signedAsSent(leagueId: string, playerId: string) {
  const { transcript } = await readTranscript({ leagueId, matchId: 'R1M1' });
  const exchanges = transcript.exchanges as { player_id: string; direction: string; message_type: string }[];
  const own = exchanges.filter(({ player_id, direction }) => player_id === playerId && direction === 'sent');
  return { types: own.map(({ message_type }) => message_type), takenOverAt: transcript.taken_over_at };
}

async function askedForMoves(players: readonly PushPlayer[]) {
  await expect
    .poll(
      async () => (await refereeDueFixtures()) >= 0 && players.every((one) => typesOf(one).includes('MOVE_REQUEST')),
      {
        timeout: 20_000,
      },
    )
    .toBe(true);
}

it('referees a fixture once whose lease ended while its process goes on, and signs all that it sent', async () => {
  const waiting = waitingPlayer();
  const { leagueId, players } = await duel(waiting.behave, always('P02', 2));
  await askedForMoves(players);
  endLeases();
  expect(await refereeDueFixtures()).toBe(0);
  await pause(200);
  waiting.release();
  await playOut(leagueId);
  for (const [index, player] of players.entries()) {
    expect(typesOf(player)).toEqual(['GAME_START', 'MOVE_REQUEST', 'ROUND_RESULT', 'GAME_END']);
    const signed = await signedAsSent(leagueId, `P0${index + 1}`);
    expect(signed).toEqual({ types: typesOf(player), takenOverAt: [] });
  }
});

it('sends nothing more of a fixture that another process has taken, and the transcript says when that was', async () => {
  const waiting = waitingPlayer();
  const { leagueId, players } = await duel(waiting.behave, always('P02', 2));
  await askedForMoves(players);
  endLeases();
  const takenAt = now();
  await pool().query(
    `UPDATE league_fixtures SET lease_holder = $1, lease_until = $2, taken_over_at = ARRAY[$3::timestamptz]
     WHERE league_uid = (SELECT id FROM leagues WHERE league_id = $4)`,
    [newId(), new Date(takenAt.getTime() + 5_000), takenAt, leagueId],
  );
  waiting.release();
  await pause(500);
  for (const player of players) expect(typesOf(player)).toEqual(['GAME_START', 'MOVE_REQUEST']);
  // The other process dies.
  setClock(new Date(takenAt.getTime() + 6_000));
  await playOut(leagueId);
  for (const [index, player] of players.entries()) {
    expect(typesOf(player)).toEqual(['GAME_START', 'MOVE_REQUEST', 'ROUND_RESULT', 'GAME_END']);
    const { types, takenOverAt } = await signedAsSent(leagueId, `P0${index + 1}`);
    expect(types).toEqual(typesOf(player));
    expect(takenOverAt).toHaveLength(2);
  }
});
