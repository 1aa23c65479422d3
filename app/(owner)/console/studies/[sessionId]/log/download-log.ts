import { Readable } from 'node:stream';
import { currentOwner } from '@/app/owner';
import { AppError, toAppError } from '@/lib/core/errors';
import { readStudyLog, toJsonl } from '@/lib/domain/relay';

/**
 * The log of a study session as JSON lines: GET /console/studies/{session_id}/log; with `anonymous=true` without the
 * participant's id and texts. Only for the session's signed-in owner.
 */
export async function downloadLog(request: Request, sessionId: string): Promise<Response> {
  try {
    const owner = await currentOwner();
    if (!owner) throw new AppError('UNAUTHENTICATED', 'Sign in first.');
    const isAnonymous = new URL(request.url).searchParams.get('anonymous') === 'true';
    const lines = await readStudyLog({ ...owner, sessionId, isAnonymous });
    const name = `${sessionId}${isAnonymous ? '-anonymous' : ''}.jsonl`;
    const headers = {
      'content-type': 'application/x-ndjson; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    };
    return new Response(Readable.toWeb(Readable.from(toJsonl(lines))) as ReadableStream, { headers });
  } catch (thrown) {
    const error = toAppError(thrown);
    return Response.json({ error: error.toWire() }, { status: error.http, headers: { 'cache-control': 'no-store' } });
  }
}
