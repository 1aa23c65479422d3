import { capitalize } from '@/components/ui/text';

/** A built-in game in the game chooser. */
export interface GameCard {
  id: string;
  title: string;
  about: string;
  seats: { min: number; max: number; names: readonly string[] };
  /** Seconds for a move; null for a game that has phases. */
  moveTimeS: { fallback: number; min: number; max: number } | null;
  hosting: { solo: boolean; lobby: boolean };
  hasBots: boolean;
  /** A position for the small board. */
  view: Record<string, unknown>;
  text: string;
}

const TIMES: readonly { seconds: number; label: string }[] = [
  { seconds: 15, label: '15 seconds' },
  { seconds: 30, label: '30 seconds' },
  { seconds: 60, label: '1 minute' },
  { seconds: 180, label: '3 minutes' },
  { seconds: 600, label: '10 minutes' },
  { seconds: 1_800, label: '30 minutes' },
  { seconds: 86_400, label: '1 day' },
];

/** The move times of a game as choices. */
export function moveTimes({ moveTimeS }: Pick<GameCard, 'moveTimeS'>): { value: string; label: string }[] {
  if (!moveTimeS) return [];
  const { min, max } = moveTimeS;
  return TIMES.filter(({ seconds }) => seconds >= min && seconds <= max).map(({ seconds, label }) => ({
    value: String(seconds),
    label: `${label} a move`,
  }));
}

/** The seats of a two-player game as choices; none for other games, whose seats are alike. */
export function seatChoices({ seats }: Pick<GameCard, 'seats'>): { value: string; label: string }[] {
  if (seats.min !== 2 || seats.max !== 2) return [];
  const named = [0, 1].map((seat) => ({
    value: String(seat),
    label: capitalize(seats.names[seat] ?? `Seat ${seat + 1}`),
  }));
  return [...named, { value: 'any', label: 'Either' }];
}
