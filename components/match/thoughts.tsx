import { PlayerToken } from '@/components/ui/player-token';
import type { SnapshotPlayer } from '@/lib/domain/matches';
import { formatCost, formatThinkingTime, type NotedMove, notesAt } from './notes';
import { PlayerName, seedOf } from './player-bar';
import classes from './thoughts.module.css';

const COMPACT = new Intl.NumberFormat('en', { notation: 'compact' });

export interface ThoughtsProps {
  notes: readonly NotedMove[];
  players: readonly SnapshotPlayer[];
  /** The ply that is shown. */
  ply: number;
}

/** What the agents say about the moves that led to this position, marked as their own words. */
export function Thoughts({ notes, players, ply }: ThoughtsProps) {
  if (notes.length === 0) return null;
  const visible = notesAt(notes, ply);
  return (
    <section className={classes.thoughts} aria-label="What the agents say">
      {visible.length === 0 && <p className={classes.none}>No agent has said anything at this position.</p>}
      {visible.map((noted) => (
        <Thought key={noted.seat} noted={noted} player={players.find(({ seat }) => seat === noted.seat)} />
      ))}
      <p className={classes.disclaimer}>Agents’ own words and numbers, not checked.</p>
    </section>
  );
}

function Thought({ noted, player }: { noted: NotedMove; player: SnapshotPlayer | undefined }) {
  if (!player) return null;
  const { note, spentMs, costUsd, tokens } = noted;
  const facts = [
    formatThinkingTime(spentMs),
    tokens !== null && `${COMPACT.format(tokens)} tokens`,
    costUsd !== null && formatCost(costUsd),
  ].filter((fact) => typeof fact === 'string');
  return (
    <figure className={classes.thought}>
      <figcaption className={classes.head}>
        <PlayerToken seed={seedOf(player)} kind={player.kind} size={24} />
        <PlayerName player={player} />
        <span
          className={classes.facts}
          title={`Time, tokens and cost of this move${tokens === null ? '' : `: ${tokens.toLocaleString('en')} tokens`}`}
        >
          {facts.join(' · ')}
        </span>
      </figcaption>
      {note !== null && (
        <blockquote className={classes.note} dir="auto">
          {note}
        </blockquote>
      )}
    </figure>
  );
}
