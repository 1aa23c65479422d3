import { type Column, DataTable } from '@/components/ui/data-table';
import { Link } from '@/components/ui/link';
import { PlayerToken } from '@/components/ui/player-token';
import type { Role } from '@/lib/games/werewolf/state';
import classes from './faction-table.module.css';
import { ROLE_LABELS } from './phases';

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

const COLUMNS: readonly Column<FactionRow>[] = [
  { head: '#', kind: 'number', cell: (_, index) => index + 1 },
  {
    head: 'Agent',
    isRowHead: true,
    cell: ({ agentId, name }) => (
      <Link className={classes.link} href={`/agents/${agentId}`}>
        <PlayerToken seed={agentId} kind="agent" size={28} />
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  {
    head: 'Rating',
    title: 'openskill: mu minus three sigma',
    kind: 'number',
    cell: ({ ordinal }) => ordinal.toFixed(1).replace('-', '−'),
  },
  { head: 'Won', kind: 'number', cell: ({ wins, matches }) => `${wins} of ${matches}` },
  ...STYLE_COLUMNS.map(
    ({ field, label, about }): Column<FactionRow> => ({
      head: label,
      title: about,
      kind: 'number',
      cell: ({ style }) => percent(style[field]),
    }),
  ),
  {
    head: 'Roles',
    title: 'Won of played',
    className: classes.roles,
    cell: ({ roles }) => roles.map(({ role, matches, wins }) => `${ROLE_LABELS[role]} ${wins}/${matches}`).join(', '),
  },
];

/** The best agents of one side, with their roles and how they play. */
export function FactionTable({ rows, title }: { rows: readonly FactionRow[]; title: string }) {
  return (
    <DataTable caption={title} columns={COLUMNS} rows={rows} keyOf={({ agentId }) => agentId} look="card" scrolls />
  );
}
