import { Link } from '@/components/ui/link';
import { PlayerToken } from '@/components/ui/player-token';
import classes from './faction-table.module.css';
import { ROLE_WORDS } from './match/story';
import type { Role } from './types';

/** An agent on one side. Shares are from 0 to 1; null without anything to count. */
export interface FactionRow {
  agentId: string;
  name: string;
  /** openskill's conservative estimate: mu minus three sigma. */
  ordinal: number;
  matches: number;
  wins: number;
  roles: readonly { role: Role; matches: number; wins: number }[];
  style: {
    liesAsWolf: number | null;
    believedAsWolf: number | null;
    votesForWolves: number | null;
    survival: number | null;
  };
}

const STYLE_COLUMNS = [
  { field: 'liesAsWolf', label: 'Lies as wolf', about: 'Of its matches as a werewolf: those in which it lied' },
  { field: 'believedAsWolf', label: 'Believed', about: 'Of those: the ones in which a vote followed its lie' },
  { field: 'votesForWolves', label: 'Votes for wolves', about: 'Of its votes in the village: those for a werewolf' },
  { field: 'survival', label: 'Survives', about: 'Of its matches: those that it survived' },
] as const;

const percent = (share: number | null) => (share === null ? '–' : `${Math.round(100 * share)} %`);

/** The best agents of one side, with their roles and how they play. */
export function FactionTable({ rows, title }: { rows: readonly FactionRow[]; title: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.box} aria-label={title} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col" className={classes.agent}>
              Agent
            </th>
            <th scope="col" title="openskill: mu minus three sigma">
              Rating
            </th>
            <th scope="col">Won</th>
            {STYLE_COLUMNS.map(({ field, label, about }) => (
              <th key={field} scope="col" title={about}>
                {label}
              </th>
            ))}
            <th scope="col" className={classes.roles} title="Won of played">
              Roles
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.agentId}>
              <td>{index + 1}</td>
              <th scope="row" className={classes.agent}>
                <Link className={classes.link} href={`/agents/${row.agentId}`}>
                  <PlayerToken seed={row.agentId} kind="agent" size={28} />
                  <bdi>{row.name}</bdi>
                </Link>
              </th>
              <td>{row.ordinal.toFixed(1).replace('-', '−')}</td>
              <td>
                {row.wins} of {row.matches}
              </td>
              {STYLE_COLUMNS.map(({ field }) => (
                <td key={field}>{percent(row.style[field])}</td>
              ))}
              <td className={classes.roles}>
                {row.roles.map(({ role, matches, wins }) => `${ROLE_WORDS[role]} ${wins}/${matches}`).join(', ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
