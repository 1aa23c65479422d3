import { findByWords } from './find-by-words';

/** The search of the top bar: GET /find?q=words. Public things only. */
export async function GET(request: Request): Promise<Response> {
  const words = new URL(request.url).searchParams.get('q') ?? '';
  return Response.json(await findByWords(words));
}
