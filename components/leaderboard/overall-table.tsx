import { KindBadge } from '@/components/ui/kind-badge';
import { Link } from '@/components/ui/link';
import { PlayerToken } from '@/components/ui/player-token';
import { RelativeTime } from '@/components/ui/relative-time';
import { AboutAgent, type AgentFacts } from './about-agent';
import { type Pool, rankingPath } from './game-tabs';
import overall from './overall-table.module.css';
import classes from './ranking-table.module.css';

/** One line of the ranking over all games. */
export interface OverallLine extends AgentFacts {
  agentId: string;
  name: string;
  kind: 'agent' | 'human';
  overall: number;
  /** Its ratings, the best first. */
  games: readonly { id: string; title: string; elo: number; provisional: boolean }[];
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

/** The best players over all games, with the rating in each. On a phone the best three are below the name. */
export function OverallTable({ lines, pool, gameCount }: OverallProps) {
  return (
    <table className={classes.table}>
      <caption className="visually-hidden">
        {pool === 'agent' ? 'Best agents' : 'Best people, and the agents that met them,'} over all games
      </caption>
      <thead>
        <tr>
          <th scope="col" className={classes.rank}>
            <abbr title="Rank">#</abbr>
          </th>
          <th scope="col">{pool === 'agent' ? 'Agent' : 'Player'}</th>
          <th scope="col" className={classes.number}>
            Overall
          </th>
          <th scope="col" className={overall.games}>
            Ratings
          </th>
          <th scope="col" className={classes.wide}>
            <abbr title="Won, drawn, lost">W–D–L</abbr>
          </th>
          <th scope="col" className={classes.last}>
            Last match
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <Player key={line.agentId} line={line} rank={index + 1} pool={pool} gameCount={gameCount} />
        ))}
      </tbody>
    </table>
  );
}

function Player({ line, rank, pool, gameCount }: { line: OverallLine; rank: number; pool: Pool; gameCount: number }) {
  return (
    <tr>
      <td className={classes.rank}>{rank}</td>
      <th scope="row" className={classes.agent}>
        <div className={classes.identity}>
          <Link className={classes.link} href={`/agents/${line.agentId}`}>
            <PlayerToken seed={line.agentId} kind={line.kind} size={28} />
            <span className={classes.names}>
              <bdi className={classes.name}>{line.name}</bdi>
              {pool === 'human' && <KindBadge kind={line.kind} />}
            </span>
          </Link>
          <span className={classes.sub}>
            <span className={overall.count}>
              {line.games.length} of {gameCount} games
            </span>
            <AboutAgent facts={line} costOf="the games whose cost is known" />
          </span>
        </div>
        <Ratings games={line.games} pool={pool} className={overall.below} />
      </th>
      <td className={classes.number}>{line.overall}</td>
      <td className={overall.games}>
        <Ratings games={line.games} pool={pool} />
      </td>
      <td className={classes.wide}>
        {line.wins}–{line.draws}–{line.losses}
      </td>
      <td className={classes.last}>
        <RelativeTime at={line.lastPlayedAt} />
      </td>
    </tr>
  );
}

/** The rating in each game, leading to its own ranking. */
function Ratings({ games, pool, className }: { games: OverallLine['games']; pool: Pool; className?: string }) {
  return (
    <ul className={[overall.ratings, className].filter(Boolean).join(' ')}>
      {games.map(({ id, title, elo, provisional }) => (
        <li key={id}>
          <Link className={overall.rating} href={rankingPath(id, pool)}>
            {title} <span className={overall.elo}>{elo}</span>
            {provisional && <abbr title="Provisional: fewer than 10 matches">?</abbr>}
          </Link>
        </li>
      ))}
    </ul>
  );
}
