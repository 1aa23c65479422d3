'use client';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { request, toFailure } from '@/components/console/request';
import { Button } from '@/components/ui/button';
import { keySetSchema, signedTranscriptSchema, type TranscriptCheck } from './check-transcript';
import classes from './transcript-check.module.css';

type Verdict =
  | { state: 'idle' | 'working' }
  | { state: 'done'; checks: TranscriptCheck[] }
  | { state: 'failed'; message: string };

/** Downloads the transcript and checks it in this browser. */
export function TranscriptVerification({ transcriptUrl, keysUrl }: { transcriptUrl: string; keysUrl: string }) {
  const [verdict, setVerdict] = useState<Verdict>({ state: 'idle' });
  const verify = async () => {
    setVerdict({ state: 'working' });
    try {
      const [signed, keys, { checkTranscript }] = await Promise.all([
        request({ method: 'GET', path: transcriptUrl, answer: signedTranscriptSchema }),
        request({ method: 'GET', path: keysUrl, answer: keySetSchema }),
        import('./check-transcript'),
      ]);
      setVerdict({ state: 'done', checks: await checkTranscript(signed, keys) });
    } catch (thrown) {
      setVerdict({ state: 'failed', message: toFailure(thrown).message });
    }
  };
  return (
    <div className={classes.check}>
      <p className={classes.actions}>
        <Button size="compact-md" variant="default" loading={verdict.state === 'working'} onClick={verify}>
          Check this transcript in the browser
        </Button>
        <a href={transcriptUrl} download>
          Download
        </a>
      </p>
      <output aria-live="polite">
        {verdict.state === 'failed' && <p>The transcript could not be checked: {verdict.message}</p>}
        {verdict.state === 'done' && <Findings checks={verdict.checks} />}
      </output>
    </div>
  );
}

function Findings({ checks }: { checks: readonly TranscriptCheck[] }) {
  const allPassed = checks.every((check) => check.passed);
  return (
    <>
      <p className={classes.verdict} data-holds={allPassed}>
        {allPassed ? 'Verified by this browser.' : 'Not verified.'}
      </p>
      <ul className={classes.list}>
        {checks.map((check) => (
          <li key={check.words} data-holds={check.passed}>
            {check.passed ? <IconCheck size={16} aria-label="Passed:" /> : <IconX size={16} aria-label="Failed:" />}
            <span>{check.words}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
