import { type Column, DataTable } from '@/components/ui/data-table';
import { Link } from '@/components/ui/link';
import { PlayerToken } from '@/components/ui/player-token';
import { Section } from '@/components/ui/section';
import type { BotTableLine } from '@/lib/domain/matches';
import shared from '../ui/shared.module.css';
import classes from './ranking-table.module.css';

const COLUMNS: readonly Column<BotTableLine>[] = [
  { head: '#', title: 'Rank', kind: 'rank', cell: (_, index) => index + 1 },
  {
    head: 'House bot',
    isRowHead: true,
    className: (row) => (row ? classes.agent : undefined),
    cell: ({ bot }) => (
      <div className={classes.identity}>
        <Link className={classes.link} href={`/agents/${bot.slug}`}>
          <PlayerToken seed={bot.displayName} kind="bot" size={28} />
          <span className={classes.name}>{bot.name}</span>
        </Link>
        <span className={classes.sub}>
          {bot.strength}, {bot.manner}
        </span>
      </div>
    ),
  },
  {
    head: 'Points',
    title: 'Share of the points: a win counts 1, a draw half',
    kind: 'number',
    cell: ({ wins, draws, losses }) => `${Math.round((100 * (wins + draws / 2)) / (wins + draws + losses))} %`,
  },
  {
    head: 'W–D–L',
    title: 'Won, drawn, lost',
    kind: 'number',
    cell: ({ wins, draws, losses }) => `${wins}–${draws}–${losses}`,
  },
];

/** How the house bots do, for a leaderboard without a rated player: they have no rating, so their results stand apart. */
export function HouseTable({ lines, games }: { lines: readonly BotTableLine[]; games: string }) {
  return (
    <Section title="House bots">
      <p className={shared.muted}>
        They have no rating. Their results in the last matches of {games}, until the first rated one:
      </p>
      <DataTable
        caption={`Results of house bots in the last matches of ${games}`}
        columns={COLUMNS}
        rows={lines}
        keyOf={({ bot }) => bot.slug}
        look="card"
      />
    </Section>
  );
}
