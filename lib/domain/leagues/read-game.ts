import { AppError } from '@/lib/core/errors';
import { readMatch } from '@/lib/domain/matches';
import { findFixture } from './fixtures.repo';
import { byPlayer, findMoveFault, portOf } from './game-port';
import { requireLeague } from './league-errors';
import { DEFAULT_GAME, DEFAULT_LEAGUE_ID, type FixtureRow, type LeagueRow, roleOf } from './leagues.schema';
import { findPlayers } from './players.repo';
import { contextOf } from './referee-context';

/** A fixture with its state as anybody may see it, for get_game_state and game://state/{match_id}. @throws NOT_FOUND */
export async function readGameState(of: { leagueId: string | null; matchId: string }) {
  const league = await requireLeague(of.leagueId ?? DEFAULT_LEAGUE_ID);
  const fixture = await requireFixture(league, of.matchId);
  const context = await contextOf(fixture);
  const match = fixture.gameSessionId === null ? null : await readMatch(fixture.gameSessionId);
  const port = portOf(league.gameType);
  const { ids } = context;
  const isOver = fixture.status === 'completed';
  return {
    league_id: league.leagueId,
    match_id: fixture.matchId,
    round_id: fixture.roundId,
    status: fixture.status,
    game_session_id: fixture.gameSessionId,
    players: ids.map((player_id, seat) => ({ player_id, role: roleOf(league.gameType, seat) })),
    game_round: match ? port.gameRound(match) : 0,
    // A match that is over has the score of its result, which a default, a withdrawal or its organizer may have decided.
    scores: byPlayer(
      ids,
      isOver ? [fixture.firstScore ?? 0, fixture.secondScore ?? 0] : match ? port.scores(match) : [0, 0],
    ),
    rounds: match ? port.rounds(match, ids).map((round) => ({ ...round })) : [],
    winner: fixture.annulledAt === null ? fixture.winner : null,
  };
}

/** Whether a registered player may play a number. Specification: league.md, validate_move. @throws NOT_FOUND for a league */
export async function validateMove(of: {
  leagueId: string | null;
  playerId: string;
  number: number;
}): Promise<{ valid: boolean; reason: string | null }> {
  const league = await requireLeague(of.leagueId ?? DEFAULT_LEAGUE_ID);
  const players = await findPlayers(league.id);
  const isKnown = players.some(({ playerId }) => playerId === of.playerId);
  const reason = isKnown
    ? (findMoveFault(league.gameType, { number: of.number }) ?? findGameFault(league.gameType))
    : `There is no player "${of.playerId.slice(0, 50)}" in ${league.leagueId}.`;
  return { valid: reason === null, reason };
}

const findGameFault = (gameType: string): string | null =>
  gameType === DEFAULT_GAME ? null : `The moves of ${gameType} are no numbers: send one of legal_moves.`;

/** @throws NOT_FOUND for an unknown match and for a bye */
async function requireFixture(league: LeagueRow, matchId: string): Promise<FixtureRow> {
  const fixture = await findFixture(league.id, matchId);
  if (!fixture || fixture.second === null)
    throw new AppError('NOT_FOUND', `There is no match "${matchId.slice(0, 50)}" in ${league.leagueId}.`);
  return fixture;
}
