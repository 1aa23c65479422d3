import { embedMatch } from '@/app/embed/pages';

/** A match embedded in another page. */
export async function GET(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return embedMatch((await params).id, new URL(request.url));
}
