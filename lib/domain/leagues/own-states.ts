import type { Seat } from '@/lib/core/game';
import type { JsonObject } from '@/lib/core/json';
import { isAwaited, type MatchRow, readMatches } from '@/lib/domain/matches';
import { findActiveOfAgent, findSeatsOfAgent, markRoundsShown, type OwnFixtureRow } from './fixtures.repo';
import { portOf } from './game-port';
import { roleOf } from './leagues.schema';
import { contextsOf, type RefereeContext } from './referee-context';

/** The running fixture of an agent's own seat. */
export interface OwnFixture {
  context: RefereeContext;
  seat: Seat;
  match: MatchRow;
  leagueId: string;
  /** The latest round of the game that the agent was shown; 0 before. */
  shown: number;
}

/** Where an agent stands, for get_my_state and next_action. */
export interface OwnState {
  league_id: string;
  match_id: string;
  round_id: number;
  player_id: string;
  role: string;
  opponent: { player_id: string; display_name: string };
  game_session_id: string;
  /** The match waits for this player. */
  your_turn: boolean;
  game_round: number;
  game_state: JsonObject;
  due_at: string | null;
}

/**
 * The running fixtures of an agent that is sent nothing, those that wait for it first. Two statements, and one when a round is
 * shown for the first time.
 */
export async function readOwnStates(agentId: string, leagueId: string | null = null): Promise<OwnState[]> {
  const states = await showStates(await readOwnFixtures(agentId, leagueId));
  return states.sort((one, other) => Number(other.your_turn) - Number(one.your_turn));
}

/** The call that an agent should make now in a league; null when no match there waits for it. */
export async function nextMoveInLeague(agentId: string, leagueId: string) {
  const [state] = await readOwnStates(agentId, leagueId);
  return state?.your_turn ? nextMoveOf(state) : null;
}

/** make_move takes the numbers of league.md; other games are played by league.move. */
export function nextMoveOf({ league_id, match_id, game_round, due_at, game_state }: OwnState) {
  const tool = 'legal_moves' in game_state ? 'league.move' : 'make_move';
  return { tool, arguments: { league_id, match_id, game_round }, due_at };
}

/** The leagues in which an agent plays without an endpoint, the newest first. */
export async function readOwnRegistrations(agentId: string, leagueId: string | null = null) {
  const seats = await findSeatsOfAgent(agentId);
  return seats
    .filter((seat) => leagueId === null || seat.leagueId === leagueId)
    .map((seat) => ({ league_id: seat.leagueId, player_id: seat.playerId }));
}

export async function readOwnFixtures(agentId: string, leagueId: string | null): Promise<OwnFixture[]> {
  return withMatches(await findActiveOfAgent(agentId, leagueId));
}

/** Fixtures with their matches; those without one are left out. One query. */
export async function withMatches(rows: readonly OwnFixtureRow[]): Promise<OwnFixture[]> {
  const started = rows.filter(({ gameSessionId }) => gameSessionId !== null);
  if (started.length === 0) return [];
  const [contexts, matches] = await Promise.all([
    contextsOf(started),
    readMatches(started.flatMap(({ gameSessionId }) => gameSessionId ?? [])),
  ]);
  return started.flatMap(({ leagueId, playerId, gameSessionId, shown: shownRounds }, index) => {
    const context = contexts[index] as RefereeContext;
    const match = matches.find(({ id }) => id === gameSessionId);
    const seat = context.ids.indexOf(playerId);
    return match ? [{ context, match, leagueId, seat, shown: shownRounds[seat] ?? 0 }] : [];
  });
}

/** The states of fixtures for their agent, which knows from then on what rounds are played. One statement for new rounds. */
async function showStates(own: readonly OwnFixture[]): Promise<OwnState[]> {
  const states = own.map(toOwnState);
  const rounds = own.flatMap(({ context, seat, shown: shownRound }, index) => {
    const gameRound = states[index]?.game_round ?? 0;
    return gameRound > shownRound ? [{ fixtureId: context.fixture.id, seat, gameRound }] : [];
  });
  if (rounds.length > 0) await markRoundsShown(rounds);
  return states;
}

export async function showState(own: OwnFixture): Promise<OwnState> {
  const [state] = await showStates([own]);
  return state as OwnState;
}

export function toOwnState({ context, seat, match, leagueId }: OwnFixture): OwnState {
  const { fixture, players, ids, league } = context;
  const opponent = players[1 - seat];
  const port = portOf(league.gameType);
  return {
    league_id: leagueId,
    match_id: fixture.matchId,
    round_id: fixture.roundId,
    player_id: ids[seat] ?? '',
    role: roleOf(league.gameType, seat),
    opponent: { player_id: opponent?.playerId ?? '', display_name: opponent?.displayName ?? '' },
    game_session_id: match.id,
    your_turn: isAwaited(match, seat),
    game_round: port.gameRound(match),
    game_state: port.gameState(match, seat, ids),
    due_at: match.deadlineAt?.toISOString() ?? null,
  };
}
