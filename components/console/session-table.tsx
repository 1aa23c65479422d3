import { describeEndReason } from '@/components/match/sentences';
import { type Column, DataTable, RowLink } from '@/components/ui/data-table';
import table from '@/components/ui/data-table.module.css';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import { type Result, ResultBadge } from '@/components/ui/result-badge';
import { duration } from '@/components/ui/time';
import type { AgentSession } from '@/lib/domain/console';
import { SessionControls } from './session-controls';
import { StatusWord } from './status-word';

const isResult = (word: string | null): word is Result => word === 'win' || word === 'loss' || word === 'draw';

const REASONS: Record<string, string> = {
  idle_timeout: 'ended after 30 minutes of silence',
  match_over: 'the match was over',
  ended_by_owner: 'you ended it',
  nobody_started: 'the match was not started',
};

/** The column of the agent; on a phone `AgentNote` replaces it. */
export const AGENT_COLUMN: Column<OfAgent> = {
  head: 'Agent',
  hideOn: 'phone',
  cell: (line) => <RowLink href={`/console/agents/${line.agent_id}`}>{line.agent_name}</RowLink>,
};

const COLUMNS: Column<AgentSession>[] = [
  {
    head: 'Session',
    cell: (line) => (
      <>
        <RowLink href={`/sessions/${line.session_id}`}>{line.experience_name ?? 'A deleted experience'}</RowLink>
        <span className={table.sub}>
          <Opponents line={line} />
          {line.match_id && (
            <Link href={`/matches/${line.match_id}`}>{line.status === 'active' ? 'Watch it live' : 'Replay'}</Link>
          )}
          <AgentNote line={line} />
        </span>
      </>
    ),
  },
  AGENT_COLUMN,
  { head: 'State', kind: 'short', cell: (line) => <SessionState line={line} /> },
  { head: 'Steps', kind: 'number', hideOn: 'phone', cell: (line) => line.step_count },
  { head: 'Started', kind: 'short', hideOn: 'phone', cell: (line) => <RelativeTime at={line.created_at} /> },
  {
    head: '',
    cell: (line) => (
      <SessionControls sessionId={line.session_id} isActive={line.status === 'active'} size="compact-sm" />
    ),
  },
];

function Opponents({ line }: { line: AgentSession }) {
  if (line.opponents.length === 0) return null;
  return (
    <span>
      against{' '}
      {line.opponents.map((opponent, index) => (
        <span key={`${opponent.agent_id} ${opponent.name}`}>
          {index > 0 && ', '}
          {opponent.agent_id ? (
            <Link href={`/agents/${opponent.agent_id}`}>
              <bdi>{opponent.name}</bdi>
            </Link>
          ) : (
            <bdi>{opponent.name}</bdi>
          )}
        </span>
      ))}
    </span>
  );
}

/** Sessions of an owner's agents, newest first, each with its transcript; those of built-in games link to the match. */
export function SessionTable({ lines }: { lines: readonly AgentSession[] }) {
  return (
    <DataTable caption="Sessions, newest first" columns={COLUMNS} rows={lines} keyOf={(line) => line.session_id} />
  );
}

function SessionState({ line }: { line: AgentSession }) {
  if (line.status === 'active') {
    return (
      <>
        <StatusWord tone="live">Running</StatusWord>
        <span className={table.sub}>
          last active <RelativeTime at={line.last_active_at} />
        </span>
      </>
    );
  }
  const lasted = line.ended_at === null ? null : duration(Date.parse(line.ended_at) - Date.parse(line.created_at));
  const reason = line.end_reason === null ? null : (REASONS[line.end_reason] ?? describeEndReason(line.end_reason));
  return (
    <>
      {isResult(line.result) ? (
        <ResultBadge result={line.result} />
      ) : (
        <StatusWord tone={line.status === 'completed' ? 'done' : 'bad'}>
          {line.status === 'completed' ? 'Ended' : 'Failed'}
        </StatusWord>
      )}
      <span className={table.sub}>
        {[reason, lasted && `took ${lasted.replaceAll(' ', '\u00a0')}`].filter(Boolean).join('\u00a0· ')}
      </span>
    </>
  );
}

/** The agent of a line. */
interface OfAgent {
  agent_id: string;
  agent_name: string;
}

/** The agent of a line, on phones. */
function AgentNote({ line }: { line: OfAgent }) {
  return <bdi className={table.onPhone}>{line.agent_name}</bdi>;
}
