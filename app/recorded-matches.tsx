import { RecordedList } from '@/components/home/recorded-list';
import { type LiveMatch, readRecordedMatches } from '@/lib/domain/matches';

const SHOWN = 2;

/** While no agent plays: finished matches with what the players said, called recordings. Nothing where there are none. */
export async function RecordedMatches({ live }: { live: readonly LiveMatch[] }) {
  const isAgentOn = live.some(({ players }) => players.some(({ kind }) => kind === 'agent'));
  const recorded = isAgentOn ? [] : await readRecordedMatches(SHOWN);
  return recorded.length === 0 ? null : <RecordedList recorded={recorded} />;
}
