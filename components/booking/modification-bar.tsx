import { IconArrowsSort, IconFilter, IconMessage2, IconStar, IconX } from '@tabler/icons-react';
import clsx from 'clsx';
import { Button } from '@/components/ui/button';
import { SelectField } from '@/components/ui/field';
import shared from '@/components/ui/shared.module.css';
import type { ModificationType, Stage, UiSpec } from '@/lib/booking';
import type { OnTool } from './entries';
import classes from './modification-bar.module.css';
import { describeModifications } from './modification-words';

const ICONS: Record<ModificationType, typeof IconFilter> = {
  filter: IconFilter,
  sort: IconArrowsSort,
  highlight: IconStar,
  augment: IconMessage2,
};

/** The orders that the person can choose, as `field order`. */
const ORDERS: Partial<Record<Stage, readonly { value: string; label: string }[]>> = {
  movie: [
    { value: 'score desc', label: 'Best score' },
    { value: 'minutes asc', label: 'Shortest' },
    { value: 'fromPrice asc', label: 'Cheapest' },
    { value: 'title asc', label: 'Title' },
  ],
  theater: [
    { value: 'distanceKm asc', label: 'Nearest' },
    { value: 'fromPrice asc', label: 'Cheapest' },
    { value: 'showings desc', label: 'Most showings' },
  ],
  time: [
    { value: 'time asc', label: 'Earliest' },
    { value: 'price asc', label: 'Cheapest' },
    { value: 'seatsLeft desc', label: 'Most free seats' },
  ],
};

const AS_PROGRAMMED = { value: '', label: 'As in the programme' };

function OrderSelect({ spec, onTool }: { spec: UiSpec; onTool: OnTool }) {
  const orders = ORDERS[spec.stage];
  if (!orders) return null;
  const { sort } = spec.modification;
  const current = sort ? `${sort.field} ${sort.order}` : '';
  const isKnown = orders.some(({ value }) => value === current);
  const choose = (value: string) => {
    const [field, order] = value.split(' ');
    if (field) onTool('sort', { field, order });
    else onTool('clearModification', { type: 'sort' });
  };
  return (
    <SelectField
      aria-label="Order"
      options={[
        AS_PROGRAMMED,
        ...orders,
        ...(current && !isKnown ? [{ value: current, label: `By ${sort?.field}` }] : []),
      ]}
      value={current}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  );
}

/** How the stage was filtered, ordered, marked and noted, with a way to undo each. */
export function ModificationBar({ spec, onTool }: { spec: UiSpec; onTool?: OnTool | undefined }) {
  const lines = describeModifications(spec);
  if (spec.state.booking) return null;
  return (
    <div className={classes.bar}>
      {lines.map(({ type, text }) => {
        const Icon = ICONS[type];
        return (
          <span key={type} className={classes.line}>
            <Icon size={14} stroke={1.75} aria-hidden />
            {text}
            {onTool && (
              <button
                type="button"
                className={clsx(shared.plainButton, classes.undo)}
                aria-label={`Undo: ${text}`}
                onClick={() => onTool('clearModification', { type })}
              >
                <IconX size={14} stroke={2} aria-hidden />
              </button>
            )}
          </span>
        );
      })}
      {onTool && lines.length > 1 && (
        <Button size="compact-sm" variant="subtle" onClick={() => onTool('clearModification', {})}>
          Undo all
        </Button>
      )}
      {onTool && <OrderSelect spec={spec} onTool={onTool} />}
    </div>
  );
}
