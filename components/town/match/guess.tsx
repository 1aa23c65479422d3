import type { SnapshotPlayer } from '@/lib/domain/matches';
import type { Scene } from '@/lib/games/werewolf/transcript';
import classes from './guess.module.css';
import { type CrowdDay, type Guesses, useCrowd, useOwnGuesses } from './use-guesses';
import { nameAt } from './words';

const WOLVES = 2;
/** The most suspected players that the crowd's answer names. */
const NAMED = 3;

export interface GuessProps {
  matchId: string;
  scene: Scene;
  players: readonly SnapshotPlayer[];
  /** The newest moment of a running match, and its roles are hidden. */
  isOpen: boolean;
  isOver: boolean;
}

/**
 * Who is the wolf? A spectator picks two players before each vote is over, reads after it what all spectators answered, and at the
 * end how often both were right. docs/decisions/0062-guesses-of-spectators.md
 */
export function Guess({ matchId, scene, players, isOpen, isOver }: GuessProps) {
  const { day, phase } = scene;
  const { guesses, guess, failure } = useOwnGuesses(matchId);
  const isBeforeVote = day > 0 && phase !== 'NIGHT' && phase !== 'DAY_RESOLUTION' && phase !== 'ENDED';
  const crowd = useCrowd(matchId, isOver ? 'end' : `${day} ${isBeforeVote}`);
  if (isOver) return <Score guesses={guesses} crowd={crowd} scene={scene} players={players} />;
  if (!isOpen) return null;
  if (!isBeforeVote) return <Crowd ofDay={crowd.find((one) => one.day === day)} players={players} />;
  const chosen = guesses[day] ?? [];
  const choose = (seat: number) =>
    guess(day, chosen.includes(seat) ? chosen.filter((one) => one !== seat) : [...chosen, seat].slice(-WOLVES));
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
      <p className={classes.note} role="status">
        {failure ?? (chosen.length > 0 && 'Counted. What the others think follows after the vote.')}
      </p>
    </fieldset>
  );
}

const percent = (part: number, whole: number) => `${Math.round((100 * part) / Math.max(1, whole))} %`;

/** What all spectators answered on one day. */
function Crowd({ ofDay, players }: { ofDay: CrowdDay | undefined; players: readonly SnapshotPlayer[] }) {
  if (!ofDay) return null;
  const { spectators, seats } = ofDay;
  return (
    <section className={classes.crowd} aria-label="What the spectators think">
      <strong>
        {spectators} {spectators === 1 ? 'spectator' : 'spectators'} guessed
      </strong>
      <ol className={classes.answers}>
        {seats.slice(0, NAMED).map(({ seat, guesses }) => (
          <li key={seat}>
            <bdi>{nameAt(players, seat)}</bdi>
            <meter className={classes.share} min={0} max={spectators} value={guesses} aria-hidden />
            <span className="numeric">{percent(guesses, spectators)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface ScoreProps extends Pick<GuessProps, 'scene' | 'players'> {
  guesses: Guesses;
  crowd: readonly CrowdDay[];
}

/** How often the guesses of each day were right, the own ones and those of all spectators. */
function Score({ guesses, crowd, scene, players }: ScoreProps) {
  const days = Object.entries(guesses).filter(([, seats]) => seats.length > 0);
  if (scene.winner === null || (days.length === 0 && crowd.length === 0)) return null;
  const isWolf = (seat: number) => scene.roles[seat] === 'WEREWOLF';
  const own = days.flatMap(([, seats]) => seats);
  const ofAll = crowd.flatMap(({ seats }) => seats);
  const sum = (counts: CrowdDay['seats']) => counts.reduce((total, { guesses: count }) => total + count, 0);
  return (
    <div className={classes.score}>
      {own.length > 0 && (
        <strong>
          Your guesses: {own.filter(isWolf).length} of {own.length} were werewolves
        </strong>
      )}
      {ofAll.length > 0 && (
        <p>All spectators: {percent(sum(ofAll.filter(({ seat }) => isWolf(seat))), sum(ofAll))} were werewolves</p>
      )}
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
