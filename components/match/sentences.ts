import { roundSentence } from '@/components/boards/words';
import type { Outcome } from '@/lib/core/game';
import type { MatchEvent, Player } from './wire';

type Data = Record<string, unknown>;
type Say = (data: Data, players: readonly Player[]) => string;

/** How a player is called in a sentence: by name and chair; a house bot by its chair alone. */
function called(players: readonly Player[], seat: unknown): string {
  const player = players.find((one) => one.seat === seat);
  if (!player) return 'A player';
  if (players.length === 1) return player.display_name;
  return player.kind === 'bot' ? capital(player.seat_name) : `${player.display_name} (${player.seat_name})`;
}

/** Who won: a house bot's chair alone would not tell which of two bots it was. */
function winnerCalled(players: readonly Player[], seat: number): string {
  const player = players.find((one) => one.seat === seat);
  const said = called(players, seat);
  return player?.kind === 'bot' && player.strength && players.length > 1 ? `${said} (${player.strength})` : said;
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function all(players: readonly Player[], seats: unknown): string {
  return Array.isArray(seats) && seats.length > 0 ? list(seats.map((seat) => called(players, seat))) : 'A player';
}

/** `threefold_repetition` → `threefold repetition`. */
export function plainReason(reason: string | null): string {
  return reason ? reason.replaceAll('_', ' ') : '';
}

const REASONS: Record<string, string> = {
  checkmate: 'by checkmate',
  timeout: 'on time',
  resigned: 'by resignation',
  line: 'with three in a row',
  four: 'with four in a row',
  no_pieces: 'by taking every piece',
  no_moves: 'by leaving no move',
  broke: 'with no chips left',
  more_seeds: 'with more seeds',
  fleet_sunk: 'by sinking the fleet',
  rounds: 'on rounds',
  chips: 'on chips',
  default: 'by default',
};

/** "Nova (white) won by checkmate.", "Draw: threefold.", "Seat 1 won on chips; Seat 2 lost." */
export function outcomeSentence(outcome: Outcome | null, reason: string | null, players: readonly Player[]): string {
  if (!outcome) return `The match was cancelled${reason ? ` (${plainReason(reason)})` : ''}; nothing is rated.`;
  if (players.length !== 2) return standingsSentence(outcome, players);
  if (outcome.winner !== null) return `${winnerCalled(players, outcome.winner)} won ${how(outcome.reason)}.`;
  const winners = seatsWith(outcome, 'win');
  return winners.length > 0
    ? `${all(players, winners)} won (${plainReason(outcome.reason)}).`
    : `Draw: ${plainReason(outcome.reason)}.`;
}

const how = (reason: string) => REASONS[reason] ?? `(${plainReason(reason)})`;

/** The reason of an end without who won: "on time", "board full". */
export function howEnded(reason: string): string {
  return REASONS[reason] ?? plainReason(reason);
}

const seatsWith = ({ results }: Outcome, result: 'win' | 'loss' | 'draw') =>
  results.filter((entry) => entry.result === result).map((entry) => entry.seat);

const RESULTS = [
  ['win', 'won'],
  ['draw', 'drew'],
  ['loss', 'lost'],
] as const;

/** How a match of one player or of more than two came out for each of them: the best first, and by what. */
function standingsSentence(outcome: Outcome, players: readonly Player[]): string {
  const [best = 'Nobody won', ...others] = RESULTS.flatMap(([result, verb]) => {
    const seats = seatsWith(outcome, result);
    return seats.length > 0 ? [`${list(seats.map((seat) => winnerCalled(players, seat)))} ${verb}`] : [];
  });
  return `${[`${best} ${how(outcome.reason)}`, ...others].join('; ')}.`;
}

/** "a", "a and b", "a, b and c". */
function list(parts: readonly string[]): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** "Nova against Ada", "Nova, Ada and Zoe", "Nova". */
export function matchup(players: readonly Pick<Player, 'display_name'>[]): string {
  const names = players.map((player) => player.display_name);
  return names.length === 2 ? names.join(' against ') : list(names);
}

/** `played e4`; games in which a move is more than its name say what it does: `hits 9♠: 17`. */
const doing = ({ does, notation }: Data) => (typeof does === 'string' ? does : `played ${String(notation ?? '')}`);

const SAYINGS: Record<string, Say> = {
  match_started: (_, players) => `The match began: ${matchup(players)}.`,
  move_played: (data, players) => `${called(players, data.seat)} ${doing(data)}.`,
  bet_noted: (data, players) => `${called(players, data.seat)} has bet ${String(data.bet)}.`,
  move_committed: (data, players) => `${called(players, data.seat)} chose a number.`,
  number_chosen: () => '',
  round_resolved: (data) => roundSentence(data as Parameters<typeof roundSentence>[0]),
  resigned: (data, players) => `${called(players, data.seat)} resigned.`,
  time_ran_out: (data, players) =>
    `${all(players, data.seats)} ran out of time${data.instead ? ` and ${String(data.instead)}` : ''}.`,
  match_ended: (data, players) => outcomeSentence(data.outcome as Outcome | null, data.reason as string, players),
  match_cancelled: (data, players) => outcomeSentence(null, data.reason as string, players),
  ratings_changed: () => '',
  rematch_offered: () => '',
  lobby_created: () => '',
  player_joined: (data) => `${String(data.display_name)} joined.`,
  player_left: (data) => `${String(data.display_name)} left.`,
  host_changed: (data) => `${String(data.display_name)} is the host now.`,
  lobby_cancelled: () => 'The lobby was cancelled.',
};

/** What an event says to a stranger; '' for what is told elsewhere on the page. */
export function sentenceOf(event: MatchEvent, players: readonly Player[]): string {
  const say = SAYINGS[event.type];
  if (say) return say(event.data, players);
  return typeof event.data.says === 'string' ? event.data.says : `${capital(plainReason(event.type))}.`;
}
