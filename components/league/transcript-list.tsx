import type { TranscriptEntry } from './transcript';
import classes from './transcript-list.module.css';
import type { LeagueMember } from './types';
import { faultWords } from './words';

/** Every message of a fixture in the order of time: to whom, when, what was sent and what came back. */
export function TranscriptList({
  entries,
  players,
}: {
  entries: readonly TranscriptEntry[];
  players: readonly LeagueMember[];
}) {
  if (entries.length === 0) {
    return (
      <p>No messages. House bots play inside the platform, and people play at the board: neither is sent anything.</p>
    );
  }
  const nameOf = new Map(players.map(({ playerId, name }) => [playerId, name]));
  return (
    <ol className={classes.entries}>
      {entries.map((entry) => (
        <li key={entry.number} className={classes.entry} data-fault={entry.fault !== null}>
          <details>
            <summary className={classes.summary}>
              <span className={classes.time}>{entry.at.slice(11, 23)}</span>
              <span className={classes.type}>{entry.messageType}</span>
              <span className={classes.who}>
                {entry.direction === 'received' ? 'from' : 'to'}{' '}
                <bdi>{nameOf.get(entry.playerId) ?? entry.playerId}</bdi>
                {entry.gameRound !== null && `, round ${entry.gameRound}`}
              </span>
              <span className={classes.outcome}>{outcomeOf(entry)}</span>
            </summary>
            <Message label={MESSAGE_LABELS[entry.direction]} value={entry.message} />
            {entry.answer !== null && (
              <Message
                label={entry.answeredAt === null ? 'Without an answer' : `Answer at ${entry.answeredAt.slice(11, 23)}`}
                value={entry.answer}
              />
            )}
          </details>
        </li>
      ))}
    </ol>
  );
}

const MESSAGE_LABELS = { sent: 'Sent', not_sent: 'Not sent', received: 'Received' };

function outcomeOf(entry: TranscriptEntry): string {
  if (entry.fault !== null) return faultWords(entry.fault);
  if (entry.answeredAt === null) return '';
  return `answered in ${Math.max(0, Date.parse(entry.answeredAt) - Date.parse(entry.at)).toLocaleString('en')} ms`;
}

function Message({ label, value }: { label: string; value: unknown }) {
  return (
    <figure className={classes.message}>
      <figcaption>{label}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard. */}
      <pre tabIndex={0}>{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</pre>
    </figure>
  );
}
