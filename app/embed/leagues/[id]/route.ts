import { embedLeague } from '@/app/embed/pages';

/** The table of a league embedded in another page. */
export async function GET(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return embedLeague((await params).id, new URL(request.url));
}
