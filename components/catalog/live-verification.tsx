'use client';
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { useChange } from '@/components/console/api';
import { FailureNotice } from '@/components/console/failure-notice';
import { request } from '@/components/console/request';
import { ignoredSchema } from '@/components/console/responses';
import { Button } from '@/components/ui/button';
import shared from '@/components/ui/shared.module.css';
import type { VerificationReport as VerificationRun } from '@/lib/domain/verification';
import { VerificationReport } from './verification-report';
import { runUpdateSchema } from './verification-run';

const RETRY_MS = 2000;
const PAUSE_MS = 100;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Follows the runs of an experience until `signal` aborts; each wait lasts until the server has news. */
async function follow(
  experienceId: string,
  seen: { current: string },
  signal: AbortSignal,
  onReport: (run: VerificationRun | null) => void,
) {
  while (!signal.aborted) {
    const path = `/api/console/experiences/${experienceId}/verification?seen=${encodeURIComponent(seen.current)}`;
    const answer = await request({ method: 'GET', path, answer: runUpdateSchema, signal }).catch(() => null);
    if (signal.aborted) return;
    if (answer && answer.mark !== seen.current) {
      seen.current = answer.mark;
      onReport(answer.report);
    }
    await sleep(answer ? PAUSE_MS : RETRY_MS);
  }
}

/** The newest verification, live: a check turns green when it has passed. */
export function LiveVerification({
  experienceId,
  run,
  mark,
  isOffline,
}: {
  experienceId: string;
  run: VerificationRun | null;
  mark: string;
  /** Whether the server did not answer when it was last asked for its status. */
  isOffline: boolean;
}) {
  const router = useRouter();
  const [current, setShown] = useState(run);
  const seen = useRef(mark);
  const again = useChange((id: string) => ({
    method: 'POST' as const,
    path: `/api/console/experiences/${id}/verify`,
    answer: ignoredSchema,
  }));

  useEffect(() => {
    const leaving = new AbortController();
    void follow(experienceId, seen, leaving.signal, (next) => {
      setShown(next);
      if (next?.finished_at) router.refresh();
    });
    return () => leaving.abort();
  }, [experienceId, router]);

  return (
    <div className={shared.stack}>
      {current && <VerificationReport run={current} isOffline={isOffline} isForPublisher />}
      <FailureNotice failure={again.error} kept="The last report is still valid." />
      <div className={shared.row}>
        <Button
          variant="default"
          loading={again.isPending}
          disabled={current !== null && current.finished_at === null}
          onClick={() => again.mutate(experienceId)}
        >
          Verify again
        </Button>
      </div>
    </div>
  );
}
