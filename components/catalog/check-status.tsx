'use client';
import { useChange } from '@/components/console/api';
import { FailureNotice } from '@/components/console/failure-notice';
import { StatusWord } from '@/components/console/status-word';
import { Button } from '@/components/ui/button';
import shared from '@/components/ui/shared.module.css';
import type { Exchange } from '@/lib/domain/verification';
import { answerOf } from '../console/answer';
import { SentAndAnswered } from './check-details';

interface Checked {
  live_status: { status: string; current_players: number };
  exchange: Exchange | null;
}

const WORDS: Readonly<Record<string, string>> = {
  online: 'It answers',
  degraded: 'It answers slowly or with an error',
  offline: 'It does not answer',
};

/** Asks a server for its status now, in place of waiting for the next minute's question, and shows what it answered. */
export function CheckStatus({ experienceId }: { experienceId: string }) {
  const check = useChange((id: string) => ({
    method: 'POST' as const,
    path: `/api/console/experiences/${id}/status`,
    answer: answerOf<Checked>(),
  }));
  const { live_status: live, exchange } = check.data ?? {};
  return (
    <div className={shared.grid8}>
      <div className={shared.row} data-gap="sm">
        <Button variant="default" loading={check.isPending} onClick={() => check.mutate(experienceId)}>
          Check status now
        </Button>
        <span role="status">
          {live && (
            <StatusWord tone={live.status === 'online' ? 'good' : 'bad'}>
              {WORDS[live.status] ?? 'It says nothing about its status'}
              {exchange && ` after ${Math.round(exchange.duration_ms)} ms`}
            </StatusWord>
          )}
        </span>
      </div>
      {exchange && <SentAndAnswered exchanges={[exchange]} isOpen={live?.status !== 'online'} />}
      <FailureNotice failure={check.error} kept="The last known status is still shown." />
    </div>
  );
}
