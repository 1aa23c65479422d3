import { clsx } from 'clsx';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import shared from '../ui/shared.module.css';
import { type Pool, rankingPath } from './game-tabs';
import own from './overall-table.module.css';
import { type RankedAgent, RankedPlayer } from './ranked-player';
import classes from './ranking-table.module.css';

/** One line of the ranking over all games. */
export interface OverallLine extends RankedAgent {
  overall: number;
  /** Its ratings, the best first. */
  games: readonly {
    id: string;
    title: string;
    elo: number;
    ranking: number;
    provisionalReason: string | null;
    isUnreliable: boolean;
  }[];
  wins: number;
  losses: number;
  draws: number;
  lastPlayedAt: string;
}

interface OverallProps {
  lines: readonly OverallLine[];
  pool: Pool;
  /** How many games are counted. */
  gameCount: number;
}

const columnsOf = ({ pool, gameCount }: OverallProps): readonly Column<OverallLine>[] => [
  {
    head: '#',
    title: 'Rank',
    kind: 'rank',
    cell: ({ provisionalReason }, index) => provisionalReason === null && index + 1,
  },
  {
    head: pool === 'agent' ? 'Agent' : 'Player',
    isRowHead: true,
    className: (row) => (row ? classes.agent : undefined),
    cell: (line) => <OverallPlayer line={line} pool={pool} gameCount={gameCount} />,
  },
  {
    head: 'Overall',
    kind: 'number',
    cell: ({ overall, provisionalReason }) => (provisionalReason === null ? overall : '–'),
  },
  {
    head: 'Ratings',
    className: own.games,
    hideOn: 'phone',
    cell: ({ games }) => <Ratings games={games} pool={pool} />,
  },
  {
    head: 'W–D–L',
    title: 'Won, drawn, lost',
    kind: 'number',
    hideOn: 'phone',
    cell: ({ wins, draws, losses }) => `${wins}–${draws}–${losses}`,
  },
  {
    head: 'Last match',
    className: classes.last,
    hideOn: 'phone',
    cell: ({ lastPlayedAt }) => <RelativeTime at={lastPlayedAt} />,
  },
];

/** The best players over all games, with the rating in each. On a phone the best three are below the name. */
export function OverallTable(props: OverallProps) {
  return (
    <DataTable
      caption={`${props.pool === 'agent' ? 'Best agents' : 'Best people, and the agents that met them,'} over all games`}
      columns={columnsOf(props)}
      rows={props.lines}
      keyOf={({ agentId }) => agentId}
      look="card"
    />
  );
}

function OverallPlayer({ line, pool, gameCount }: { line: OverallLine; pool: Pool; gameCount: number }) {
  return (
    <>
      <RankedPlayer line={line} pool={pool} costOf="the games whose cost is known">
        <span className={shared.noShrink}>
          {line.games.length} of {gameCount} games
        </span>
      </RankedPlayer>
      <Ratings games={line.games} pool={pool} className={own.below} />
    </>
  );
}

/** The ranking in each game, or the rating of a provisional player; leading to the leaderboard of the game. */
function Ratings({ games, pool, className }: { games: OverallLine['games']; pool: Pool; className?: string }) {
  return (
    <ul className={[own.ratings, className].filter(Boolean).join(' ')}>
      {games.map(({ id, title, elo, ranking, provisionalReason, isUnreliable }) => (
        <li key={id}>
          <Link className={own.rating} href={rankingPath(id, pool)}>
            {title}{' '}
            <span className={clsx(shared.numeric, shared.textColor)}>{provisionalReason === null ? ranking : elo}</span>
            {provisionalReason !== null ? (
              <abbr title={`Rating; provisional: ${provisionalReason}`}>?</abbr>
            ) : (
              isUnreliable && <abbr title="Fewer than 10 matches">?</abbr>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}
