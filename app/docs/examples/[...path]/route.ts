import { readExample } from '@/lib/transport/examples/example-files';

/** An example as text, by its path in the folder of examples. */
export async function GET(_request: Request, { params }: { params: Promise<{ path: string[] }> }): Promise<Response> {
  const text = await readExample((await params).path.join('/'));
  if (text === null) return new Response('There is no such example.\n', { status: 404 });
  return new Response(text, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=300' },
  });
}
