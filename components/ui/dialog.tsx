'use client';
import { IconX } from '@tabler/icons-react';
import clsx from 'clsx';
import { type ReactNode, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from './button';
import classes from './dialog.module.css';
import { rememberFocus } from './return-focus';

export interface DialogProps {
  title: string;
  onClose: () => void;
  className?: string;
  size?: 'md' | 'lg';
  /** The title is only for screen readers, and there is no button to close. */
  bare?: boolean;
  children: ReactNode;
}

/** Whether the page has a scroll bar; a page without one must not get its place while a dialog is open. */
function pageScrolls(): boolean {
  const { scrollHeight, clientHeight } = document.documentElement;
  return scrollHeight > clientHeight;
}

/**
 * A modal dialog, open as long as it is mounted. The browser keeps the focus in it and closes it with Escape. The focus begins
 * at the element with `data-autofocus`, else at the first control, and returns to where it was.
 */
export function Dialog({ title, onClose, className, size = 'md', bare = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const closed = useEffectEvent(onClose);
  // As early as the dialog is in sight.
  useLayoutEffect(() => {
    const element = dialog.current;
    // The event comes later than the closing; a dialog that was opened again meanwhile stays.
    const listener = () => element?.open === false && closed();
    element?.addEventListener('close', listener);
    // A dialog of the shell stays mounted while the page below it changes.
    window.addEventListener('popstate', closed);
    return () => {
      element?.removeEventListener('close', listener);
      window.removeEventListener('popstate', closed);
    };
  }, []);
  // A layout effect ends while the dialog is in the page: a removed one gives no focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    const returnFocus = rememberFocus();
    element?.toggleAttribute('data-page-scrolls', pageScrolls());
    element?.showModal();
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      element?.close();
      returnFocus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes; a click on the backdrop is the same for the pointer.
    <dialog
      ref={dialog}
      className={clsx(classes.dialog, className)}
      data-size={size}
      aria-labelledby={id}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className={classes.content}>
        {bare ? (
          <h2 id={id} className="visually-hidden">
            {title}
          </h2>
        ) : (
          <div className={classes.head}>
            <h2 id={id} className={classes.title}>
              {title}
            </h2>
            <IconButton variant="subtle" size={36} aria-label="Close" onClick={onClose}>
              <IconX size={18} stroke={1.75} aria-hidden />
            </IconButton>
          </div>
        )}
        {children}
      </div>
    </dialog>
  );
}
