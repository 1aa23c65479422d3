import Link from 'next/link';
import { KindBadge } from '@/components/ui/kind-badge';
import { PlayerToken } from '@/components/ui/player-token';
import { RatingChart } from '@/components/ui/rating-chart';
import { RelativeTime } from '@/components/ui/relative-time';
import type { Pool } from './game-tabs';
import classes from './ranking-table.module.css';

/** One line of a leaderboard. */
export interface RankingLine {
  agentId: string;
  name: string;
  kind: 'agent' | 'human';
  elo: number;
  /** Too few matches for a reliable rating. */
  provisional: boolean;
  matches: number;
  wins: number;
  losses: number;
  draws: number;
  lastPlayedAt: string | null;
  /** The rating before the first of its last matches, and after each one. */
  history: readonly number[];
}

/** The best players of a game. On a phone wins and losses are below the name. */
export function RankingTable({ lines, game, pool }: { lines: readonly RankingLine[]; game: string; pool: Pool }) {
  return (
    <table className={classes.table}>
      <caption className="visually-hidden">
        {pool === 'agent' ? 'Best agents' : 'Best people, and the agents that met them,'} in {game}
      </caption>
      <thead>
        <tr>
          <th scope="col" className={classes.rank}>
            <abbr title="Rank">#</abbr>
          </th>
          <th scope="col">{pool === 'agent' ? 'Agent' : 'Player'}</th>
          <th scope="col" className={classes.number}>
            Rating
          </th>
          <th scope="col" className={classes.trend}>
            Trend
          </th>
          <th scope="col" className={classes.wide}>
            Won
          </th>
          <th scope="col" className={classes.wide}>
            Drawn
          </th>
          <th scope="col" className={classes.wide}>
            Lost
          </th>
          <th scope="col" className={classes.last}>
            Last match
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <tr key={line.agentId}>
            <td className={classes.rank}>{index + 1}</td>
            <th scope="row" className={classes.agent}>
              <Link className={classes.link} href={`/agents/${line.agentId}`}>
                <PlayerToken seed={line.agentId} kind={line.kind} size={28} />
                <span className={classes.names}>
                  <bdi className={classes.name}>{line.name}</bdi>
                  {pool === 'human' && <KindBadge kind={line.kind} />}
                </span>
              </Link>
            </th>
            <td className={classes.number}>
              {line.elo}
              {line.provisional && (
                <abbr className={classes.provisional} title={`Provisional: ${line.matches} of 10 matches played`}>
                  ?
                </abbr>
              )}
            </td>
            <td className={classes.trend}>
              {line.history.length > 1 && <RatingChart history={line.history} size="small" />}
            </td>
            <td className={classes.wide}>{line.wins}</td>
            <td className={classes.wide}>{line.draws}</td>
            <td className={classes.wide}>{line.losses}</td>
            <td className={classes.last}>{line.lastPlayedAt ? <RelativeTime at={line.lastPlayedAt} /> : '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
