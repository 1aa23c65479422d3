import { IconMapPin } from '@tabler/icons-react';
import { formatPrice } from '@/lib/booking';
import { Choice, NothingMatches, Tick } from './choice';
import { entriesOf, type StageProps, textOf } from './entries';
import { Facade } from './facade';
import { ItemMark, ItemNote } from './item-mark';
import classes from './theater-list.module.css';

/** The cinemas, each with its front. */
export function TheaterList(props: StageProps) {
  const entries = entriesOf(props).filter(({ isHidden }) => !isHidden);
  if (entries.length === 0) return <NothingMatches />;
  return (
    <ul className={classes.list}>
      {entries.map((entry) => {
        const { item, mark, note, isSelected } = entry;
        return (
          <li key={item.id}>
            <Choice entry={entry} onTool={props.onTool} className={classes.row}>
              <Facade id={item.id} className={classes.facade} />
              <span className={classes.text}>
                <span className={classes.name}>
                  {item.name}
                  {mark && <ItemMark mark={mark} />}
                </span>
                <span className={classes.place}>
                  <IconMapPin size={14} stroke={1.75} aria-hidden />
                  {item.district}, <span className="numeric">{item.distanceKm} km</span>
                </span>
                {textOf(item.features) && <span className={classes.place}>{textOf(item.features)}</span>}
                {note && <ItemNote text={note} />}
                <span className={classes.offer}>
                  {item.showings === 0
                    ? 'Does not show this film'
                    : `${item.showings} showings, from ${formatPrice(Number(item.fromPrice))}`}
                </span>
              </span>
              {isSelected && <Tick className={classes.tick} />}
            </Choice>
          </li>
        );
      })}
    </ul>
  );
}
