'use client';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { useChange } from '@/components/console/api';
import { FailureNotice } from '@/components/console/failure-notice';
import { request } from '@/components/console/request';
import { ignoredSchema } from '@/components/console/responses';
import { useStream } from '@/components/live/use-stream';
import { Button } from '@/components/ui/button';
import shared from '@/components/ui/shared.module.css';
import type { VerificationReport as VerificationRun } from '@/lib/domain/verification';
import { VerificationReport } from './verification-report';
import { newestRunSchema } from './verification-run';

/** The id of a run that is over. */
const finishedIdOf = (run: VerificationRun | null): string | null => (run?.finished_at ? run.verification_id : null);

/** The newest verification, live: a check turns green when it has passed. */
export function LiveVerification({
  experienceId,
  run,
  isOffline,
}: {
  experienceId: string;
  run: VerificationRun | null;
  /** Whether the server did not answer when it was last asked for its status. */
  isOffline: boolean;
}) {
  const router = useRouter();
  const newest = useQuery({
    queryKey: ['verification', experienceId],
    queryFn: ({ signal }) =>
      request({
        method: 'GET',
        path: `/api/console/experiences/${experienceId}/verification?timeout_ms=0`,
        answer: newestRunSchema,
        signal,
      }),
    initialData: { report: run },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const current = newest.data.report;
  const look = () => void newest.refetch();
  useStream({ stream: `experience:${experienceId}`, onSnapshot: look, onEvents: look });
  const finished = finishedIdOf(current);
  const finishedBefore = useRef(finished);
  const again = useChange((id: string) => ({
    method: 'POST' as const,
    path: `/api/console/experiences/${id}/verify`,
    answer: ignoredSchema,
  }));

  useEffect(() => {
    if (finishedBefore.current === finished) return;
    finishedBefore.current = finished;
    if (finished !== null) router.refresh();
  }, [finished, router]);

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
