import clsx from 'clsx';
import classes from './code-block.module.css';
import { CopyButton } from './copy-button';

/** Text to copy: a file, a command or a sentence, with a label and a copy button. */
export function CodeBlock({
  text,
  label,
  copyWhat,
  wraps = false,
}: {
  text: string;
  label: string;
  copyWhat?: string;
  /** Prose rather than code: long lines wrap. */
  wraps?: boolean;
}) {
  return (
    <figure className={classes.block}>
      <figcaption className={classes.head}>
        <span>{label}</span>
        <CopyButton text={text} what={copyWhat ?? label} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (axe scrollable-region-focusable). */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot hold preformatted text as its only line box; the group only carries the name. */}
      <pre className={clsx(classes.text, wraps && classes.wraps)} tabIndex={0} role="group" aria-label={label}>
        <code>{text}</code>
      </pre>
    </figure>
  );
}
