import { IconCheck, IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { EngineStopped, useEngine } from '@/components/engine/engine';
import type { Check, ShownPosition } from '@/lib/games/review/check';
import classes from './fairness.module.css';

type Verdict = { state: 'working' } | { state: 'done'; checks: Check[] } | { state: 'failed'; message: string };

/** Replays a match from its record in this browser, and says what follows from the seed and the rules. */
export function Verification({ matchId, positions }: { matchId: string; positions: () => ShownPosition[] }) {
  const engine = useEngine();
  const [verdict, setVerdict] = useState<Verdict>({ state: 'working' });
  const verify = useEffectEvent(async () => {
    const recordUrl = new URL(`/matches/${matchId}/record.jsonl`, window.location.href).href;
    try {
      setVerdict({ state: 'done', checks: await engine.request('check', { recordUrl, positions: positions() }) });
    } catch (error) {
      if (error instanceof EngineStopped) return;
      setVerdict({
        state: 'failed',
        message: error instanceof Error ? error.message : 'Reload the page and try again.',
      });
    }
  });
  useEffect(() => void verify(), []);
  if (verdict.state === 'working') return <p>Replaying the match…</p>;
  if (verdict.state === 'failed') return <p>The match could not be verified: {verdict.message}</p>;
  return <Findings checks={verdict.checks} />;
}

function Findings({ checks }: { checks: readonly Check[] }) {
  const allPassed = checks.every((check) => check.passed);
  return (
    <>
      <p className={classes.verdict} data-holds={allPassed}>
        {allPassed
          ? 'Verified. The record, the result and the positions follow from the seed and the rules.'
          : 'Not verified.'}
      </p>
      <ul className={classes.checks}>
        {checks.map((check) => (
          <li key={check.words} className={classes.check} data-holds={check.passed}>
            {check.passed ? <IconCheck size={16} aria-label="Passed:" /> : <IconX size={16} aria-label="Failed:" />}
            <span>{check.words}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
