'use client';
import clsx from 'clsx';
import { formatPrice } from '@/lib/booking';
import { Choice } from './choice';
import classes from './date-calendar.module.css';
import { type Entry, entriesOf, type StageProps } from './entries';
import { ItemNote } from './item-mark';
import { useRovingKeys } from './use-roving-keys';

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const month = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' });
const long = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });

const dateOf = (id: string): Date => new Date(`${id}T00:00:00Z`);

/** Days from Monday. */
const columnOf = (id: string): number => (dateOf(id).getUTCDay() + 6) % 7;

function describeDay({ item, isHidden }: Entry): string {
  const offer =
    item.showings === 0 ? 'no showings' : `${item.showings} showings from ${formatPrice(Number(item.fromPrice))}`;
  return `${long.format(dateOf(item.id))}, ${isHidden ? 'hidden by the filter' : offer}`;
}

/** The days of the programme as a calendar. Arrow keys move between days. */
export function DateCalendar(props: StageProps) {
  const entries = entriesOf(props).sort((one, other) => (one.item.id < other.item.id ? -1 : 1));
  const first = entries[0];
  const roving = useRovingKeys(
    entries.map(({ item }) => item.id),
    entries.find(({ isSelected }) => isSelected)?.item.id ?? entries.find(({ isDisabled }) => !isDisabled)?.item.id,
    7,
  );
  if (!first) return null;
  const notes = entries.filter(({ note, isHidden }) => note && !isHidden);
  const months = [...new Set(entries.map(({ item }) => month.format(dateOf(item.id))))];
  return (
    <div className={classes.calendar}>
      <p className={classes.month}>{months.join(' – ')}</p>
      <div className={classes.weekdays} aria-hidden>
        {WEEKDAYS.map((day) => (
          <span key={day}>{day}</span>
        ))}
      </div>
      <div className={classes.days} ref={roving.box}>
        {entries.map((entry, index) => {
          const { item, isDisabled, isHidden } = entry;
          return (
            <Choice
              key={item.id}
              entry={entry}
              onTool={props.onTool}
              className={clsx(classes.day, isHidden && classes.hidden)}
              style={index === 0 ? { gridColumnStart: columnOf(item.id) + 1 } : undefined}
              aria-label={describeDay(entry)}
              {...roving.propsOf(item.id)}
            >
              <span className={classes.number}>{dateOf(item.id).getUTCDate()}</span>
              {!isDisabled && (
                <>
                  <span className={classes.showings}>
                    {item.showings} <span className={classes.word}>showings</span>
                  </span>
                  <span className={classes.price}>{formatPrice(Number(item.fromPrice))}</span>
                </>
              )}
              {isDisabled && <span className={classes.showings}>{isHidden ? '' : 'none'}</span>}
            </Choice>
          );
        })}
      </div>
      {notes.length > 0 && (
        <ul className={classes.notes}>
          {notes.map(({ item, note }) => (
            <li key={item.id}>
              <strong>{item.label}</strong> <ItemNote text={note ?? ''} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
