import { namesTag } from '@/app/entity-tags';
import { siteOrigin } from '@/app/origin';
import { isUuid } from '@/app/search-params';
import { streamText } from '@/app/stream-text';
import { AppError, toAppError } from '@/lib/core/errors';
import { openRecord, positionOfMatch, type RecordExtension, type RecordFile } from '@/lib/domain/replays';

const HOUR_S = 3_600;

/**
 * The record of a match as a download: GET /matches/{id}/record.jsonl, .pgn or .pdn. Public, like the page of the match.
 * A matching If-None-Match is answered before the record is read.
 */
export async function downloadRecord(
  request: Request,
  params: Promise<{ id: string }>,
  extension: RecordExtension,
): Promise<Response> {
  try {
    const { id } = await params;
    if (!isUuid(id)) throw new AppError('NOT_FOUND', 'No match has this id.');
    const file = await openRecord({ matchId: id, extension, url: `${await siteOrigin()}/matches/${id}` });
    const headers = headersOf(file);
    if (namesTag(request.headers.get('if-none-match'), headers.etag))
      return new Response(null, { status: 304, headers });
    const body = request.method === 'HEAD' ? null : await streamText(file.read());
    return new Response(body, { headers });
  } catch (thrown) {
    return refusal(toAppError(thrown));
  }
}

/** GET /matches/{id}/continue?ply=12: redirects to the board with that position in its address, so that it can be stored and shared. */
export async function continueMatch(request: Request, params: Promise<{ id: string }>): Promise<Response> {
  const { id } = await params;
  try {
    if (!isUuid(id)) throw new AppError('NOT_FOUND', 'No match has this id.');
    const asked = new URL(request.url).searchParams.get('ply');
    const ply = asked !== null && /^\d{1,6}$/.test(asked) ? Number(asked) : null;
    const { gameId, state } = await positionOfMatch({ matchId: id, ply });
    const location = `/board/${gameId}?${new URLSearchParams({ state, from: id })}`;
    return new Response(null, { status: 307, headers: { location, 'cache-control': 'no-store' } });
  } catch (thrown) {
    // A person who follows the link reads on the page of the match what has become of it.
    if (request.headers.get('sec-fetch-dest') === 'document')
      return new Response(null, { status: 303, headers: { location: `/matches/${encodeURIComponent(id)}` } });
    return refusal(toAppError(thrown));
  }
}

/** A finished match can be cached by proxies, for as long as words that are hidden later may go on being read; a running one not at all. */
function headersOf({ name, mediaType, version, isFinal }: RecordFile) {
  return {
    'content-type': mediaType,
    'content-disposition': `attachment; filename="${name}"`,
    etag: `"${version}"`,
    'cache-control': isFinal ? `public, max-age=${HOUR_S}` : 'no-store',
  };
}

function refusal(error: AppError): Response {
  const headers = new Headers({ 'cache-control': 'no-store' });
  if (error.retryAfterS !== undefined) headers.set('retry-after', String(error.retryAfterS));
  return Response.json({ error: error.toWire() }, { status: error.http, headers });
}
