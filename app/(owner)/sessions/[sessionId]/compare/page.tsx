import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { requireOwner } from '@/app/owner';
import { isUuid, oneOf, type Search } from '@/app/search-params';
import { type ComparedRun, CompareScreen } from '@/components/console/compare-screen';
import { withDrawnPositions } from '@/components/match/drawn-fields';
import { AppError } from '@/lib/core/errors';
import { readStepBoards, readTranscript, sumSessions } from '@/lib/domain/replays';

export const metadata: Metadata = { title: 'Two runs', robots: { index: false } };

type Params = Promise<{ sessionId: string }>;

/** Two sessions of the owner's agents in the same experience, step by step beside each other. */
export default async function ComparePage({ params, searchParams }: { params: Params; searchParams: Search }) {
  const { sessionId } = await params;
  const search = await searchParams;
  const otherId = oneOf(search.with) ?? '';
  const after = Number(oneOf(search.after) ?? -1);
  if (!isUuid(sessionId) || !isUuid(otherId) || !Number.isInteger(after) || after > 2_147_483_647) notFound();
  const { ownerId } = await requireOwner(`/sessions/${sessionId}/compare?with=${otherId}`);
  const [one, other, sums] = await Promise.all([
    readRun({ ownerId, sessionId, after }),
    readRun({ ownerId, sessionId: otherId, after }),
    sumSessions([sessionId, otherId]),
  ]);
  if (one.transcript.experienceId !== other.transcript.experienceId) notFound();
  const [first, second] = [one, other].map(
    (run): ComparedRun => ({ ...run, sums: sums.get(run.transcript.sessionId) ?? null }),
  ) as [ComparedRun, ComparedRun];
  const nexts = [one, other].flatMap(({ transcript }) => transcript.nextStep ?? []);
  return <CompareScreen runs={[first, second]} after={after} next={nexts.length > 0 ? Math.max(...nexts) : null} />;
}

/** Answers 404 for a session of another owner's agent. */
async function readRun(of: { ownerId: string; sessionId: string; after: number }): Promise<Omit<ComparedRun, 'sums'>> {
  const [transcript, boards] = await Promise.all([
    readTranscript(of).catch((thrown: unknown) => {
      if (thrown instanceof AppError && thrown.code === 'NOT_FOUND') notFound();
      throw thrown;
    }),
    readStepBoards(of),
  ]);
  return { transcript, boards: boards && withDrawnPositions(boards) };
}
