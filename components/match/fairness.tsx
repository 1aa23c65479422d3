'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { OnDemand } from '@/components/ui/on-demand';
import type { ShownPosition } from '@/lib/games/review/check';
import classes from './fairness.module.css';

export interface FairnessProps {
  matchId: string;
  commitment: string;
  /** Revealed when the match is over. */
  seed: string | null;
  /** Random numbers decide something in this game. */
  hasChance: boolean;
  /** Every position that this page can show. */
  positions: () => ShownPosition[];
}

/** The commitment to the seed, and after the end the seed and how anyone can verify the match. */
export function Fairness({ matchId, commitment, seed, hasChance, positions }: FairnessProps) {
  if (!hasChance) return <NoChance matchId={matchId} isOver={seed !== null} positions={positions} />;
  return (
    <section className={classes.fairness} aria-labelledby="fairness">
      <h2 id="fairness" className={classes.title}>
        Fair chance
      </h2>
      {seed === null ? (
        <p>
          All chance in this match comes from one secret seed. Its SHA-256 was published before the first move; the seed
          itself is published at the end, so that anyone can replay the match and verify that nothing was changed.
        </p>
      ) : (
        <p>
          All chance came from the seed below. With it and the recorded moves the whole match can be replayed: here, by
          this browser, without trusting us.
        </p>
      )}
      {seed !== null && <Verify matchId={matchId} positions={positions} />}
      <dl className={classes.list}>
        <dt>Published hash</dt>
        <dd className={classes.hex}>{commitment}</dd>
        {seed !== null && (
          <>
            <dt>Seed</dt>
            <dd className={classes.hex}>{seed}</dd>
          </>
        )}
      </dl>
      {seed !== null && (
        <>
          <p className={classes.hint}>The hash alone, in a terminal:</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <pre className={classes.command} tabIndex={0}>{`printf '%s' ${seed} | xxd -r -p | sha256sum`}</pre>
        </>
      )}
    </section>
  );
}

/** A game in which nothing is chance: its moves alone make its result. */
function NoChance({ matchId, isOver, positions }: Pick<FairnessProps, 'matchId' | 'positions'> & { isOver: boolean }) {
  return (
    <section className={classes.fairness} aria-labelledby="fairness">
      <h2 id="fairness" className={classes.title}>
        Verify the record
      </h2>
      <p>
        Nothing in this game is chance. {isOver ? 'This' : 'At its end, this'} browser can replay the moves and compare
        positions and result.
      </p>
      {isOver && <Verify matchId={matchId} positions={positions} />}
    </section>
  );
}

/** Loaded when a visitor verifies. */
const loadVerification = () => import('./verification').then((module) => module.Verification);

function Verify({ matchId, positions }: Pick<FairnessProps, 'matchId' | 'positions'>) {
  const [attempt, setAttempt] = useState(0);
  return (
    <>
      <Button className={classes.verify} size="compact-sm" variant="default" onClick={() => setAttempt(attempt + 1)}>
        Verify in this browser
      </Button>
      <output className={classes.answer} aria-live="polite">
        {attempt > 0 && <OnDemand key={attempt} load={loadVerification} given={{ matchId, positions }} />}
      </output>
    </>
  );
}
