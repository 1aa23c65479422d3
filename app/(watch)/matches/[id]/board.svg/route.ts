import { serveBoardOfMatch } from '@/app/pictures/board-picture';

export const dynamic = 'force-dynamic';

/** The board of a match as a picture. */
export async function GET(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return serveBoardOfMatch((await params).id, request.headers.get('if-none-match'));
}
