import { IconStarFilled } from '@tabler/icons-react';
import { formatPrice } from '@/lib/booking';
import { Choice, NothingMatches, Tick } from './choice';
import { entriesOf, type StageProps, textOf } from './entries';
import { ItemMark, ItemNote } from './item-mark';
import classes from './movie-grid.module.css';
import { Poster } from './posters/poster';

/** The films, each with its poster. */
export function MovieGrid(props: StageProps) {
  const entries = entriesOf(props).filter(({ isHidden }) => !isHidden);
  if (entries.length === 0) return <NothingMatches />;
  return (
    <ul className={classes.grid}>
      {entries.map((entry) => {
        const { item, mark, note, isSelected } = entry;
        const age = Number(item.age);
        return (
          <li key={item.id}>
            <Choice entry={entry} onTool={props.onTool} className={classes.card}>
              <span className={classes.picture}>
                <Poster name={textOf(item.poster)} title={textOf(item.title)} className={classes.poster} />
                {isSelected && <Tick className={classes.tick} />}
              </span>
              <span className={classes.text}>
                {mark && <ItemMark mark={mark} className={classes.mark} />}
                <span className={classes.title}>{item.title}</span>
                <span className={classes.facts}>
                  <span className={classes.score}>
                    <IconStarFilled size={12} aria-hidden />
                    <span className="visually-hidden">Score </span>
                    {Number(item.score).toFixed(1)}
                  </span>
                  <span>{item.minutes} min</span>
                  <span>{age === 0 ? 'all ages' : `${age}+`}</span>
                </span>
                <span className={classes.genres}>{textOf(item.genres)}</span>
                {note && <ItemNote text={note} />}
                <span className={classes.synopsis}>{item.synopsis}</span>
                <span className={classes.price}>
                  {typeof item.fromPrice === 'number' ? `from ${formatPrice(item.fromPrice)}` : 'no showings'}
                </span>
              </span>
            </Choice>
          </li>
        );
      })}
    </ul>
  );
}
