import { continueMatch } from '../download';

export const dynamic = 'force-dynamic';

/** Redirects to an unrated board with the position after `ply` moves of a finished match. */
export function GET(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return continueMatch(request, params);
}
