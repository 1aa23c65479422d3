import classes from './board-as-text.module.css';
import { describePosition } from './describe';

/** The whole position as text, collapsed: for screen readers, and to copy. */
export function BoardAsText({ gameId, view, text }: { gameId: string; view: unknown; text: string | null }) {
  return (
    <details className={classes.box}>
      <summary className={classes.title}>Board as text</summary>
      <pre className={classes.text}>{describePosition(gameId, view, text)}</pre>
    </details>
  );
}
