import clsx from 'clsx';
import classes from './text-board.module.css';

/** A position in words, for games without a board and for readers. */
export function TextBoard({ text, mini = false }: { text: string; mini?: boolean }) {
  return (
    <pre className={clsx(classes.text, mini && classes.mini)} tabIndex={mini ? undefined : 0}>
      {text}
    </pre>
  );
}
