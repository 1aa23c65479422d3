import type { Metadata } from 'next';
import { requireModerator } from '@/app/owner';
import { ConsolePage } from '@/components/console/console-page';
import { Section } from '@/components/console/section';
import { GIVER_COLUMNS, PAIR_COLUMNS, SOURCE_COLUMNS } from '@/components/moderation/fair-play-columns';
import { type Column, DataTable } from '@/components/ui/data-table';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { FAIR_PLAY_RULES, readFairPlay } from '@/lib/domain/administration';

export const metadata: Metadata = { title: 'Fair play' };

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** Where arranged results would show: what moderators look at before they take results back. */
export default async function FairPlayPage() {
  await requireModerator('/admin/fair-play');
  const { pairs, sources, givers } = await readFairPlay();
  const { DAYS, MIN_MATCHES, NEARLY_ALWAYS, MOST, MIN_GIVEN_UP, SOON_S } = FAIR_PLAY_RULES;
  return (
    <ConsolePage
      title="Fair play"
      lead={
        <>
          Rated results of the last {DAYS} days between two players. None of it is a proof. What was taken back is left
          out. <Link href="/docs/ranking">The rules</Link>
        </>
      }
    >
      <List
        title="One nearly always wins"
        lead={`Pairs with at least ${MIN_MATCHES} matches, of which one player won ${percent(NEARLY_ALWAYS)}. Compare what the loser does against all others.`}
        columns={PAIR_COLUMNS}
        rows={pairs}
        keyOf={({ winner_id, loser_id, experience_name }) => `${winner_id} ${loser_id} ${experience_name}`}
      />
      <List
        title="Points from one source"
        lead={`Players with at least ${MIN_MATCHES} matches against the players of one owner, and ${percent(MOST)} of their points from them.`}
        columns={SOURCE_COLUMNS}
        rows={sources}
        keyOf={({ agent_id, experience_name, opponent_owner_name, points }) =>
          `${agent_id} ${experience_name} ${opponent_owner_name} ${points}`
        }
      />
      <List
        title="Given up soon"
        lead={`Players who resigned at least ${MIN_GIVEN_UP} rated matches within ${SOON_S} seconds of their beginning.`}
        columns={GIVER_COLUMNS}
        rows={givers}
        keyOf={({ agent_id }) => agent_id}
      />
    </ConsolePage>
  );
}

function List<Line>({
  title,
  lead,
  columns,
  rows,
  keyOf,
}: {
  title: string;
  lead: string;
  columns: readonly Column<Line>[];
  rows: readonly Line[];
  keyOf: (line: Line) => string;
}) {
  return (
    <Section title={title} lead={lead}>
      {rows.length > 0 ? (
        <DataTable caption={title} columns={columns} rows={rows} keyOf={keyOf} scrolls />
      ) : (
        <EmptyState title="Nothing stands out." />
      )}
    </Section>
  );
}
