import Link from 'next/link';
import { RelativeTime } from '@/components/ui/relative-time';
import { duration } from '@/components/ui/time';
import rows from './rows.module.css';
import { StatusWord } from './status-word';

/** A session as the console lists it. */
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
  created_at: string;
  last_active_at: string;
  ended_at: string | null;
}

const REASONS: Record<string, string> = {
  idle_timeout: 'ended after 30 minutes of silence',
  match_over: 'the match was over',
  nobody_started: 'nobody started the match',
};

/** Sessions of an owner's agents, newest first; those of our own games lead to the board. */
export function SessionTable({ lines }: { lines: readonly SessionLine[] }) {
  return (
    <table className={rows.table}>
      <caption className={rows.caption}>Sessions, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Session</th>
          <th scope="col" className={rows.wide}>
            Agent
          </th>
          <th scope="col">State</th>
          <th scope="col" className={`${rows.numbers} ${rows.wide}`}>
            Steps
          </th>
          <th scope="col">Started</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.session_id}>
            <td>
              <Link
                href={line.match_id ? `/matches/${line.match_id}` : `/experiences/${line.experience_id}`}
                className={rows.main}
              >
                <bdi>{line.experience_name ?? 'A deleted experience'}</bdi>
              </Link>
              <span className={rows.sub}>
                {line.match_id ? (line.status === 'active' ? 'Watch it live' : 'Replay') : 'Elsewhere'}
                <bdi className={rows.narrow}>{line.agent_name}</bdi>
              </span>
            </td>
            <td className={rows.wide}>
              <Link href={`/console/agents/${line.agent_id}`} className={rows.main}>
                <bdi>{line.agent_name}</bdi>
              </Link>
            </td>
            <td className={rows.tight}>
              <SessionState line={line} />
            </td>
            <td className={`${rows.numbers} ${rows.wide}`}>{line.step_count}</td>
            <td className={rows.tight}>
              <RelativeTime at={line.created_at} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
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
  const reason = line.end_reason === null ? null : (REASONS[line.end_reason] ?? line.end_reason.replaceAll('_', ' '));
  return (
    <>
      <StatusWord tone={line.status === 'completed' ? 'done' : 'bad'}>
        {line.status === 'completed' ? 'Ended' : 'Failed'}
      </StatusWord>
      <span className={rows.sub}>{[lasted, reason].filter(Boolean).join(' · ')}</span>
    </>
  );
}
