import clsx from 'clsx';
import { Link } from '@/components/ui/link';
import classes from './cross-table.module.css';
import { RankedName } from './ranked-name';
import type { FixtureOutcome, LeagueView } from './types';
import { fixturePath } from './words';

/** A fixture in a cell, from the side of the row's player. */
export interface CrossResult {
  matchId: string;
  outcome: FixtureOutcome;
  score: number;
  opponentScore: number;
}

export type CrossCells = Record<string, Record<string, CrossResult[]>>;

const WORDS: Record<FixtureOutcome, string> = { W: 'won', D: 'drew', L: 'lost' };

/** Everyone against everyone, in the order of the standings. Scrolls sideways where it is wider than the page. */
export function CrossTable({ league, cells }: { league: LeagueView; cells: CrossCells }) {
  const nameOf = new Map(league.players.map(({ playerId, name }) => [playerId, name]));
  const order = league.standings;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by the keyboard.
    <section className={classes.scroll} aria-label="Results of everyone against everyone" tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Player</th>
            {order.map(({ playerId, rank }) => (
              <th key={playerId} scope="col">
                <abbr title={nameOf.get(playerId)}>{rank}</abbr>
              </th>
            ))}
            <th scope="col">Points</th>
          </tr>
        </thead>
        <tbody>
          {order.map(({ playerId, rank, points }) => (
            <tr key={playerId}>
              <th scope="row">
                <RankedName
                  leagueId={league.leagueId}
                  playerId={playerId}
                  rank={rank}
                  name={nameOf.get(playerId) ?? playerId}
                />
              </th>
              {order.map(({ playerId: opponent }) => (
                <td key={opponent} className={clsx(opponent === playerId && classes.self)}>
                  {(cells[playerId]?.[opponent] ?? []).map((result) => (
                    <Link
                      key={result.matchId}
                      className={classes.result}
                      data-outcome={result.outcome}
                      href={fixturePath(league.leagueId, result.matchId)}
                      aria-label={`${nameOf.get(playerId)} ${WORDS[result.outcome]} ${result.score} to ${result.opponentScore} against ${nameOf.get(opponent)}`}
                    >
                      {result.score}–{result.opponentScore}
                    </Link>
                  ))}
                </td>
              ))}
              <td className="numeric">{points}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
