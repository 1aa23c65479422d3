import { describe, expect, it } from 'vitest';
import { now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { fireDueMatches, readMatch } from '@/lib/domain/matches';
import { ALL_GAMES } from '@/lib/games';
import { checkMatch } from '@/lib/games/review/check';
import { type MatchRecord, readRecord } from '@/lib/games/review/record';
import { useCatalog } from '@/lib/testing/catalog';
import { setClock, useClock } from '@/lib/testing/clock';
import { type Player, playerFixture } from '@/lib/testing/play';
import { openRecord } from './records.service';

useCatalog();
useClock();

interface Seated {
  player: Player;
  sessionId: string;
}
interface Answer {
  experience_response: { status: string; your_turn: boolean; legal_moves: unknown[] };
}

/** A match of agents who meet in a lobby; alone, a session. */
async function begin(gameId: string, seats: number): Promise<{ matchId: string; seated: Seated[] }> {
  const players = await Promise.all(Array.from({ length: seats }, () => playerFixture()));
  const [host, ...guests] = players as [Player, ...Player[]];
  const experience_id = firstPartyExperienceId(gameId);
  let matchId: string | null = null;
  if (guests.length > 0) {
    const lobby = await host.call<{ game_session_id: string }>('lobby.create', { experience_id, max_players: seats });
    matchId = lobby.game_session_id;
    for (const guest of guests) await guest.call('lobby.join', { game_session_id: matchId });
    await host.call('match.start', { game_session_id: matchId });
  }
  const seated: Seated[] = [];
  for (const player of players) {
    const { session_id } = await player.call<{ session_id: string }>('session.create', { experience_id });
    seated.push({ player, sessionId: session_id });
  }
  return { matchId: matchId ?? (seated[0] as Seated).sessionId, seated };
}

/** Plays legal moves for the seats to move; after `maxMoves` the seats that still play resign. */
async function playAtMost(maxMoves: number, { matchId, seated }: { matchId: string; seated: Seated[] }): Promise<void> {
  let moves = 0;
  let idle = 0;
  const act = async ({ player, sessionId }: Seated, action: unknown) =>
    (await player.call<Answer>('session.step', { session_id: sessionId, action })).experience_response;
  for (let round = 0; ; round++) {
    const one = seated[round % seated.length] as Seated;
    const { your_turn, legal_moves } = await act(one, { type: 'state' });
    const move = moves < maxMoves ? legal_moves[(moves * 7) % legal_moves.length] : { type: 'resign' };
    const status =
      your_turn || moves >= maxMoves ? await act(one, move).then((answer) => answer.status, ifLimited) : null;
    if (status !== null) {
      if (status !== 'active') return;
      idle = 0;
      moves++;
    } else if (++idle % seated.length === 0 && (await passTime(matchId)) !== 'active') return;
  }
}

/** Null for a move that a limit of the game refused: a player may not speak at every moment. */
function ifLimited(error: unknown): null {
  if (error instanceof AppError && error.code === 'RATE_LIMITED') return null;
  throw error;
}

/** The running phase ends, where the game waits for no seat. Returns the status of the match. */
async function passTime(matchId: string): Promise<string | undefined> {
  setClock((await readMatch(matchId))?.deadlineAt ?? now());
  await fireDueMatches();
  return (await readMatch(matchId))?.status;
}

async function recordOf(matchId: string): Promise<MatchRecord> {
  const file = await openRecord({ matchId, extension: 'jsonl', url: 'http://localhost/matches' });
  const pieces: string[] = [];
  for await (const piece of file.read()) pieces.push(piece);
  return readRecord(pieces.join(''));
}

describe('the record of a real match passes every check', () => {
  const games = ALL_GAMES.flatMap(({ id, seats }) =>
    (seats.min < seats.max ? [seats.min, seats.max] : [seats.min]).map((count) => [id, count] as const),
  );

  it.each(games)('%s of %i, played', async (id, seats) => {
    const { matchId, seated } = await begin(id, seats);
    await playAtMost(40, { matchId, seated });
    expect(checkMatch(await recordOf(matchId), []).filter(({ passed }) => !passed)).toEqual([]);
  });

  it.each(games)('%s of %i, with early resignations in turn', async (id, seats) => {
    const { matchId, seated } = await begin(id, seats);
    await playAtMost(3, { matchId, seated });
    expect(checkMatch(await recordOf(matchId), []).filter(({ passed }) => !passed)).toEqual([]);
  });
});
