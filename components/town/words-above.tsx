import type { TownBuilding } from '@/lib/domain/werewolf';
import { MAP, PLOTS } from './layout';
import { withNames } from './match/words';
import classes from './words-above.module.css';

/** What a player said last in a match of the town. */
export interface SaidWords {
  /** Of the event. */
  id: string;
  matchId: string;
  playerId: string;
  /** It names players by their ids. */
  message: string;
}

/** Words over the house of their match, for as long as it takes to read them. They are for the eye: the match has its transcript. */
export function WordsAbove({ sentence, buildings }: { sentence: SaidWords; buildings: readonly TownBuilding[] }) {
  const building = buildings.find(({ match_id }) => match_id === sentence.matchId);
  const place = building && PLOTS[building.plot];
  if (!building || !place) return null;
  const players = building.players.map(({ seat, display_name }) => ({
    seat: seat - 1,
    display_name: display_name.replace(/ \(house bot\)$/, ''),
  }));
  const { x, y, scale } = place;
  return (
    <p
      className={classes.words}
      data-side={x < MAP.width / 3 ? 'left' : x > (2 * MAP.width) / 3 ? 'right' : 'middle'}
      style={{ left: `${(100 * x) / MAP.width}%`, top: `${(100 * (y - 205 * scale)) / MAP.height}%` }}
      dir="auto"
      aria-hidden
    >
      <span className={classes.text}>
        <strong>{withNames(sentence.playerId, players)}</strong> {withNames(sentence.message, players)}
      </span>
    </p>
  );
}
