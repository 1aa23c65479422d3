'use client';
import { type ReactNode, useId } from 'react';
import classes from './menu.module.css';

export interface MenuProps {
  /** What the button is called. */
  label: string;
  className?: string;
  /** The content of the button. */
  icon: ReactNode;
  /** Links and buttons with `menuItemClass`. */
  children: ReactNode;
}

/** The class of links and buttons in a menu. */
export const menuItemClass = classes.item;

/**
 * A button of the top bar that opens a list of links below the bar. The browser opens it, also before the page's script
 * runs, and closes it with Escape and by a click elsewhere; the Tab key closes it when it leaves.
 */
export function Menu({ label, className, icon, children }: MenuProps) {
  const id = useId();
  return (
    <>
      <button type="button" className={className} popoverTarget={id} aria-label={label}>
        {icon}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a click on an item bubbles here, by keyboard too. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the same. */}
      <div
        id={id}
        popover="auto"
        className={classes.menu}
        onBlur={({ currentTarget, relatedTarget }) => {
          // The Tab key has left it: it would lie over what has the focus.
          if (
            relatedTarget &&
            relatedTarget !== currentTarget.previousSibling &&
            !currentTarget.contains(relatedTarget)
          )
            currentTarget.hidePopover();
        }}
        onClick={(event) => {
          if ((event.target as Element).closest('a, button')) event.currentTarget.hidePopover();
        }}
      >
        {children}
      </div>
    </>
  );
}
