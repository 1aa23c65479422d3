import { capitalize } from '@/components/ui/text';

/** A built-in game in the game chooser. */
export interface GameCard {
  id: string;
  title: string;
  about: string;
  seats: { min: number; max: number; names: readonly string[] };
  /** Seconds for a move; null for a game that has phases. */
  moveTimeS: { fallback: number; min: number; max: number } | null;
  /** A match may have one clock for the whole game. */
  hasGameClock: boolean;
  hosting: { solo: boolean; lobby: boolean };
  hasBots: boolean;
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

/** Minutes for the whole game and seconds that each move adds. */
const GAME_CLOCKS = [
  [1, 0],
  [3, 2],
  [5, 3],
  [10, 5],
  [15, 10],
  [30, 20],
] as const;

/** The times of a game as choices: for each move, and in some games for the whole game (`300+3`, in seconds). */
export function timeChoices(game: Pick<GameCard, 'moveTimeS' | 'hasGameClock'>): { value: string; label: string }[] {
  return [...moveTimes(game), ...(game.hasGameClock ? gameClocks() : [])];
}

function gameClocks(): { value: string; label: string }[] {
  return GAME_CLOCKS.map(([minutes, incrementS]) => ({
    value: `${minutes * 60}+${incrementS}`,
    label: `${minutes} min${incrementS > 0 ? ` + ${incrementS} s` : ''} for the game`,
  }));
}

/** A choice as the server takes it. */
export function timeFields(choice: string | null): Record<string, number> {
  if (choice === null) return {};
  const [first = 0, incrementS] = choice.split('+').map(Number);
  return incrementS === undefined ? { move_time_s: first } : { clock_base_s: first, clock_increment_s: incrementS };
}

function moveTimes({ moveTimeS }: Pick<GameCard, 'moveTimeS'>): { value: string; label: string }[] {
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
