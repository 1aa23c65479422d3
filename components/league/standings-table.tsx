import { type Column, DataTable } from '@/components/ui/data-table';
import type { StandingRecord } from '@/lib/domain/leagues';
import { FormMarks } from './form-marks';
import { MemberName } from './member-name';
import classes from './standings-table.module.css';
import type { LeagueMember, LeagueView } from './types';
import { HEALTH_LABELS, signed, tieBreakSentence } from './words';

interface StandingsProps {
  league: LeagueView;
  /** The stage that each player of a knockout has reached; it decides there, not the points. */
  reached: Readonly<Record<string, string>> | null;
  ownPlayerId: string | null;
}

const columnsOf = ({
  league,
  reached,
  ownPlayerId,
  members,
}: StandingsProps & { members: ReadonlyMap<string, LeagueMember> }): readonly Column<StandingRecord>[] => [
  { head: '#', title: 'Rank', kind: 'rank', className: classes.rank, cell: ({ rank }) => rank },
  {
    head: 'Player',
    isRowHead: true,
    className: (line) => (line ? classes.player : undefined),
    cell: ({ player_id: playerId, score_difference, form }) => {
      const member = members.get(playerId);
      return (
        <>
          <span>
            {member && <MemberName member={member} leagueId={league.leagueId} size={28} />}
            {playerId === ownPlayerId && <span className={classes.you}>you</span>}
            {member?.hasWithdrawn && <span className={classes.you}>withdrawn</span>}
            {member && isFailing(league, member) && (
              <span className={classes.you}>{HEALTH_LABELS[member.health ?? 'answers']}</span>
            )}
          </span>
          <span className={classes.narrow}>
            <span className="numeric">
              <abbr title="Rounds won less rounds lost">{signed(score_difference)}</abbr>
            </span>
            <FormMarks form={form} />
          </span>
        </>
      );
    },
  },
  { head: 'Played', kind: 'number', hideOn: 'phone', cell: ({ played }) => played },
  {
    head: 'W–D–L',
    title: 'Won, drawn, lost',
    kind: 'number',
    cell: ({ wins, draws, losses }) => `${wins}–${draws}–${losses}`,
  },
  {
    head: 'Difference',
    title: 'Rounds won less rounds lost',
    kind: 'number',
    hideOn: 'phone',
    cell: ({ score_difference }) => signed(score_difference),
  },
  { head: 'Form', className: classes.form, hideOn: 'phone', cell: ({ form }) => <FormMarks form={form} /> },
  reached
    ? { head: 'Reached', kind: 'short', className: classes.reached, cell: ({ player_id }) => reached[player_id] }
    : {
        head: 'Points',
        title: 'Points: 3 for a win, 1 for a draw',
        kind: 'number',
        className: classes.points,
        cell: ({ points }) => points,
      },
];

/** Whether a player of a running league does not answer as it should. */
const isFailing = ({ status }: LeagueView, { health, hasWithdrawn }: LeagueMember): boolean =>
  status !== 'completed' && !hasWithdrawn && health !== null && health !== 'answers';

/** The standings: won, drawn, lost, points, difference, form, and what decided between players with equal points. */
export function StandingsTable({ league, reached, ownPlayerId }: StandingsProps) {
  const members = new Map(league.players.map((member) => [member.playerId, member]));
  const sentences = league.standings.flatMap((line, index) => {
    const sentence = sentenceOf(line, league.standings[index + 1], members);
    return sentence ? [{ key: line.player_id, sentence }] : [];
  });
  return (
    <>
      <DataTable
        caption={`Standings of ${league.name}`}
        columns={columnsOf({ league, reached, ownPlayerId, members })}
        rows={league.standings}
        keyOf={({ player_id }) => player_id}
        rowProps={({ rank, player_id }) => ({
          'data-first': rank === 1 && league.status === 'completed',
          'data-self': player_id === ownPlayerId,
        })}
        className={classes.table}
        look="card"
      />
      <TieBreaks sentences={sentences} isKnockout={league.format === 'knockout'} />
    </>
  );
}

function sentenceOf(
  line: StandingRecord,
  next: StandingRecord | undefined,
  members: ReadonlyMap<string, LeagueMember>,
): string | null {
  if (!next || line.played === 0) return null;
  const nameOf = (playerId: string) => members.get(playerId)?.name ?? playerId;
  return tieBreakSentence(line.ahead_by, nameOf(line.player_id), nameOf(next.player_id));
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
