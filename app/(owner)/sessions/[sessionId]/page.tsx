import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { comparedChoices } from '@/app/(owner)/sessions/[sessionId]/compared-choices';
import { currentOwner } from '@/app/owner';
import { isUuid, oneOf, type Search } from '@/app/search-params';
import { signInPath } from '@/components/console/safe-callback';
import { TranscriptScreen } from '@/components/console/transcript-screen';
import { withDrawnPositions } from '@/components/match/drawn-fields';
import { AppError } from '@/lib/core/errors';
import { findMatchOfSession, readStepBoards, readTranscript } from '@/lib/domain/replays';
import { listSessionNotes } from '@/lib/domain/session-notes';

export const metadata: Metadata = { title: 'Session', robots: { index: false } };

type Params = Promise<{ sessionId: string }>;

/**
 * The transcript of a session, for the owner of its agent. Everybody else gets the public page of its match where it has
 * one, and a visitor may sign in.
 */
export default async function SessionPage({ params, searchParams }: { params: Params; searchParams: Search }) {
  const { sessionId } = await params;
  if (!isUuid(sessionId)) notFound();
  const after = Number(oneOf((await searchParams).after) ?? -1);
  if (!Number.isInteger(after) || after > 2_147_483_647) notFound();
  const owner = await currentOwner();
  const transcript = owner && (await readOwnTranscript({ ownerId: owner.ownerId, sessionId, after }));
  if (transcript) {
    const { ownerId } = owner;
    const [boards, notes, others] = await Promise.all([
      readStepBoards({ ownerId, sessionId, after }),
      listSessionNotes({ ownerId, sessionId }),
      comparedChoices({ ownerId, sessionId, experienceId: transcript.experienceId }),
    ]);
    return (
      <TranscriptScreen
        transcript={transcript}
        boards={boards && withDrawnPositions(boards)}
        notes={notes}
        others={others}
        isFirstPage={after < 0}
      />
    );
  }
  const matchId = await findMatchOfSession(sessionId);
  if (matchId !== null) redirect(`/matches/${matchId}`);
  if (!owner) redirect(signInPath(`/sessions/${sessionId}`));
  notFound();
}

/** Null when the session is not one of the owner's agents. */
async function readOwnTranscript(request: Parameters<typeof readTranscript>[0]) {
  return readTranscript(request).catch((thrown: unknown) => {
    if (thrown instanceof AppError && thrown.code === 'NOT_FOUND') return null;
    throw thrown;
  });
}
