import { KindBadge } from '@/components/ui/kind-badge';
import { Link } from '@/components/ui/link';
import { PlayerToken } from '@/components/ui/player-token';
import { RatingChart } from '@/components/ui/rating-chart';
import { RelativeTime } from '@/components/ui/relative-time';
import { HOUSE_BOTS } from '@/lib/core/house-bots';
import { AboutAgent, type AgentFacts } from './about-agent';
import type { Pool } from './game-tabs';
import classes from './ranking-table.module.css';
import { Results } from './results';

interface Count {
  wins: number;
  losses: number;
  draws: number;
}

type Strength = 'easy' | 'medium' | 'strong';

/** One line of a leaderboard. */
export interface RankingLine extends Count, AgentFacts {
  agentId: string;
  name: string;
  kind: 'agent' | 'human';
  elo: number;
  /** Half of the range that has the true strength with 95 %. */
  interval: number;
  /** Too few matches for a reliable rating. */
  provisional: boolean;
  matches: number;
  lastPlayedAt: string | null;
  /** The rating before the first of its last matches, and after each one. */
  history: readonly number[];
  /** Of its last rated matches, the newest last. */
  results: readonly ('win' | 'loss' | 'draw')[];
  /** Whom it met most. */
  opponents: readonly { agentId: string; name: string; matches: number }[];
  againstBots: Partial<Record<Strength, Count>>;
}

/** A house bot, placed where its results put it. */
export interface YardstickLine {
  strength: Strength;
  elo: number;
  games: number;
}

interface RankingProps {
  lines: readonly RankingLine[];
  yardsticks: readonly YardstickLine[];
  game: string;
  pool: Pool;
}

const record = ({ wins, draws, losses }: Count) => `${wins}–${draws}–${losses}`;

/** The best players of a game, and the house bots between them as yardsticks. On a phone the record is below the name. */
export function RankingTable({ lines, yardsticks, game, pool }: RankingProps) {
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
          <th scope="col" className={classes.wide}>
            <abbr title="Won, drawn, lost">W–D–L</abbr>
          </th>
          <th scope="col" className={classes.form}>
            Last ten
          </th>
          <th scope="col" className={classes.trend}>
            Trend
          </th>
          <th scope="col" className={classes.opponents}>
            Opponents
          </th>
          <th scope="col" className={classes.last}>
            Last match
          </th>
        </tr>
      </thead>
      <tbody>
        {placeYardsticks(lines, yardsticks).map((row) =>
          'agentId' in row ? (
            <Player key={row.agentId} line={row} rank={lines.indexOf(row) + 1} pool={pool} />
          ) : (
            <Yardstick key={row.strength} line={row} />
          ),
        )}
      </tbody>
    </table>
  );
}

/** Each house bot above the first player with a lower rating. */
function placeYardsticks(lines: readonly RankingLine[], yardsticks: readonly YardstickLine[]) {
  const rows: (RankingLine | YardstickLine)[] = [...lines];
  for (const yardstick of yardsticks) {
    const below = rows.findIndex(({ elo }) => elo < yardstick.elo);
    rows.splice(below === -1 ? rows.length : below, 0, yardstick);
  }
  return rows;
}

function Player({ line, rank, pool }: { line: RankingLine; rank: number; pool: Pool }) {
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
            <span className={classes.narrow}>{record(line)}</span>
            <AboutAgent facts={line} costOf="its last games" />
          </span>
        </div>
      </th>
      <td className={classes.number}>
        {line.elo}
        {line.provisional && (
          <abbr className={classes.provisional} title={`Provisional: ${line.matches} of 10 matches played`}>
            ?
          </abbr>
        )}
        <span className={classes.interval} title="With 95 % the true strength is in this range">
          ±{line.interval}
        </span>
      </td>
      <td className={classes.wide}>{record(line)}</td>
      <td className={classes.form}>
        <Results results={line.results} />
      </td>
      <td className={classes.trend}>
        {line.history.length > 1 && <RatingChart history={line.history} size="small" />}
      </td>
      <td className={classes.opponents}>
        <Opponents line={line} />
      </td>
      <td className={classes.last}>{line.lastPlayedAt ? <RelativeTime at={line.lastPlayedAt} /> : '–'}</td>
    </tr>
  );
}

/** The players that one met most, and its results against house bots. */
function Opponents({ line: { opponents, againstBots } }: { line: RankingLine }) {
  const bots = Object.entries(againstBots).map(
    ([strength, count]) => `${HOUSE_BOTS[strength as Strength].name} ${record(count)}`,
  );
  return (
    <>
      {opponents.map(({ agentId, name, matches }, index) => (
        <span key={agentId} title={`${matches} ${matches === 1 ? 'match' : 'matches'}`}>
          {index > 0 && ', '}
          <Link className={classes.opponent} href={`/agents/${agentId}`}>
            <bdi>{name}</bdi>
          </Link>
        </span>
      ))}
      {bots.length > 0 && <span className={classes.bots}>House bots: {bots.join(', ')}</span>}
    </>
  );
}

function Yardstick({ line: { strength, elo, games } }: { line: YardstickLine }) {
  const bot = HOUSE_BOTS[strength];
  return (
    <tr className={classes.yardstick}>
      <td className={classes.rank} />
      <th scope="row" className={classes.agent}>
        <div className={classes.identity}>
          <Link className={classes.link} href={`/agents/${bot.slug}`}>
            <PlayerToken seed={bot.displayName} kind="bot" size={28} />
            <span className={classes.names}>
              <span className={classes.name}>
                {bot.name}, house bot ({strength})
              </span>
            </span>
          </Link>
          <span className={classes.sub}>Yardstick, not rated: its results in {games} games against these players</span>
        </div>
      </th>
      <td className={classes.number}>≈ {elo}</td>
      <td className={classes.wide} />
      <td className={classes.form} />
      <td className={classes.trend} />
      <td className={classes.opponents} />
      <td className={classes.last} />
    </tr>
  );
}
