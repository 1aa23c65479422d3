import { now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import { type AnyGame, type Audience, awaitedSeats, type Outcome, type Seat, type Viewer } from '@/lib/core/game';
import { ulidAt, ulidTime } from '@/lib/core/ids';
import { matchStream } from '@/lib/core/stream';
import { toAnsweredEvent } from '@/lib/domain/seating';
import { findLastEvent, mayRead } from '@/lib/events';
import { gameById } from '@/lib/games';
import { drawActionsOf, isOffered } from '@/lib/games/draw-offers';
import { loadMatch } from './match-cache';
import { findMatches } from './matches.repo';
import type { ActionEvent, BuiltinResponse, MatchRow, MatchSnapshot, SnapshotPlayer, WireDraw } from './matches.schema';
import { requireGame } from './require-game';
import { readRivalries } from './rivalries';
import { type Transition, viewOf, wireClock } from './transition';

/** A match with the public view of it, for lists. */
export type LiveMatch = Omit<MatchSnapshot, 'cursor'>;

type Turn = 'awaited' | 'may_act' | 'none';

/** Whether the game waits for a seat, or only lets it act. */
function turnOf(game: AnyGame, match: MatchRow, seat: Seat | null): Turn {
  if (seat === null || match.status !== 'active' || !game.actors(match.state).includes(seat)) return 'none';
  return awaitedSeats(game, match.state).includes(seat) ? 'awaited' : 'may_act';
}

/** Whether the running match waits for an action of a seat. A seat that may merely act again is not awaited. */
export function isAwaited(match: MatchRow, seat: Seat): boolean {
  const game = gameById(match.gameId);
  return game !== undefined && turnOf(game, match, seat) === 'awaited';
}

/** The response to an action or a look, for a seat or a spectator. decisions.md, Multiplayer flow. */
export function responseFor(game: AnyGame, match: MatchRow, viewer: Viewer, at: Date): BuiltinResponse {
  const seat = typeof viewer === 'number' ? viewer : null;
  const turn = turnOf(game, match, seat);
  const draw = seat === null ? null : drawFor(game, match, seat);
  return {
    game_type: game.id,
    status: match.status,
    your_turn: turn === 'awaited',
    ...(turn === 'may_act' ? { may_act: true } : {}),
    legal_moves: turn === 'none' || seat === null ? [] : game.legalMoves(match.state, seat),
    view: viewOf(game, match, viewer),
    ...(match.outcome ? { outcome: withOwnResult(match.outcome, seat) } : {}),
    clock: wireClock(game, match, viewer, at),
    ...(draw ? { draw } : {}),
    message: message(game, match, seat, turn),
  };
}

/** Whether players may agree on a draw. A match of a league ends by its moves: the messages of its protocol have no offer. */
export const knowsDraws = (game: AnyGame, { kind }: Pick<MatchRow, 'kind'>): boolean =>
  game.drawByAgreement === true && kind !== 'league';

function drawFor(game: AnyGame, match: MatchRow, seat: Seat): WireDraw | null {
  if (match.status !== 'active' || !knowsDraws(game, match)) return null;
  const { drawOffers: offers, ply: moves } = match;
  return { offered_by: offers?.open ?? null, actions: drawActionsOf(game, { offers, moves }, seat) };
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

const ANSWER_DRAW =
  'The other side offers a draw: send {"type":"accept_draw"} or {"type":"decline_draw"}; a move declines it. ';

/** One or two sentences: the state of the match, and what to do next. */
function message(game: AnyGame, match: MatchRow, seat: Seat | null, turn: Turn): string {
  const isAsked = seat !== null && match.status === 'active' && isOffered(match.drawOffers, seat);
  const you = seat === null ? '' : `You are ${seatName(game, seat)}. ${isAsked ? ANSWER_DRAW : ''}`;
  if (match.status === 'cancelled') return `${you}The match was cancelled (${match.endReason}); nothing is rated.`;
  if (match.outcome) {
    const own = match.outcome.results.find((entry) => entry.seat === seat)?.result;
    const verdict = own
      ? { win: 'You have won', loss: 'You have lost', draw: 'It is a draw' }[own]
      : 'The match is over';
    return `${you}${verdict} (${match.outcome.reason.replaceAll('_', ' ')}). The session ends by itself.`;
  }
  if (turn === 'awaited') return `${you}It is your turn: send session.step with one of legal_moves as action.`;
  if (turn === 'may_act')
    return `${you}The game does not wait for you. You may still act, for example to change your choice: send session.step with one of legal_moves. Otherwise wait with events.wait on "match:${match.id}".`;
  return `${you}It is not your turn. Wait with events.wait on "${matchStream(match.id)}", or look with {"type":"state"}.`;
}

function seatName(game: AnyGame, seat: Seat): string {
  return game.seats.names[seat] ?? `seat ${seat + 1}`;
}

/** The public data of the players. */
export function snapshotPlayers(game: AnyGame, match: MatchRow): SnapshotPlayer[] {
  return match.seats.map((seat) => ({
    seat: seat.seat,
    seat_name: seatName(game, seat.seat),
    kind: seat.kind,
    display_name: seat.displayName,
    agent_id: seat.agentId,
    strength: seat.strength,
    is_guest: seat.isGuest,
    elo: seat.eloBefore,
    provisional: seat.isProvisional,
    elo_after: seat.eloAfter,
  }));
}

export function toSnapshot(match: MatchRow, viewer: 'spectator' | 'omniscient'): MatchSnapshot | null {
  const game = gameById(match.gameId);
  if (!game) return null;
  const view = viewOf(game, match, viewer);
  const lastPublic = match.head.lastIds.public;
  return {
    match_id: match.id,
    experience_id: match.experienceId,
    game_type: game.id,
    title: game.title,
    about: game.about,
    kind: match.kind,
    status: match.status,
    rated: match.rated,
    unrated: match.unrated,
    players: snapshotPlayers(game, match),
    view,
    text: game.describe(view, viewer),
    clock: wireClock(game, match, viewer, now()),
    ply: match.ply,
    outcome: match.outcome,
    end_reason: match.endReason,
    seed_commitment: match.seedCommitment,
    seed: match.status === 'active' ? null : match.seed,
    omniscient_delay_s: match.omniscientDelayS,
    started_at: match.startedAt.toISOString(),
    moved_at: new Date(lastPublic ? ulidTime(lastPublic) : match.startedAt).toISOString(),
    is_decided: isDecidedView(game.id, view),
    is_quick: game.tags.includes('quick'),
    ended_at: match.endedAt?.toISOString() ?? null,
    rivalry: null,
    commentary: null,
    cursor: (viewer === 'omniscient' ? match.head.lastId : lastPublic) ?? '',
  };
}

/**
 * A match as pages and sockets show it, read from the database; null when it does not exist. Omniscient viewers of a match
 * with a delay see it as it was then. One query; three with a delay; one more for two house bots.
 */
export async function loadMatchSnapshot(args: {
  matchId: string;
  viewer: 'spectator' | 'omniscient';
}): Promise<MatchSnapshot | null> {
  const [match] = await findMatches([args.matchId]);
  if (!match) return null;
  const delayMs = args.viewer === 'omniscient' ? omniscientDelayMs(match) : 0;
  const snapshot = delayMs > 0 ? await loadDelayedSnapshot(match, delayMs) : toSnapshot(match, args.viewer);
  return snapshot && { ...snapshot, rivalry: (await readRivalries([match])).get(match.id) ?? null };
}

/** How far behind omniscient viewers of a match are now, in ms; 0 after its end. decisions.md, Fairness. */
export function omniscientDelayMs({ status, omniscientDelayS }: MatchRow): number {
  return status === 'active' ? omniscientDelayS * 1000 : 0;
}

/** What an event that changes the position carries of the match. */
type Position = Pick<MatchSnapshot, 'view' | 'text' | 'clock' | 'ply'>;

/**
 * A match as omniscient viewers saw it `delayMs` ago: the public snapshot with the position of the last event that is
 * old enough. While there is no such event, nothing hidden is shown.
 */
async function loadDelayedSnapshot(match: MatchRow, delayMs: number): Promise<MatchSnapshot | null> {
  const snapshot = toSnapshot(match, 'spectator');
  const stream = matchStream(match.id);
  const shownAt = now().getTime() - delayMs;
  const last = await findLastEvent({ stream, upTo: ulidAt(shownAt), audiences: 'all' });
  if (!snapshot || !last) return snapshot && { ...snapshot, cursor: '' };
  const audience = requireGame(match.gameId).information === 'hidden' ? 'omniscient' : 'public';
  const changed = await findLastEvent({ stream, upTo: last.id, audiences: [audience], field: 'view' });
  if (!changed) return { ...snapshot, cursor: last.id };
  const { view, text, clock, ply } = changed.data as unknown as Position;
  const shownClock = { ...clock, server_time: new Date(shownAt).toISOString() };
  return { ...snapshot, view, text, clock: shownClock, ply, cursor: last.id };
}

/** The response of a match to a viewer, read from the database. @throws AppError EXPERIENCE_TOOL_NOT_FOUND when there is no such match. */
export async function matchResponse(args: { matchId: string; viewer: Viewer }): Promise<BuiltinResponse> {
  const [match] = await findMatches([args.matchId]);
  const game = match && gameById(match.gameId);
  if (!match || !game) throw new AppError('EXPERIENCE_TOOL_NOT_FOUND', 'There is no such match.');
  return responseFor(game, match, args.viewer, now());
}

/** Which events of a match a viewer may read. */
export async function matchAudiences(args: { matchId: string; viewer: Viewer }): Promise<Audience[] | 'all'> {
  if (args.viewer === 'omniscient') return 'all';
  if (args.viewer === 'spectator') return ['public'];
  const [match] = await findMatches([args.matchId]);
  return match ? seatAudiences(match, args.viewer) : ['public'];
}

/** The audiences of a seat at this point of the match: public, its own and its teams. */
export function seatAudiences(match: Pick<MatchRow, 'gameId' | 'state'>, seat: Seat): Audience[] {
  return audiencesWith(seat, gameById(match.gameId)?.teamsOf?.(match.state, seat));
}

/** The audiences whose events a seat may have read: the ids of these are cursors that it can come back with. */
export function cursorAudiences(match: Pick<MatchRow, 'gameId' | 'state'>, seat: Seat): Audience[] {
  const game = gameById(match.gameId);
  const teams = game?.everTeamsOf?.(match.state, seat) ?? game?.teamsOf?.(match.state, seat);
  return audiencesWith(seat, teams);
}

const audiencesWith = (seat: Seat, teams: readonly string[] = []): Audience[] => [
  'public',
  `seat:${seat}`,
  ...teams.map((team): Audience => `team:${team}`),
];

/** The events of a transition that a seat may read, without the views: the response carries the seat's own. */
export function actionEvents({ match, events }: Transition, seat: Seat): ActionEvent[] {
  const audiences = seatAudiences(match, seat);
  return events.filter((event) => mayRead(audiences, event)).map(toAnsweredEvent);
}

/** A seat with the session that plays it. */
export interface SeatInMatch {
  seat: Seat;
  sessionId: string | null;
}

/**
 * The game of a match and the seat of an agent in it; null when there is no such match. From the cache when the match is
 * there: neither changes.
 */
export async function findSeatInMatch(of: {
  matchId: string;
  agentId: string;
}): Promise<{ gameId: string; seat: SeatInMatch | null } | null> {
  const match = await loadMatch(of.matchId);
  if (!match) return null;
  const own = match.seats.find(({ agentId }) => agentId === of.agentId);
  return { gameId: match.gameId, seat: own ? { seat: own.seat, sessionId: own.sessionId } : null };
}

/** The stored match with its seats, read from the database. */
export async function readMatch(matchId: string): Promise<MatchRow | null> {
  return (await findMatches([matchId]))[0] ?? null;
}

/** Whether one side has as good as won, by the public view of a game. */
export function isDecidedView(gameId: string, view: Record<string, unknown>): boolean {
  return gameById(gameId)?.isDecided?.(view) ?? false;
}
