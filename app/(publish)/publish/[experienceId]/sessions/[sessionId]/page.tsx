import { notFound } from 'next/navigation';
import { orNotFound } from '@/app/(owner)/console/history';
import { isUuid, oneOf, type Search } from '@/app/search-params';
import { PlayedTranscript } from '@/components/catalog/played-transcript';
import { readPlayedSession } from '@/lib/domain/replays';
import { findOwnServer } from '../../own';

interface Props {
  params: Promise<{ experienceId: string; sessionId: string }>;
  searchParams: Search;
}

/** The transcript of a session for the publisher of its experience. */
export default async function PlayedSessionPage({ params, searchParams }: Props) {
  const { id } = await findOwnServer({ params });
  const { sessionId } = await params;
  const after = Number(oneOf((await searchParams).after) ?? -1);
  if (!isUuid(sessionId) || !Number.isInteger(after) || after > 2_147_483_647) notFound();
  const played = await orNotFound(readPlayedSession({ experienceId: id, sessionId, after }));
  return <PlayedTranscript experienceId={id} isFirstPage={after < 0} {...played} />;
}
