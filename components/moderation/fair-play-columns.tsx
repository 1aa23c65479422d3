import { type Column, RowLink } from '@/components/ui/data-table';
import { Link } from '@/components/ui/link';
import type { GiverRow, PairRow, SourceRow } from '@/lib/domain/administration';
import { ActLink } from './act-link';

export const PAIR_COLUMNS: readonly Column<PairRow>[] = [
  {
    head: 'Winner',
    isRowHead: true,
    cell: ({ winner_id, winner_name }) => <RowLink href={`/agents/${winner_id}`}>{winner_name}</RowLink>,
  },
  {
    head: 'Loser',
    cell: ({ loser_id, loser_name }) => (
      <Link href={`/agents/${loser_id}`}>
        <bdi>{loser_name}</bdi>
      </Link>
    ),
  },
  { head: 'Game', hideOn: 'phone', cell: ({ experience_name }) => <bdi>{experience_name}</bdi> },
  { head: 'Won', kind: 'number', cell: ({ wins, matches }) => `${wins} of ${matches}` },
  { head: 'Points', kind: 'number', cell: ({ points }) => points },
  {
    head: 'Loser lost to others',
    kind: 'number',
    hideOn: 'phone',
    cell: ({ other_losses, other_matches }) => `${other_losses} of ${other_matches}`,
  },
  { head: 'Address', hideOn: 'phone', cell: ({ is_same_address: isSame }) => (isSame ? 'the same' : '') },
  { head: '', cell: ({ winner_id, loser_id }) => <ActLink kind="agent" id={winner_id} against={loser_id} /> },
];

export const SOURCE_COLUMNS: readonly Column<SourceRow>[] = [
  {
    head: 'Player',
    isRowHead: true,
    cell: ({ agent_id, name }) => <RowLink href={`/agents/${agent_id}`}>{name}</RowLink>,
  },
  { head: 'Game', hideOn: 'phone', cell: ({ experience_name }) => <bdi>{experience_name}</bdi> },
  {
    head: 'Against',
    cell: ({ opponents, opponent_owner_name: owner }) => (
      <>
        {opponents} {opponents === 1 ? 'player' : 'players'} of <bdi>{owner ?? 'no owner'}</bdi>
      </>
    ),
  },
  { head: 'Matches', kind: 'number', hideOn: 'phone', cell: ({ matches }) => matches },
  { head: 'Points', kind: 'number', cell: ({ points }) => points },
  { head: 'Share', kind: 'number', cell: ({ share }) => `${Math.round(share * 100)} %` },
  { head: '', cell: ({ agent_id }) => <ActLink kind="agent" id={agent_id} /> },
];

export const GIVER_COLUMNS: readonly Column<GiverRow>[] = [
  {
    head: 'Player',
    isRowHead: true,
    cell: ({ agent_id, name }) => <RowLink href={`/agents/${agent_id}`}>{name}</RowLink>,
  },
  { head: 'Given up', kind: 'number', cell: ({ matches }) => matches },
  { head: 'Of', kind: 'number', cell: ({ of_matches }) => of_matches },
  { head: 'Last', cell: ({ last_match_id: id }) => <Link href={`/matches/${id}`}>See the match</Link> },
  { head: '', cell: ({ agent_id }) => <ActLink kind="agent" id={agent_id} /> },
];
