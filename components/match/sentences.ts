import { roundSentence } from '@/components/boards/words';
import type { Outcome } from '@/lib/core/game';
import type { MatchEvent, Player } from './wire';

type Data = Record<string, unknown>;
type Say = (data: Data, players: readonly Player[]) => string;

/** How a player is called in a sentence: by name and chair; a house bot by its chair alone. */
function called(players: readonly Player[], seat: unknown): string {
  const player = players.find((one) => one.seat === seat);
  if (!player) return 'A player';
  return player.kind === 'bot' ? capital(player.seat_name) : `${player.display_name} (${player.seat_name})`;
}

/** Who won: a house bot's chair alone would not tell which of two bots it was. */
function winnerCalled(players: readonly Player[], seat: number): string {
  const player = players.find((one) => one.seat === seat);
  const said = called(players, seat);
  return player?.kind === 'bot' && player.strength ? `${said} (${player.strength})` : said;
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function all(players: readonly Player[], seats: unknown): string {
  return Array.isArray(seats) && seats.length > 0
    ? seats.map((seat) => called(players, seat)).join(' and ')
    : 'A player';
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
  rounds: 'on rounds',
  default: 'by default',
};

/** "Nova (white) won by checkmate.", "Draw: threefold." */
export function outcomeSentence(outcome: Outcome | null, reason: string | null, players: readonly Player[]): string {
  if (!outcome) return `The match was cancelled${reason ? ` (${plainReason(reason)})` : ''}; nothing is rated.`;
  if (outcome.winner === null) {
    const winners = outcome.results.filter((entry) => entry.result === 'win').map((entry) => entry.seat);
    return winners.length > 0
      ? `${all(players, winners)} won (${plainReason(outcome.reason)}).`
      : `Draw: ${plainReason(outcome.reason)}.`;
  }
  return `${winnerCalled(players, outcome.winner)} won ${REASONS[outcome.reason] ?? `(${plainReason(outcome.reason)})`}.`;
}

const SAYINGS: Record<string, Say> = {
  match_started: (_, players) => `The match began: ${players.map((one) => one.display_name).join(' against ')}.`,
  move_played: (data, players) => `${called(players, data.seat)} played ${String(data.notation ?? '')}.`,
  move_committed: (data, players) => `${called(players, data.seat)} chose a number.`,
  number_chosen: () => '',
  round_resolved: (data) => roundSentence(data as Parameters<typeof roundSentence>[0]),
  resigned: (data, players) => `${called(players, data.seat)} resigned.`,
  time_ran_out: (data, players) => `${all(players, data.seats)} ran out of time.`,
  match_ended: (data, players) => outcomeSentence(data.outcome as Outcome | null, data.reason as string, players),
  match_cancelled: (data, players) => outcomeSentence(null, data.reason as string, players),
  ratings_changed: () => '',
  lobby_created: () => '',
  player_joined: (data) => `${String(data.display_name)} joined.`,
  player_left: (data) => `${String(data.display_name)} left.`,
  host_changed: (data) => `${String(data.display_name)} is the host now.`,
  lobby_cancelled: () => 'The lobby was cancelled.',
};

/** What an event says to a stranger; '' for what is told elsewhere on the page. */
export function sentenceOf(event: MatchEvent, players: readonly Player[]): string {
  const say = SAYINGS[event.type];
  return say ? say(event.data, players) : `${capital(plainReason(event.type))}.`;
}
