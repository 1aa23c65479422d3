import { FormMarks } from './form-marks';
import { MemberName } from './member-name';
import classes from './standings-table.module.css';
import type { LeagueMember, LeagueView, StandingsLine } from './types';
import { signed, tieBreakSentence } from './words';

/** The standings: won, drawn, lost, points, difference, form, and what decided between players with equal points. */
export function StandingsTable({
  league,
  reached,
  ownPlayerId,
}: {
  league: LeagueView;
  /** The stage that each player of a knockout has reached; it decides there, not the points. */
  reached: Readonly<Record<string, string>> | null;
  ownPlayerId: string | null;
}) {
  const members = new Map(league.players.map((member) => [member.playerId, member]));
  const sentences = league.standings.flatMap((line, index) => {
    const sentence = sentenceOf(line, league.standings[index + 1], members);
    return sentence ? [{ key: line.playerId, sentence }] : [];
  });
  return (
    <>
      <table className={classes.table}>
        <caption className="visually-hidden">Standings of {league.name}</caption>
        <thead>
          <tr>
            <th scope="col" className={classes.rank}>
              <abbr title="Rank">#</abbr>
            </th>
            <th scope="col">Player</th>
            <th scope="col" className={classes.wide}>
              <abbr title="Matches played">Pld</abbr>
            </th>
            <th scope="col" className={classes.number}>
              <abbr title="Won, drawn, lost">W-D-L</abbr>
            </th>
            <th scope="col" className={classes.wide}>
              <abbr title="Rounds won less rounds lost">Diff</abbr>
            </th>
            <th scope="col" className={classes.form}>
              Form
            </th>
            {reached ? (
              <th scope="col">Reached</th>
            ) : (
              <th scope="col" className={classes.number}>
                <abbr title="Points: 3 for a win, 1 for a draw">Pts</abbr>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {league.standings.map((line) => {
            const member = members.get(line.playerId);
            return (
              <tr
                key={line.playerId}
                data-first={line.rank === 1 && league.status === 'completed'}
                data-self={line.playerId === ownPlayerId}
              >
                <td className={classes.rank}>{line.rank}</td>
                <th scope="row" className={classes.player}>
                  <span>
                    {member && <MemberName member={member} leagueId={league.leagueId} size={28} />}
                    {line.playerId === ownPlayerId && <span className={classes.you}>you</span>}
                    {member?.hasWithdrawn && <span className={classes.you}>withdrawn</span>}
                  </span>
                  <span className={classes.narrow}>
                    <span className="numeric">
                      <abbr title="Rounds won less rounds lost">{signed(line.difference)}</abbr>
                    </span>
                    <FormMarks form={line.form} />
                  </span>
                </th>
                <td className={classes.wide}>{line.played}</td>
                <td className={classes.number}>
                  {line.wins}-{line.draws}-{line.losses}
                </td>
                <td className={classes.wide}>{signed(line.difference)}</td>
                <td className={classes.form}>
                  <FormMarks form={line.form} />
                </td>
                {reached ? (
                  <td className={classes.reached}>{reached[line.playerId]}</td>
                ) : (
                  <td className={classes.points}>{line.points}</td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
      <TieBreaks sentences={sentences} isKnockout={league.format === 'knockout'} />
    </>
  );
}

function sentenceOf(
  line: StandingsLine,
  next: StandingsLine | undefined,
  members: ReadonlyMap<string, LeagueMember>,
): string | null {
  if (!next || line.played === 0) return null;
  const nameOf = (playerId: string) => members.get(playerId)?.name ?? playerId;
  return tieBreakSentence(line.aheadBy, nameOf(line.playerId), nameOf(next.playerId));
}

function TieBreaks({
  sentences,
  isKnockout,
}: {
  sentences: readonly { key: string; sentence: string }[];
  isKnockout: boolean;
}) {
  return (
    <details className={classes.ties}>
      <summary>How ties are broken{sentences.length > 0 && ` (${sentences.length})`}</summary>
      <p>
        {isKnockout && 'The stage reached decides first. '}
        Points decide: 3 for a win, 1 for a draw. Then the number of wins, the difference of rounds won and lost, the
        points in the matches among the players that are still equal, and last the order of registration.
      </p>
      {sentences.length > 0 && (
        <ul>
          {sentences.map(({ key, sentence }) => (
            <li key={key} dir="auto">
              {sentence}
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
