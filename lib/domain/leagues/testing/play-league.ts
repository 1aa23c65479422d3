import { setTimeout as pause } from 'node:timers/promises';
import type { Caller } from '@/lib/core/caller';
import { now } from '@/lib/core/clock';
import { pool } from '@/lib/data/database';
import { fireDueMatches, isAwaited, readMatch } from '@/lib/domain/matches';
import { setClock } from '@/lib/testing/clock';
import type { Player } from '@/lib/testing/play';
import { getLeague, type LeagueDetails, refereeDueFixtures, registerPlayer, writeDueTranscripts } from '..';
import { type Behaviour, moveResponse } from './push-player';

/** A player that always answers one number; it knows its id as from its registration. */
export const always =
  (playerId: string, number: number): Behaviour =>
  (message) =>
    message.message_type === 'MOVE_REQUEST' ? moveResponse(message, playerId, { number }) : undefined;

/** Opens a league whose players have a second for a move. */
export async function openLeague(creator: Player, input: Record<string, unknown> = {}): Promise<string> {
  const { league_id } = await creator.call<{ league_id: string }>('league.create', {
    name: 'Test',
    time_limit_seconds: 1,
    ...input,
  });
  return league_id;
}

/** Registers a player, without a caller an open registration. */
export const register = (leagueId: string, endpoint: string, caller: Caller | null = null) =>
  registerPlayer({
    caller: caller ?? { kind: 'anonymous', address: '127.0.0.1' },
    leagueId,
    displayName: 'Player',
    version: '1.0.0',
    gameTypes: null,
    endpoint,
  });

/** At most this much time is skipped while players with endpoints play: their fixtures have a lease of ten seconds, renewed in real time. */
const MAX_SKIPPED_MS = 6_000;

/**
 * Runs what the ticker runs until the league is over and every transcript is signed. The clock skips the pauses of house bots and
 * the delay of transcripts.
 * @param meanwhile is called in every turn
 */
export async function playOut(
  leagueId: string,
  meanwhile: () => Promise<unknown> = async () => {},
): Promise<LeagueDetails> {
  let skippedMs = 0;
  for (let n = 0; n < 3_000; n++) {
    await refereeDueFixtures();
    await fireDueMatches();
    await writeDueTranscripts();
    await meanwhile();
    const details = await getLeague({ leagueId });
    const isOver = details.status === 'completed';
    if (isOver && (await isSigned(leagueId))) return details;
    const dueAt = await nextPauseEnd();
    const waitMs = dueAt ? dueAt.getTime() - now().getTime() : 0;
    if (dueAt && waitMs > 0 && (isOver || skippedMs + waitMs <= MAX_SKIPPED_MS)) {
      skippedMs += waitMs;
      setClock(dueAt);
    } else await pause(10);
  }
  throw new Error('the league did not end');
}

/** When the next house bot moves or the next transcript is due. */
async function nextPauseEnd(): Promise<Date | null> {
  const { rows } = await pool().query<{ at: Date | null }>(
    `SELECT LEAST((SELECT min(bot_due_at) FROM match_positions), (SELECT min(transcript_due_at) FROM league_fixtures)) AS at`,
  );
  return rows[0]?.at ?? null;
}

/** Lets the time for a move run out, in each match of the league that waits for no player but this one, when it has been asked. */
export async function skipMoveTime(leagueId: string, playerId: string): Promise<void> {
  const { schedule } = await getLeague({ leagueId });
  for (const { game_session_id: matchId, players } of schedule) {
    const match = matchId ? await readMatch(matchId) : null;
    const seat = players.findIndex(({ player_id }) => player_id === playerId);
    if (!match || seat < 0 || !isAwaited(match, seat) || isAwaited(match, 1 - seat)) continue;
    if (match.deadlineAt) setClock(match.deadlineAt);
  }
}

async function isSigned(leagueId: string): Promise<boolean> {
  const unsigned = await pool().query(
    `SELECT 1 FROM league_fixtures f JOIN leagues l ON l.id = f.league_uid
     LEFT JOIN league_transcripts t ON t.fixture_id = f.id
     WHERE l.league_id = $1 AND f.status = 'completed' AND t.fixture_id IS NULL`,
    [leagueId],
  );
  return unsigned.rowCount === 0;
}
