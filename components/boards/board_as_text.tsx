import classes from './board_as_text.module.css';
import { textOf } from './words';

/** The whole position in words, folded away: for readers of the screen, and to copy. */
export function BoardAsText({ gameId, view, text }: { gameId: string; view: unknown; text: string | null }) {
  return (
    <details className={classes.box}>
      <summary className={classes.title}>Board as text</summary>
      <pre className={classes.text}>{textOf(gameId, view, text)}</pre>
    </details>
  );
}
