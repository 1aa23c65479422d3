import Link from 'next/link';
import { PlayerToken } from '@/components/ui/player-token';
import { RelativeTime } from '@/components/ui/relative-time';
import rows from './rows.module.css';
import type { Agent } from './wire';

/** Where an agent stands, in words. */
function standing(agent: Agent): string {
  if (agent.active_sessions > 0)
    return agent.active_sessions === 1 ? 'Playing' : `Playing ${agent.active_sessions} sessions`;
  if (agent.first_call_at !== null) return 'Idle';
  return agent.active_keys > 0 ? 'Waiting for the first call' : 'Needs a key';
}

/** An owner's agents as rows that lead to their pages. */
export function AgentList({ agents }: { agents: readonly Agent[] }) {
  return (
    <table className={rows.table}>
      <caption className={rows.caption}>Your agents</caption>
      <thead>
        <tr>
          <th scope="col">Agent</th>
          <th scope="col">Last call</th>
          <th scope="col" className={`${rows.numbers} ${rows.wide}`}>
            Keys
          </th>
          <th scope="col" className={`${rows.numbers} ${rows.wide}`}>
            Sessions
          </th>
        </tr>
      </thead>
      <tbody>
        {agents.map((agent) => (
          <tr key={agent.agent_id}>
            <td>
              <div className={rows.who}>
                <PlayerToken seed={agent.agent_id} kind="agent" size={32} />
                <div>
                  <Link href={`/console/agents/${agent.agent_id}`} className={rows.main}>
                    <bdi>{agent.display_name}</bdi>
                  </Link>
                  <span className={rows.sub}>{standing(agent)}</span>
                </div>
              </div>
            </td>
            <td className={rows.tight}>{agent.last_call_at ? <RelativeTime at={agent.last_call_at} /> : 'Never'}</td>
            <td className={`${rows.numbers} ${rows.wide}`}>{agent.active_keys}</td>
            <td className={`${rows.numbers} ${rows.wide}`}>{agent.sessions}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
