'use client';
import { useState } from 'react';
import { StatusWord } from '@/components/console/status-word';
import { Button, ButtonLink } from '@/components/ui/button';
import { type Column, DataTable, RowLink } from '@/components/ui/data-table';
import table from '@/components/ui/data-table.module.css';
import { RelativeTime } from '@/components/ui/relative-time';
import shared from '@/components/ui/shared.module.css';
import { duration } from '@/components/ui/time';
import { Checkbox } from '@/components/ui/toggle';
import type { StudySession } from '@/lib/domain/relay';

const pathOf = (sessionId: string) => `/console/studies/${sessionId}`;

/** The reasons that pages and the relay give, in words; an agent writes its own. */
const END_REASONS: Readonly<Record<string, string>> = {
  'stopped-by-the-person': 'stopped by the person',
  'participant-left': 'the person left',
};

/** The log of a session as JSON lines; `isAnonymous` leaves the participant's id and texts out. */
export const logPath = (sessionId: string, isAnonymous = false): string =>
  `${pathOf(sessionId)}/log${isAnonymous ? '?anonymous=true' : ''}`;

const COLUMNS: Column<StudySession>[] = [
  {
    head: 'Session',
    cell: (line) => (
      <>
        <RowLink href={pathOf(line.session_id)}>{line.session_id}</RowLink>
        <span className={table.sub}>
          <bdi>{[line.study_id, line.participant_id].filter(Boolean).join(' · ')}</bdi>
        </span>
      </>
    ),
  },
  {
    head: 'State',
    kind: 'short',
    cell: ({ started_at, ended_at, end_reason }) => (
      <>
        <StatusWord tone={ended_at ? 'done' : 'live'}>{ended_at ? 'Ended' : 'Running'}</StatusWord>
        {ended_at && (
          <span className={table.sub}>
            <bdi>
              {[
                end_reason && (END_REASONS[end_reason] ?? end_reason),
                `took ${duration(Date.parse(ended_at) - Date.parse(started_at))}`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </bdi>
          </span>
        )}
      </>
    ),
  },
  { head: 'Events', kind: 'number', hideOn: 'phone', cell: ({ event_count }) => event_count },
  { head: 'Started', kind: 'short', hideOn: 'phone', cell: ({ started_at }) => <RelativeTime at={started_at} /> },
  {
    head: 'Log',
    kind: 'short',
    hideOn: 'phone',
    cell: ({ session_id }) => (
      <>
        <a href={logPath(session_id)}>JSONL</a> · <a href={logPath(session_id, true)}>without participant</a>
      </>
    ),
  },
];

const exportPath = (studyId: string, isAnonymous: boolean): string =>
  `/console/studies/export?${new URLSearchParams({ study_id: studyId, ...(isAnonymous ? { anonymous: 'true' } : {}) })}`;

/** The logs of each study in one file. */
export function StudyExports({ studyIds }: { studyIds: readonly string[] }) {
  return (
    <ul aria-label="Whole studies">
      {studyIds.map((id) => (
        <li key={id}>
          All sessions of <bdi>{id || 'no study'}</bdi>: <a href={exportPath(id, false)}>JSONL</a> ·{' '}
          <a href={exportPath(id, true)}>without participants</a>
        </li>
      ))}
    </ul>
  );
}

/** Study sessions, newest first; two of them are compared side by side. */
export function StudyTable({ lines }: { lines: readonly StudySession[] }) {
  const [chosen, setChosen] = useState<string[]>([]);
  const choice: Column<StudySession> = {
    head: 'Compare',
    kind: 'short',
    cell: ({ session_id }) => (
      <Checkbox
        aria-label={`Compare ${session_id}`}
        checked={chosen.includes(session_id)}
        onChange={() => setChosen((ids) => toggle(ids, session_id))}
      />
    ),
  };
  const [one, other] = chosen;
  return (
    <>
      <DataTable
        caption="Study sessions, newest first"
        columns={[choice, ...COLUMNS]}
        rows={lines}
        keyOf={({ session_id }) => session_id}
      />
      <p className={shared.pager}>
        {one && other ? (
          <ButtonLink href={`${pathOf(one)}?beside=${other}`}>Compare side by side</ButtonLink>
        ) : (
          <Button variant="default" disabled>
            Choose two sessions to compare
          </Button>
        )}
      </p>
    </>
  );
}

/** Adds or removes an id; of three the oldest choice goes. */
function toggle(ids: readonly string[], id: string): string[] {
  return ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id].slice(-2);
}
