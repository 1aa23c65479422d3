import { IconMinus, IconPlus } from '@tabler/icons-react';
import clsx from 'clsx';
import { IconButton } from '@/components/ui/button';
import shared from '@/components/ui/shared.module.css';
import { formatPrice } from '@/lib/booking';
import { choiceClass, NothingMatches } from './choice';
import { entriesOf, type StageProps, textOf } from './entries';
import { ItemMark, ItemNote } from './item-mark';
import classes from './ticket-counters.module.css';

/** How many tickets are missing, or too many, in words. */
function describeMissing(chosen: number, needed: number): string {
  if (chosen === needed) return needed === 1 ? 'Your ticket is chosen.' : `All ${needed} tickets are chosen.`;
  const missing = needed - chosen;
  return missing > 0
    ? `Choose ${missing} more ${missing === 1 ? 'ticket' : 'tickets'}.`
    : `${-missing} too many: you have ${needed} ${needed === 1 ? 'seat' : 'seats'}.`;
}

/** A counter for each ticket type. */
export function TicketCounters(props: StageProps) {
  const { spec, onTool } = props;
  const needed = spec.meta?.ticketsNeeded ?? 0;
  const quantities = spec.state.quantities ?? {};
  const chosen = Object.values(quantities).reduce((sum, one) => sum + one, 0);
  const entries = entriesOf(props).filter(({ isHidden }) => !isHidden);
  if (entries.length === 0) return <NothingMatches />;
  return (
    <div className={classes.tickets}>
      <ul className={clsx(shared.list, shared.grid12)}>
        {entries.map((entry) => {
          const { item, mark, note } = entry;
          const quantity = quantities[item.id] ?? 0;
          const set = (next: number) => onTool?.('setQuantity', { typeId: item.id, quantity: next });
          return (
            <li key={item.id} className={clsx(choiceClass(entry), classes.row)}>
              <span className={classes.text}>
                <span className={classes.name}>
                  {item.name} {mark && <ItemMark mark={mark} />}
                </span>
                <span className={shared.muted}>{textOf(item.description)}</span>
                {note && <ItemNote text={note} />}
              </span>
              <span className={shared.numericFont}>{formatPrice(Number(item.price))}</span>
              <span className={classes.counter}>
                <IconButton
                  variant="default"
                  size={40}
                  aria-label={`One ${item.name} ticket less`}
                  disabled={!onTool || quantity === 0}
                  onClick={() => set(quantity - 1)}
                >
                  <IconMinus size={18} stroke={1.75} aria-hidden />
                </IconButton>
                <output className={classes.quantity} aria-label={`${item.name} tickets`}>
                  {quantity}
                </output>
                <IconButton
                  variant="default"
                  size={40}
                  aria-label={`One ${item.name} ticket more`}
                  disabled={!onTool || chosen >= needed}
                  onClick={() => set(quantity + 1)}
                >
                  <IconPlus size={18} stroke={1.75} aria-hidden />
                </IconButton>
              </span>
            </li>
          );
        })}
      </ul>
      <p className={classes.missing} role="status">
        {describeMissing(chosen, needed)}
      </p>
    </div>
  );
}
