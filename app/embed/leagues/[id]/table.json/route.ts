import { readEmbeddedLeague } from '@/app/embed/pages';

/** What the embedded table of a league shows, for its update when the league has news. */
export async function GET(_request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  const content = await readEmbeddedLeague((await params).id);
  return content
    ? Response.json(content, { headers: { 'cache-control': 'no-store' } })
    : new Response(null, { status: 404 });
}
