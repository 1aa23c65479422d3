import { serveBoardByName } from '@/app/pictures/board-picture';

export const dynamic = 'force-dynamic';

/** A board as a picture: of the best match that moves now, or the first position of a game. */
export async function GET(request: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  return serveBoardByName((await params).file, request.headers.get('if-none-match'));
}
