import { IconCircleCheck } from '@tabler/icons-react';
import clsx from 'clsx';
import { formatPrice } from '@/lib/booking';
import classes from './booking-summary.module.css';
import choices from './choices.module.css';
import { entriesOf, type StageProps, textOf } from './entries';
import { ItemNote } from './item-mark';
import { Poster } from './posters/poster';

const BARS = 44;

/** A pattern of lines for a reference, as on a printed ticket. Decorative. */
function Bars({ reference }: { reference: string }) {
  const widths = Array.from({ length: BARS }, (_, index) => {
    const code = reference.charCodeAt(index % reference.length) + index * 7;
    return { width: 1 + (code % 3), gap: 1 + ((code >> 2) % 3) };
  });
  let x = 0;
  return (
    <svg className={classes.bars} viewBox="0 0 176 40" preserveAspectRatio="none" aria-hidden>
      {widths.map(({ width, gap }, index) => {
        const at = x;
        x += width + gap;
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a reference never move.
        return <rect key={index} x={at} y="0" width={width} height="40" />;
      })}
    </svg>
  );
}

/** The booking as a ticket: to check before it is confirmed, with its reference after. */
export function BookingSummary(props: StageProps) {
  const { spec } = props;
  const { booking } = spec.state;
  const lines = entriesOf(props).filter(({ item }) => item.id !== 'total');
  const title = textOf(spec.items.find(({ id }) => id === 'movie')?.value);
  return (
    <div className={classes.ticket}>
      <div className={classes.poster}>
        <Poster name={spec.meta?.poster ?? ''} title={title} />
      </div>
      <dl className={classes.lines}>
        {lines.map((entry) => (
          <div
            key={entry.item.id}
            className={clsx(classes.line, entry.mark && choices.marked, entry.isChanged && choices.changed)}
          >
            <dt>{entry.item.label}</dt>
            <dd>
              {textOf(entry.item.value)}
              {entry.note && <ItemNote text={entry.note} />}
            </dd>
          </div>
        ))}
      </dl>
      <div className={classes.stub}>
        <p className={classes.total}>
          <span>Total</span>
          <strong>{formatPrice(spec.meta?.total ?? 0)}</strong>
        </p>
        {booking ? (
          <>
            <p className={classes.done}>
              <IconCircleCheck size={20} stroke={1.75} aria-hidden /> Booked
            </p>
            <p className={classes.reference}>
              <span className="visually-hidden">Booking reference </span>
              {booking.reference}
            </p>
            <Bars reference={booking.reference} />
          </>
        ) : (
          <p className={classes.unpaid}>You pay at the box office. Nothing is charged here.</p>
        )}
      </div>
    </div>
  );
}
