import { useSyncExternalStore } from 'react';
import type { SnapshotPlayer } from '@/lib/domain/matches';
import type { Scene } from '@/lib/games/werewolf/transcript';
import classes from './guess.module.css';
import { nameAt } from './words';

const WOLVES = 2;
const CHANGED = 'botplay-guess';

/** Seats by day, as this browser keeps them. */
type Guesses = Readonly<Record<string, readonly number[]>>;

const keyOf = (matchId: string) => `werewolf-guess:${matchId}`;

function readGuesses(text: string): Guesses {
  try {
    return JSON.parse(text) as Guesses;
  } catch {
    return {};
  }
}

const stored = (matchId: string): string => {
  try {
    return localStorage.getItem(keyOf(matchId)) ?? '{}';
  } catch {
    return '{}';
  }
};

function subscribe(onChange: () => void): () => void {
  window.addEventListener(CHANGED, onChange);
  return () => window.removeEventListener(CHANGED, onChange);
}

export interface GuessProps {
  matchId: string;
  scene: Scene;
  players: readonly SnapshotPlayer[];
  /** The newest moment of a running match, and its roles are hidden. */
  isOpen: boolean;
  isOver: boolean;
}

/**
 * Who is the wolf? A spectator picks two players before each vote is over, and sees the own score at the end. The guesses stay
 * in the browser.
 */
export function Guess({ matchId, scene, players, isOpen, isOver }: GuessProps) {
  const text = useSyncExternalStore(
    subscribe,
    () => stored(matchId),
    () => '{}',
  );
  const guesses = readGuesses(text);
  if (isOver) return <Score guesses={guesses} scene={scene} players={players} />;
  const { day, phase } = scene;
  const mayGuess = isOpen && day > 0 && phase !== 'NIGHT' && phase !== 'DAY_RESOLUTION';
  const chosen = guesses[day] ?? [];
  if (!mayGuess) return null;
  const choose = (seat: number) => {
    const next = chosen.includes(seat) ? chosen.filter((one) => one !== seat) : [...chosen, seat].slice(-WOLVES);
    try {
      localStorage.setItem(keyOf(matchId), JSON.stringify({ ...guesses, [day]: next }));
    } catch {
      return;
    }
    window.dispatchEvent(new Event(CHANGED));
  };
  return (
    <fieldset className={classes.guess}>
      <legend>Who is the wolf? Pick two before the vote ends.</legend>
      {players
        .filter(({ seat }) => scene.alive[seat])
        .map(({ seat, display_name }) => (
          <button key={seat} type="button" aria-pressed={chosen.includes(seat)} onClick={() => choose(seat)}>
            <bdi>{display_name}</bdi>
          </button>
        ))}
    </fieldset>
  );
}

/** How often the guesses of each day were right. */
function Score({ guesses, scene, players }: { guesses: Guesses } & Pick<GuessProps, 'scene' | 'players'>) {
  const days = Object.entries(guesses).filter(([, seats]) => seats.length > 0);
  if (days.length === 0 || scene.winner === null) return null;
  const isWolf = (seat: number) => scene.roles[seat] === 'WEREWOLF';
  const all = days.flatMap(([, seats]) => seats);
  return (
    <div className={classes.score}>
      <strong>
        Your guesses: {all.filter(isWolf).length} of {all.length} were werewolves
      </strong>
      <ul>
        {days.map(([day, seats]) => (
          <li key={day}>
            Day {day}:{' '}
            {seats.map((seat) => `${nameAt(players, seat)} ${isWolf(seat) ? '(a werewolf)' : '(no)'}`).join(', ')}
          </li>
        ))}
      </ul>
    </div>
  );
}
