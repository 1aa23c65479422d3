'use client';
import { Button } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { seedCommitment } from '@/lib/core/rng';
import classes from './fairness.module.css';

/** The promise that chance was fixed before the first move, and, after the end, how anybody checks it. */
export function Fairness({ commitment, seed }: { commitment: string; seed: string | null }) {
  return (
    <section className={classes.fairness} aria-labelledby="fairness">
      <h2 id="fairness" className={classes.title}>
        Fair chance
      </h2>
      {seed === null ? (
        <p>
          All chance in this match comes from one secret seed. Its SHA-256 was published before the first move; the seed
          itself follows at the end, so that anybody can check that nothing was changed.
        </p>
      ) : (
        <p>The seed below is what all chance came from. Its SHA-256 is what was published before the first move.</p>
      )}
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
      {seed !== null && <Check commitment={commitment} seed={seed} />}
    </section>
  );
}

function Check({ commitment, seed }: { commitment: string; seed: string }) {
  const [matches, setMatches] = useState<boolean | null>(null);
  return (
    <>
      <div className={classes.check}>
        <Button size="compact-sm" variant="default" onClick={() => setMatches(seedCommitment(seed) === commitment)}>
          Check in this browser
        </Button>
        <output className={classes.answer} data-matches={matches}>
          {matches === true && (
            <>
              <IconCheck size={16} aria-hidden /> They match.
            </>
          )}
          {matches === false && (
            <>
              <IconX size={16} aria-hidden /> They do not match.
            </>
          )}
        </output>
      </div>
      <p className={classes.hint}>Or in a terminal:</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className={classes.command} tabIndex={0}>{`printf '%s' ${seed} | xxd -r -p | sha256sum`}</pre>
    </>
  );
}
