import { Readable } from 'node:stream';
import { currentOwner } from '@/app/owner';
import { refuseDownload } from '@/app/refuse-download';
import { AppError } from '@/lib/core/errors';
import { authenticate } from '@/lib/domain/keys';
import { clientAddress, peerAddress } from '@/lib/domain/limits';
import { readLinkedStudyLog, readStudyExport, readStudyLog, toJsonl } from '@/lib/domain/relay';
import { requireActive } from '@/lib/tools/access';

/** Answers lines as a file to download. */
async function download(request: Request, name: string, read: () => Promise<AsyncIterable<object>>): Promise<Response> {
  try {
    const headers = {
      'content-type': 'application/x-ndjson; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.jsonl"`,
      'cache-control': 'private, no-store',
    };
    const lines = Readable.toWeb(Readable.from(toJsonl(await read()))) as ReadableStream<string>;
    return new Response(lines.pipeThrough(new TextEncoderStream()), { headers });
  } catch (thrown) {
    return refuseDownload(thrown, { request, page: '/console/studies' });
  }
}

async function requireReader() {
  const owner = await currentOwner();
  if (!owner) throw new AppError('UNAUTHENTICATED', 'Sign in first.');
  return owner;
}

const suffixOf = (isAnonymous: boolean): string => (isAnonymous ? '-anonymous' : '');

/**
 * The log of a study session as JSON lines: GET /console/studies/{session_id}/log; with `anonymous=true` without the
 * participant's id and texts. Only for the session's signed-in owner.
 */
export function downloadLog(request: Request, sessionId: string): Promise<Response> {
  const isAnonymous = new URL(request.url).searchParams.get('anonymous') === 'true';
  return download(request, `${sessionId}${suffixOf(isAnonymous)}`, async () =>
    readStudyLog({ ...(await requireReader()), sessionId, isAnonymous }),
  );
}

/**
 * The log for who was in the session: GET /relay/sessions/{session_id}/log, by the link in `ext.log` of session.ended, or
 * by the key of an agent of the session's owner.
 */
export function downloadMemberLog(request: Request, sessionId: string): Promise<Response> {
  return download(request, sessionId, async () => {
    const { searchParams } = new URL(request.url);
    const token = searchParams.get('token');
    if (token !== null) return readLinkedStudyLog({ sessionId, token, until: searchParams.get('until') ?? '' });
    const credential = {
      authorization: request.headers.get('authorization'),
      apiKey: request.headers.get('x-api-key'),
      address: clientAddress({
        peer: peerAddress(request.headers),
        forwardedFor: request.headers.get('x-forwarded-for'),
      }),
    };
    const caller = await authenticate(credential);
    if (!caller) throw new AppError('UNAUTHENTICATED', 'Use the link of session.ended, or send the key of your agent.');
    requireActive(caller);
    if (caller.ownerId === null) throw new AppError('NOT_FOUND', 'There is no study session with this id.');
    return readStudyLog({ ownerId: caller.ownerId, isAdmin: false, sessionId });
  });
}

/** The logs of a whole study, one line after the other: GET /console/studies/export?study_id=. */
export function downloadStudy(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const isAnonymous = searchParams.get('anonymous') === 'true';
  const studyId = searchParams.get('study_id') ?? '';
  return download(request, `study${suffixOf(isAnonymous)}`, async () =>
    readStudyExport({ ...(await requireReader()), studyId, isAnonymous }),
  );
}
