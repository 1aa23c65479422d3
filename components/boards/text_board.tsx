import clsx from 'clsx';
import classes from './text_board.module.css';

/** A position in words, for games without a board and for readers. */
export function TextBoard({ text, mini = false }: { text: string; mini?: boolean }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <pre className={clsx(classes.text, mini && classes.mini)} tabIndex={mini ? undefined : 0}>
      {text}
    </pre>
  );
}
