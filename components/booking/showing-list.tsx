import shared from '@/components/ui/shared.module.css';
import { formatPrice } from '@/lib/booking';
import { Choice, NothingMatches, Tick } from './choice';
import { entriesOf, type StageProps } from './entries';
import { ItemMark, ItemNote } from './item-mark';
import classes from './showing-list.module.css';

const SEATS = 100;

/** The showings of a day. */
export function ShowingList(props: StageProps) {
  const entries = entriesOf(props).filter(({ isHidden }) => !isHidden);
  if (entries.length === 0) return <NothingMatches />;
  return (
    <ul className={classes.list}>
      {entries.map((entry) => {
        const { item, mark, note, isSelected, isDisabled } = entry;
        const left = Number(item.seatsLeft);
        return (
          <li key={item.id}>
            <Choice entry={entry} onTool={props.onTool} className={classes.showing}>
              <span className={classes.time}>{item.time}</span>
              <span className={classes.facts}>
                <span className={classes.format}>{item.format}</span>
                <span>{item.screen}</span>
                {mark && <ItemMark mark={mark} />}
              </span>
              <span className={shared.mutedSmall}>{item.language}</span>
              {note && <ItemNote text={note} />}
              <span className={classes.seats}>
                <span className={classes.bar} aria-hidden>
                  <span style={{ inlineSize: `${Math.max(0, SEATS - left)}%` }} />
                </span>
                {isDisabled ? (left > 0 ? 'has begun' : 'sold out') : `${left} seats left`}
              </span>
              <span className={classes.price}>{formatPrice(Number(item.price))}</span>
              {isSelected && <Tick className={classes.tick} />}
            </Choice>
          </li>
        );
      })}
    </ul>
  );
}
