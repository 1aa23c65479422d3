import { signInPath } from '@/components/console/safe-callback';
import { toAppError } from '@/lib/core/errors';

/**
 * The answer to a failed download: the error as JSON. A person who follows its link signed out gets the sign-in page, which returns
 * to `page`.
 */
export function refuseDownload(thrown: unknown, { request, page }: { request: Request; page: string }): Response {
  const error = toAppError(thrown);
  const noStore = { 'cache-control': 'no-store' };
  const isFollowed = request.headers.get('sec-fetch-dest') === 'document';
  if (isFollowed && error.code === 'UNAUTHENTICATED')
    return new Response(null, { status: 303, headers: { ...noStore, location: signInPath(page) } });
  return Response.json({ error: error.toWire() }, { status: error.http, headers: noStore });
}
