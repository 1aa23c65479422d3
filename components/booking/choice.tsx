import { IconCheck } from '@tabler/icons-react';
import clsx from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import classes from './choices.module.css';
import type { Entry, OnTool } from './entries';

/** The classes of an item in its state. */
export function choiceClass({ mark, isChanged, isDisabled }: Entry): string {
  return clsx(
    classes.choice,
    mark && mark !== 'avoid' && classes.marked,
    isChanged && classes.changed,
    (isDisabled || mark === 'avoid') && classes.dim,
  );
}

/**
 * An item that can be chosen by a click or a key. A closed one keeps its place in the order of the keys, so that a screen
 * reader finds it; in a stage that is only shown it is no button.
 */
export function Choice({
  entry,
  onTool,
  className,
  children,
  ...button
}: {
  entry: Entry;
  onTool?: OnTool | undefined;
  className?: string | undefined;
  children: ReactNode;
} & Omit<ComponentProps<'button'>, 'onClick' | 'disabled'>) {
  const { item, isDisabled, isSelected } = entry;
  const isClosed = isDisabled || !onTool;
  return (
    <button
      {...button}
      type="button"
      data-item={item.id}
      className={clsx(choiceClass(entry), className)}
      aria-pressed={isSelected}
      aria-disabled={isClosed || undefined}
      onClick={() => !isClosed && onTool('select', { itemId: item.id })}
    >
      {children}
    </button>
  );
}

/** The sign of a chosen item. */
export function Tick({ className }: { className?: string | undefined }) {
  return (
    <span className={clsx(classes.tick, className)} aria-hidden>
      <IconCheck size={16} stroke={2.5} />
    </span>
  );
}

/** In place of items when the filter leaves none. */
export function NothingMatches() {
  return <p className={classes.nothing}>Nothing matches the filter. Undo it to see everything again.</p>;
}
