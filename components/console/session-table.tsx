import { describeEndReason } from '@/components/match/sentences';
import { RelativeTime } from '@/components/ui/relative-time';
import { duration } from '@/components/ui/time';
import { AGENT_COLUMN, AgentNote, type Column, RowLink, RowTable } from './row-table';
import rows from './rows.module.css';
import { StatusWord } from './status-word';

/** A session in the console. */
export interface SessionLine {
  session_id: string;
  agent_id: string;
  agent_name: string;
  experience_id: string;
  experience_name: string | null;
  status: string;
  match_id: string | null;
  step_count: number;
  end_reason: string | null;
  /** `win`, `loss` or `draw`; a remote experience may send any text. */
  result: string | null;
  created_at: string;
  last_active_at: string;
  ended_at: string | null;
}

const RESULTS: Record<string, string> = { win: 'Won', loss: 'Lost', draw: 'Draw' };

const REASONS: Record<string, string> = {
  idle_timeout: 'ended after 30 minutes of silence',
  match_over: 'the match was over',
  nobody_started: 'the match was not started',
};

const COLUMNS: Column<SessionLine>[] = [
  {
    head: 'Session',
    cell: (line) => (
      <>
        <RowLink href={line.match_id ? `/matches/${line.match_id}` : `/experiences/${line.experience_id}`}>
          {line.experience_name ?? 'A deleted experience'}
        </RowLink>
        <span className={rows.sub}>
          {line.match_id ? (line.status === 'active' ? 'Watch it live' : 'Replay') : 'Elsewhere'}
          <AgentNote line={line} />
        </span>
      </>
    ),
  },
  AGENT_COLUMN,
  { head: 'State', as: 'tight', cell: (line) => <SessionState line={line} /> },
  { head: 'Steps', as: 'numbers', wide: true, cell: (line) => line.step_count },
  { head: 'Started', as: 'tight', cell: (line) => <RelativeTime at={line.created_at} /> },
];

/** Sessions of an owner's agents, newest first; those of built-in games link to the match. */
export function SessionTable({ lines }: { lines: readonly SessionLine[] }) {
  return (
    <RowTable caption="Sessions, newest first" columns={COLUMNS} lines={lines} keyOf={(line) => line.session_id} />
  );
}

function SessionState({ line }: { line: SessionLine }) {
  if (line.status === 'active') {
    return (
      <>
        <StatusWord tone="live">Running</StatusWord>
        <span className={rows.sub}>
          last active <RelativeTime at={line.last_active_at} />
        </span>
      </>
    );
  }
  const lasted = line.ended_at === null ? null : duration(Date.parse(line.ended_at) - Date.parse(line.created_at));
  const reason = line.end_reason === null ? null : (REASONS[line.end_reason] ?? describeEndReason(line.end_reason));
  const ended = RESULTS[line.result ?? ''] ?? 'Ended';
  return (
    <>
      <StatusWord tone={line.status === 'completed' ? 'done' : 'bad'}>
        {line.status === 'completed' ? ended : 'Failed'}
      </StatusWord>
      <span className={rows.sub}>{[reason, lasted && `took ${lasted}`].filter(Boolean).join(' · ')}</span>
    </>
  );
}
