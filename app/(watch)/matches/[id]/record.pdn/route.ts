import { downloadRecord } from '../download';

export const dynamic = 'force-dynamic';

/** The record of a match as PDN. */
export function GET(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return downloadRecord(request, params, 'pdn');
}
