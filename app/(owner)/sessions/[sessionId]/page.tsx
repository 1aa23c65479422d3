import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { currentOwner } from '@/app/owner';
import { isUuid, oneOf, type Search } from '@/app/search-params';
import { signInPath } from '@/components/console/safe-callback';
import { type ComparedChoice, TranscriptScreen } from '@/components/console/transcript-screen';
import { withDrawnPositions } from '@/components/match/drawn-fields';
import { isolateDirection } from '@/components/ui/text';
import { AppError } from '@/lib/core/errors';
import type { OwnerId } from '@/lib/core/ids';
import { listSessions } from '@/lib/domain/console';
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

const MAX_CHOICES = 20;

/** The newest other sessions of an owner's agents in the same experience. One query. */
async function comparedChoices(of: {
  ownerId: OwnerId;
  sessionId: string;
  experienceId: string;
}): Promise<ComparedChoice[]> {
  const { ownerId, experienceId } = of;
  const { sessions } = await listSessions({ ownerId, experienceId, limit: MAX_CHOICES + 1 });
  return sessions
    .filter(({ session_id }) => session_id !== of.sessionId)
    .slice(0, MAX_CHOICES)
    .map(({ session_id, agent_name, created_at, result, step_count, status }) => {
      const end = status === 'active' ? 'running' : (result ?? 'ended');
      const began = `${created_at.slice(0, 10)} ${created_at.slice(11, 16)} UTC`;
      return {
        sessionId: session_id,
        label: `${isolateDirection(agent_name)}, ${began}: ${end}, ${step_count} ${step_count === 1 ? 'step' : 'steps'}`,
      };
    });
}
