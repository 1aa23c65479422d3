'use client';
import clsx from 'clsx';
import { Fragment } from 'react';
import { formatPrice } from '@/lib/booking';
import { Choice } from './choice';
import { type Entry, entriesOf, type StageProps } from './entries';
import { ItemMark, ItemNote } from './item-mark';
import classes from './seat-map.module.css';
import { useRovingKeys } from './use-roving-keys';

const COLUMNS = 10;

function describeSeat({ item, isSelected, isDisabled, isHidden, mark, note }: Entry): string {
  const kind = item.kind === 'standard' ? '' : `, ${item.kind === 'wheelchair' ? 'wheelchair space' : item.kind}`;
  const price = Number(item.surcharge) > 0 ? `, ${formatPrice(Number(item.surcharge))} more` : '';
  const state = isSelected ? 'selected' : isHidden ? 'hidden by the filter' : isDisabled ? 'not available' : 'free';
  const marked = mark && mark !== 'avoid' ? ', suggested' : '';
  return `Row ${item.row}, seat ${item.number}${kind}${price}, ${state}${marked}${note ? `, ${note}` : ''}`;
}

/** The hall: the screen, the rows, and a legend. Arrow keys move between seats, Enter or Space selects. */
export function SeatMap(props: StageProps) {
  const { spec, onTool } = props;
  const order = new Map(spec.items.map(({ id }, index) => [id, index]));
  const entries = entriesOf(props).sort((a, b) => (order.get(a.item.id) ?? 0) - (order.get(b.item.id) ?? 0));
  const ids = entries.map(({ item }) => item.id);
  const start = entries.find(({ isSelected }) => isSelected) ?? entries.find(({ isDisabled }) => !isDisabled);
  const roving = useRovingKeys(ids, start?.item.id, COLUMNS);
  const rows = [...new Set(entries.map(({ item }) => String(item.row)))];
  const free = entries.filter(({ item }) => !item.isDisabled).length;
  const noted = entries.filter(({ note, isHidden }) => note && !isHidden);
  const mark = entries.find((entry) => entry.mark)?.mark;
  return (
    <div className={classes.hall}>
      <p className="visually-hidden">
        {entries.length} seats in {rows.length} rows, {free} free. Row A is nearest to the screen.
      </p>
      <svg className={classes.screen} viewBox="0 0 400 44" aria-hidden>
        <path className={classes.light} d="M28 12Q200 -6 372 12L396 44H4Z" />
        <path className={classes.canvas} d="M28 12Q200 -6 372 12" />
      </svg>
      <div className={classes.rows} ref={roving.box}>
        {rows.map((row) => (
          <Fragment key={row}>
            <span className={classes.letter} aria-hidden>
              {row}
            </span>
            {entries
              .filter(({ item }) => item.row === row)
              .map((entry) => {
                const { item, isSelected, isHidden } = entry;
                return (
                  <Choice
                    key={item.id}
                    entry={entry}
                    onTool={onTool}
                    aria-label={describeSeat(entry)}
                    className={clsx(
                      classes.seat,
                      item.number === COLUMNS / 2 + 1 && classes.afterAisle,
                      item.kind === 'premium' && classes.premium,
                      item.kind === 'wheelchair' && classes.wheelchair,
                      item.isDisabled && classes.taken,
                      isHidden && !item.isDisabled && classes.hidden,
                      isSelected && classes.selected,
                    )}
                    {...roving.propsOf(item.id)}
                  >
                    <span aria-hidden>{item.number}</span>
                  </Choice>
                );
              })}
            <span className={classes.letter} aria-hidden>
              {row}
            </span>
          </Fragment>
        ))}
      </div>
      <ul className={classes.legend} aria-label="Legend">
        <li>
          <span className={classes.sample} /> free
        </li>
        <li>
          <span className={clsx(classes.sample, classes.premium)} /> more room, +€2.00
        </li>
        <li>
          <span className={clsx(classes.sample, classes.wheelchair)} /> wheelchair space
        </li>
        <li>
          <span className={clsx(classes.sample, classes.taken)} /> taken
        </li>
        <li>
          <span className={clsx(classes.sample, classes.selected)} /> yours
        </li>
        {mark && (
          <li>
            <ItemMark mark={mark} />
          </li>
        )}
      </ul>
      {noted.length > 0 && (
        <ul className={classes.notes}>
          {noted.map(({ item, note }) => (
            <li key={item.id}>
              <strong className="numeric">{item.id}</strong> <ItemNote text={note ?? ''} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
