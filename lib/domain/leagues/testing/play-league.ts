import { setTimeout as pause } from 'node:timers/promises';
import type { Caller } from '@/lib/core/caller';
import { pool } from '@/lib/data/database';
import { fireDueMatches } from '@/lib/domain/matches';
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

/** Runs what the ticker runs until the league is over and every transcript is signed. */
export async function playOut(
  leagueId: string,
  meanwhile: () => Promise<unknown> = async () => {},
): Promise<LeagueDetails> {
  for (let n = 0; n < 3_000; n++) {
    await refereeDueFixtures();
    await fireDueMatches();
    await writeDueTranscripts();
    await meanwhile();
    const details = await getLeague({ leagueId });
    if (details.status === 'completed' && (await isSigned(leagueId))) return details;
    await pause(10);
  }
  throw new Error('the league did not end');
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
