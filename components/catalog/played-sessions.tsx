import { StatusWord } from '@/components/console/status-word';
import { describeEndReason } from '@/components/match/sentences';
import { type Column, DataTable, RowLink } from '@/components/ui/data-table';
import table from '@/components/ui/data-table.module.css';
import { RelativeTime } from '@/components/ui/relative-time';
import type { PlayedSession } from '@/lib/domain/replays';

/** Characters of a pairwise id that tell two players apart. */
const ID_CHARS = 8;

/** Sessions of an experience for its publisher, the newest first. */
export function PlayedSessions({
  experienceId,
  sessions,
}: {
  experienceId: string;
  sessions: readonly PlayedSession[];
}) {
  const columns: readonly Column<PlayedSession>[] = [
    {
      head: 'Session',
      isRowHead: true,
      cell: ({ sessionId, experienceAgentId }) => (
        <>
          <RowLink href={`/publish/${experienceId}/sessions/${sessionId}`}>{sessionId.slice(-ID_CHARS)}</RowLink>
          <span className={table.sub}>
            player <code>{experienceAgentId.slice(0, ID_CHARS)}</code>
          </span>
        </>
      ),
    },
    { head: 'State', kind: 'short', cell: (session) => <PlayedState session={session} /> },
    { head: 'Steps', kind: 'number', cell: ({ stepCount }) => stepCount },
    { head: 'Started', kind: 'short', hideOn: 'phone', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  ];
  return <DataTable caption="Sessions" columns={columns} rows={sessions} keyOf={({ sessionId }) => sessionId} />;
}

/** The state of a session in words, with why it ended or how its last step failed. */
export function PlayedState({ session }: { session: PlayedSession }) {
  const { status, endReason, faultCode } = session;
  if (faultCode) return <StatusWord tone="bad">{`last step failed: ${faultCode}`}</StatusWord>;
  if (status === 'active') return <StatusWord tone="wait">being played</StatusWord>;
  if (status === 'error') return <StatusWord tone="bad">failed to open</StatusWord>;
  return <StatusWord tone="done">{endReason ? (describeEndReason(endReason) ?? 'over') : 'over'}</StatusWord>;
}
