import type { ReactNode } from 'react';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Link } from '@/components/ui/link';
import { PlayerToken } from '@/components/ui/player-token';
import { RatingChart } from '@/components/ui/rating-chart';
import { RelativeTime } from '@/components/ui/relative-time';
import { capitalize } from '@/components/ui/text';
import { defaultHouseBot } from '@/lib/core/house-bots';
import type { Yardstick } from '@/lib/domain/play-statistics';
import type { Pool } from './game-tabs';
import { type RankedAgent, RankedPlayer } from './ranked-player';
import classes from './ranking-table.module.css';

interface Count {
  wins: number;
  losses: number;
  draws: number;
}

type Strength = 'easy' | 'medium' | 'strong';

/** One line of a leaderboard. */
export interface RankingLine extends Count, RankedAgent {
  elo: number;
  /** Half of the range that has the true strength with 95 %. */
  interval: number;
  /** The value that orders ranked players. */
  ranking: number;
  /** Too few matches for a reliable rating. */
  isUnreliable: boolean;
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

interface RankingProps {
  lines: readonly RankingLine[];
  houseBots: readonly Yardstick[];
  game: string;
  pool: Pool;
}

const record = ({ wins, draws, losses }: Count) => `${wins}–${draws}–${losses}`;

type Row = RankingLine | Yardstick;

const isBot = (row: Row): row is Yardstick => 'strength' in row;

/** A column whose cells are empty for house bots. */
const ofPlayers = (column: Omit<Column<Row>, 'cell'> & { cell: (line: RankingLine) => ReactNode }): Column<Row> => ({
  ...column,
  cell: (row) => !isBot(row) && column.cell(row),
});

const columnsOf = (lines: readonly RankingLine[], pool: Pool): readonly Column<Row>[] => [
  {
    head: '#',
    title: 'Rank',
    kind: 'rank',
    cell: (row) => !isBot(row) && row.provisionalReason === null && lines.indexOf(row) + 1,
  },
  {
    head: pool === 'agent' ? 'Agent' : 'Player',
    isRowHead: true,
    className: (row) => (row ? classes.agent : undefined),
    cell: (row) =>
      isBot(row) ? (
        <HouseBotName line={row} />
      ) : (
        <RankedPlayer line={row} pool={pool} costOf="its last games">
          <span className={classes.narrow}>{record(row)}</span>
        </RankedPlayer>
      ),
  },
  ofPlayers({
    head: 'Ranking',
    kind: 'number',
    cell: ({ ranking, provisionalReason }) => (provisionalReason === null ? ranking : '–'),
  }),
  {
    head: 'Rating',
    kind: 'number',
    className: (row) => (row && isBot(row) ? classes.botRating : undefined),
    cell: (row) => (isBot(row) ? `≈ ${row.elo}` : <Rating line={row} />),
  },
  ofPlayers({ head: 'W–D–L', title: 'Won, drawn, lost', kind: 'number', hideOn: 'phone', cell: record }),
  ofPlayers({
    head: 'Last ten',
    className: classes.form,
    hideOn: 'laptop',
    cell: ({ results }) => <Results results={results} />,
  }),
  ofPlayers({
    head: 'Trend',
    className: classes.trend,
    hideOn: 'laptop',
    cell: ({ history }) => history.length > 1 && <RatingChart history={history} size="small" />,
  }),
  ofPlayers({
    head: 'Opponents',
    className: classes.opponents,
    hideOn: 'phone',
    cell: (line) => <Opponents line={line} />,
  }),
  ofPlayers({
    head: 'Last match',
    className: classes.last,
    hideOn: 'phone',
    cell: ({ lastPlayedAt }) => (lastPlayedAt ? <RelativeTime at={lastPlayedAt} /> : '–'),
  }),
];

/** The best players of a game, and the house bots between them. On a phone the record is below the name. */
export function RankingTable({ lines, houseBots, game, pool }: RankingProps) {
  return (
    <DataTable
      caption={`${pool === 'agent' ? 'Best agents' : 'Best people, and the agents that met them,'} in ${game}`}
      columns={columnsOf(lines, pool)}
      rows={placeHouseBots(lines, houseBots)}
      keyOf={(row) => (isBot(row) ? row.strength : row.agentId)}
      rowProps={(row) => ({ className: isBot(row) ? classes.bot : undefined })}
      look="card"
    />
  );
}

/** Each house bot above the first ranked player with a lower ranking, and above those that are provisional. */
function placeHouseBots(lines: readonly RankingLine[], houseBots: readonly Yardstick[]) {
  const rows: (RankingLine | Yardstick)[] = [...lines];
  for (const houseBot of houseBots) {
    const below = rows.findIndex((row) =>
      isBot(row) ? row.elo < houseBot.elo : row.provisionalReason !== null || row.ranking < houseBot.elo,
    );
    rows.splice(below === -1 ? rows.length : below, 0, houseBot);
  }
  return rows;
}

/** The house bots of a strength: one line, because they differ in manner and not in strength. */
function HouseBotName({ line: { strength, games } }: { line: Yardstick }) {
  const bot = defaultHouseBot(strength);
  return (
    <div className={classes.identity}>
      <Link className={classes.link} href={`/agents/${bot.slug}`}>
        <PlayerToken seed={bot.displayName} kind="bot" size={28} />
        <span className={classes.names}>
          <span className={classes.name}>
            {capitalize(strength)} house bots, {bot.name} and others
          </span>
        </span>
      </Link>
      <span className={classes.sub}>For comparison, not rated: its results in {games} games against these players</span>
    </div>
  );
}

function Rating({ line }: { line: RankingLine }) {
  return (
    <>
      {line.elo}
      {/* After a few matches the range says nothing: it is wider than what separates the best from a beginner. */}
      {line.isUnreliable ? (
        <abbr
          className={classes.unreliable}
          title={`Fewer than 10 matches: ${line.matches} played. With 95 % the true strength is within ±${line.interval}`}
        >
          ?
        </abbr>
      ) : (
        <span className={classes.interval} title="With 95 % the true strength is in this range">
          ±{line.interval}
        </span>
      )}
    </>
  );
}

/** The players that one met most, and its results against house bots. */
function Opponents({ line: { opponents, againstBots } }: { line: RankingLine }) {
  const bots = Object.entries(againstBots).map(([strength, count]) => `${strength} ${record(count)}`);
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

type Result = 'win' | 'loss' | 'draw';

const WORDS: Record<Result, { letter: string; word: string }> = {
  win: { letter: 'W', word: 'won' },
  draw: { letter: 'D', word: 'drawn' },
  loss: { letter: 'L', word: 'lost' },
};

/** Results as a row of marks, the newest last; each has a letter beside its colour. */
function Results({ results }: { results: readonly Result[] }) {
  if (results.length === 0) return null;
  const marks = results.map((result, index) => ({ result, key: `${index} of ${results.length}` }));
  return (
    <span className={classes.results} role="img" aria-label={results.map((result) => WORDS[result].word).join(', ')}>
      {marks.map(({ result, key }) => (
        <span key={key} className={classes.result} data-result={result}>
          {WORDS[result].letter}
        </span>
      ))}
    </span>
  );
}
