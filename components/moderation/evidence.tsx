import clsx from 'clsx';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import shared from '@/components/ui/shared.module.css';
import type { ModerationReport } from '@/lib/domain/moderation';
import { Quote } from './facts';
import classes from './facts.module.css';

/** The words of a target with the lines around them, as they were. */
export function EvidenceView({ evidence }: { evidence: ModerationReport['evidence'] }) {
  const { title, text, lines, path, at } = evidence;
  return (
    <div className={shared.stack} data-gap="sm">
      <p className={shared.noMargin}>
        <Link href={path}>
          <bdi>{title}</bdi>
        </Link>
        {at !== null && (
          <span className={shared.mutedColor}>
            , <RelativeTime at={at} />
          </span>
        )}
      </p>
      {lines.length > 0 ? (
        <ol className={clsx(classes.lines, shared.card)} aria-label="The lines around it, oldest first">
          {lines.map((line) => (
            <li key={line.id} className={classes.line} data-target={line.is_target || undefined}>
              {line.is_target && <span className={shared.visuallyHidden}>This one: </span>}
              <bdi className={classes.speaker}>{line.name ?? 'A player'}</bdi>: <bdi>{line.text}</bdi>
            </li>
          ))}
        </ol>
      ) : (
        text !== null && <Quote>{text}</Quote>
      )}
    </div>
  );
}
