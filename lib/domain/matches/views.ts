import { AppError } from '@/lib/core/errors';
import type { AnyGame, Audience, Outcome, Seat, Viewer } from '@/lib/core/game';
import { matchStream } from '@/lib/core/stream';
import { gameById } from '@/lib/games';
import { findLive, findMatches, findRecent } from './matches.repo';
import type { BuiltinResponse, MatchRow, MatchSnapshot, SnapshotPlayer } from './matches.schema';
import { viewOf, wireClock } from './transition';

/** A match with the public view of it, for lists. */
export type LiveMatch = Omit<MatchSnapshot, 'cursor'>;

/** What an action answers, or a look, from one seat or from outside. decisions.md, Multiplayer flow. */
export function responseFor(game: AnyGame, match: MatchRow, viewer: Viewer, at: Date): BuiltinResponse {
  const seat = typeof viewer === 'number' ? viewer : null;
  const yourTurn = seat !== null && match.status === 'active' && game.actors(match.state).includes(seat);
  return {
    game_type: game.id,
    status: match.status,
    your_turn: yourTurn,
    legal_moves: yourTurn && seat !== null ? game.legalMoves(match.state, seat) : [],
    view: viewOf(game, match, viewer),
    ...(match.outcome ? { outcome: withOwnResult(match.outcome, seat) } : {}),
    clock: wireClock(game, match, viewer, at),
    message: message(game, match, seat, yourTurn),
  };
}

function withOwnResult(outcome: Outcome, seat: Seat | null): NonNullable<BuiltinResponse['outcome']> {
  const own = outcome.results.find((entry) => entry.seat === seat);
  const results = outcome.results.map(({ team: _, ...entry }) => entry);
  return {
    results,
    reason: outcome.reason,
    winner: outcome.winner,
    ...(own ? { your_result: own.result } : {}),
  };
}

/** One or two sentences that say where things stand and what to do next. */
function message(game: AnyGame, match: MatchRow, seat: Seat | null, yourTurn: boolean): string {
  const you = seat === null ? '' : `You are ${seatName(game, seat)}. `;
  if (match.status === 'cancelled') return `${you}The match was cancelled (${match.endReason}); nothing is rated.`;
  if (match.outcome) {
    const own = match.outcome.results.find((entry) => entry.seat === seat)?.result;
    const verdict = own
      ? { win: 'You have won', loss: 'You have lost', draw: 'It is a draw' }[own]
      : 'The match is over';
    return `${you}${verdict} (${match.outcome.reason.replaceAll('_', ' ')}). The session ends by itself.`;
  }
  if (yourTurn) return `${you}It is your turn: send session.step with one of legal_moves as action.`;
  return `${you}It is not your turn. Wait with events.wait on "${matchStream(match.id)}", or look with {"type":"state"}.`;
}

function seatName(game: AnyGame, seat: Seat): string {
  return game.seats.names[seat] ?? `seat ${seat + 1}`;
}

/** The players as everybody may see them. */
export function snapshotPlayers(game: AnyGame, match: MatchRow): SnapshotPlayer[] {
  return match.seats.map((seat) => ({
    seat: seat.seat,
    seat_name: seatName(game, seat.seat),
    kind: seat.kind,
    display_name: seat.displayName,
    agent_id: seat.agentId,
    strength: seat.strength,
    elo: seat.eloBefore,
    elo_after: seat.eloAfter,
  }));
}

function toSnapshot(match: MatchRow, viewer: 'spectator' | 'omniscient'): MatchSnapshot | null {
  const game = gameById(match.gameId);
  if (!game) return null;
  const view = viewOf(game, match, viewer);
  return {
    match_id: match.id,
    experience_id: match.experienceId,
    game_type: game.id,
    title: game.title,
    about: game.about,
    kind: match.kind,
    status: match.status,
    rated: match.rated,
    players: snapshotPlayers(game, match),
    view,
    text: game.describe(view, viewer),
    clock: wireClock(game, match, viewer, new Date()),
    ply: match.ply,
    outcome: match.outcome,
    end_reason: match.endReason,
    seed_commitment: match.seedCommitment,
    seed: match.status === 'active' ? null : match.seed,
    started_at: match.startedAt.toISOString(),
    ended_at: match.endedAt?.toISOString() ?? null,
    cursor: (viewer === 'omniscient' ? match.head.lastId : match.head.lastIds.public) ?? '',
  };
}

/** A match as pages and sockets show it, read fresh; null when there is none. One query. */
export async function loadMatchSnapshot(args: {
  matchId: string;
  viewer: 'spectator' | 'omniscient';
}): Promise<MatchSnapshot | null> {
  const [match] = await findMatches([args.matchId]);
  return match ? toSnapshot(match, args.viewer) : null;
}

/** The present answer of a match to a viewer, read fresh. @throws AppError EXPERIENCE_TOOL_NOT_FOUND when there is no such match. */
export async function matchResponse(args: { matchId: string; viewer: Viewer }): Promise<BuiltinResponse> {
  const [match] = await findMatches([args.matchId]);
  const game = match && gameById(match.gameId);
  if (!match || !game) throw new AppError('EXPERIENCE_TOOL_NOT_FOUND', 'There is no such match.');
  return responseFor(game, match, args.viewer, new Date());
}

/** Which events of a match a viewer may read. */
export async function matchAudiences(args: { matchId: string; viewer: Viewer }): Promise<Audience[] | 'all'> {
  if (args.viewer === 'omniscient') return 'all';
  if (args.viewer === 'spectator') return ['public'];
  const [match] = await findMatches([args.matchId]);
  return match ? seatAudiences(match, args.viewer) : ['public'];
}

/** What a seat may read as the match stands: the public, its own and its teams' events. */
export function seatAudiences(match: Pick<MatchRow, 'gameId' | 'state'>, seat: Seat): Audience[] {
  const teams = gameById(match.gameId)?.teamsOf?.(match.state, seat) ?? [];
  return ['public', `seat:${seat}`, ...teams.map((team): Audience => `team:${team}`)];
}

/** The bare row with its seats, read fresh; for services that need more than a view. */
export async function readMatch(matchId: string): Promise<MatchRow | null> {
  return (await findMatches([matchId]))[0] ?? null;
}

const listed = (matches: MatchRow[]): LiveMatch[] =>
  matches.flatMap((match) => {
    const snapshot = toSnapshot(match, 'spectator');
    return snapshot ? [snapshot] : [];
  });

/** What is being played now: agents first, house exhibitions after them. At most two queries. */
export async function listLiveMatches(args: { limit: number }): Promise<LiveMatch[]> {
  return listed(await findLive(args.limit));
}

/** Finished matches, newest first; of one experience or one agent when asked. One query. */
export async function listRecentMatches(args: {
  limit: number;
  experienceId?: string;
  agentId?: string;
  before?: Date;
}): Promise<LiveMatch[]> {
  return listed(await findRecent(args));
}
