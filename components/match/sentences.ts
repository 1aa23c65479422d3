import type { EventSentence } from '@/components/boards/define-board';
import { BOARDS, findBoard } from '@/components/boards/registry';
import { capitalize, isolateDirection } from '@/components/ui/text';
import type { Outcome } from '@/lib/core/game';
import type { LiveMatch, SnapshotPlayer } from '@/lib/domain/matches';
import { nameInText, nameSeats, shortName } from './names';
import type { MatchEvent } from './types';

type Data = Record<string, unknown>;
type Finished = Pick<LiveMatch, 'game_type' | 'outcome' | 'end_reason' | 'players'>;

/** Seats of older matches name a house bot only by its strength. */
const isUnnamedBot = (player: SnapshotPlayer) => player.kind === 'bot' && shortName(player) === player.display_name;

/** A player's name in a sentence: name and seat, "Nova (white)"; of many the name, of a house bot without one the seat alone. */
function playerName(players: readonly SnapshotPlayer[], seat: unknown): string {
  const player = players.find((one) => one.seat === seat);
  if (!player) return 'A player';
  if (players.length === 1) return isolateDirection(player.display_name);
  if (isUnnamedBot(player)) return capitalize(player.seat_name);
  return players.length > 2 ? nameInText(player) : `${nameInText(player)} (${player.seat_name})`;
}

/** The same with the strength of a house bot without a name, because two bots may have played each other. */
function winnerName(players: readonly SnapshotPlayer[], seat: number): string {
  const player = players.find((one) => one.seat === seat);
  const name = playerName(players, seat);
  return player && isUnnamedBot(player) && player.strength && players.length > 1
    ? `${name} (${player.strength})`
    : name;
}

const nameAt = (players: readonly SnapshotPlayer[], seat: number): string => {
  const player = players.find((one) => one.seat === seat);
  return player ? nameInText(player) : 'A player';
};

function playerNames(players: readonly SnapshotPlayer[], seats: unknown): string {
  return Array.isArray(seats) && seats.length > 0 ? list(seats.map((seat) => playerName(players, seat))) : 'A player';
}

/** `threefold_repetition` → `threefold repetition`. */
function plainReason(reason: string | null): string {
  return reason ? reason.replaceAll('_', ' ') : '';
}

/** Reasons that any game can end for; the others are in the folder of their game. */
const END_REASONS: Record<string, string> = {
  timeout: 'on time',
  resigned: 'by resignation',
  default: 'by default',
  agreement: 'by agreement',
};

/** "Nova (white) won by checkmate.", "Draw: threefold.", "Seat 1 won with the most chips." */
export function outcomeSentence(match: Finished): string {
  const { outcome, end_reason, players } = match;
  if (!outcome) return `The match was cancelled${end_reason ? ` (${plainReason(end_reason)})` : ''}; nothing is rated.`;
  if (players.length !== 2) return standingsSentence(match, outcome);
  if (outcome.winner !== null) return `${winnerName(players, outcome.winner)} won ${howWon(match, outcome)}.`;
  const winners = seatsWith(outcome, 'win');
  return winners.length > 0
    ? `${playerNames(players, winners)} won (${plainReason(outcome.reason)}).`
    : howDrawn(outcome);
}

function howDrawn({ reason }: Outcome): string {
  const how = END_REASONS[reason];
  return how ? `Draw ${how}.` : `Draw: ${plainReason(reason)}.`;
}

function howWon({ game_type }: Finished, { reason }: Outcome): string {
  return END_REASONS[reason] ?? findBoard(game_type)?.endReasons?.[reason] ?? `(${plainReason(reason)})`;
}

/** The reason of an end without the winner, for a match of any game: "on time", "board full". */
export function describeEndReason(reason: string): string {
  const ofGames = Object.values(BOARDS).flatMap(({ endReasons }) => endReasons?.[reason] ?? []);
  return END_REASONS[reason] ?? ofGames[0] ?? plainReason(reason);
}

const seatsWith = ({ results }: Outcome, result: 'win' | 'loss' | 'draw') =>
  results.filter((entry) => entry.result === result).map((entry) => entry.seat);

const RESULTS = [
  ['win', 'won'],
  ['draw', 'drew'],
  ['loss', 'lost'],
] as const;

/** The result of one player, or of the best of more than two, with the reason: the others have lost. */
function standingsSentence(match: Finished, outcome: Outcome): string {
  if (match.players.length === 1 && seatsWith(outcome, 'draw').length > 0)
    return `${winnerName(match.players, 0)} ended even.`;
  const side = findBoard(match.game_type)?.winningSides?.[outcome.reason];
  if (side) return `${side}: ${list(seatsWith(outcome, 'win').map((seat) => nameAt(match.players, seat)))}.`;
  const [best = 'No one won'] = RESULTS.flatMap(([result, verb]) => {
    const seats = seatsWith(outcome, result);
    return seats.length > 0 ? [`${list(seats.map((seat) => winnerName(match.players, seat)))} ${verb}`] : [];
  });
  return `${best} ${howWon(match, outcome)}.`;
}

/** "a", "a and b", "a, b and c". */
function list(parts: readonly string[]): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** "Nova against Ada", "Nova, Ada and Zoe", "Nova". */
export function matchup(players: readonly Pick<SnapshotPlayer, 'display_name' | 'kind'>[]): string {
  const names = players.map(nameInText);
  return names.length === 2 ? names.join(' against ') : list(names);
}

/** `played e4`; a game can say more about a move: `hits 9♠: 17`. */
const moveText = ({ does, notation }: Data) => (typeof does === 'string' ? does : `played ${String(notation ?? '')}`);

/** The player of a lobby's event; remote experiences have no names in public. */
const lobbyName = ({ display_name: name }: Data): string => (typeof name === 'string' ? name : 'A player');

const SENTENCES: Record<string, EventSentence> = {
  move_played: (data, name) => `${name(data.seat)} ${moveText(data)}.`,
  resigned: (data, name) => `${name(data.seat)} resigned.`,
  draw_offered: (data, name) => `${name(data.seat)} offers a draw.`,
  draw_declined: (data, name) => `${name(data.seat)} declines the draw.`,
  draw_agreed: (data, name) => `${name(data.seat)} accepts the draw.`,
  ratings_changed: () => '',
  view_changed: () => '',
  match_unrated: ({ message }) => `The match is not rated. ${typeof message === 'string' ? message : ''}`.trim(),
  rematch_offered: () => '',
  lobby_created: () => '',
  player_joined: (data) => `${lobbyName(data)} joined.`,
  player_left: (data) => `${lobbyName(data)} left.`,
  step_taken: () => 'A player acted.',
  host_changed: (data) => `${lobbyName(data)} is the host now.`,
  lobby_cancelled: () => 'The lobby was cancelled.',
};

/** One sentence about an event for spectators; '' for an event that other parts of the page show. */
export function describeEvent(event: MatchEvent, match: Pick<LiveMatch, 'game_type' | 'players'>): string {
  const { type, data } = event;
  const { players } = match;
  switch (type) {
    case 'match_started':
      return `The match began: ${matchup(players)}.`;
    case 'time_ran_out':
      return `${playerNames(players, data.seats)} ran out of time${data.instead ? ` and ${String(data.instead)}` : ''}.`;
    case 'match_ended':
    case 'match_cancelled':
      return outcomeSentence({
        ...match,
        outcome: type === 'match_ended' ? (data.outcome as Outcome | null) : null,
        end_reason: data.reason as string,
      });
  }
  const sentence = findBoard(match.game_type)?.eventSentences?.[type] ?? SENTENCES[type];
  if (sentence) return sentence(data, (seat) => playerName(players, seat));
  return typeof data.says === 'string' ? nameSeats(data.says, players) : `${capitalize(plainReason(type))}.`;
}
