import { downloadFeed } from './feed';

/** The latest results of a league as a JSON Feed. */
export async function GET(_request: Request, { params }: { params: Promise<{ id: string }> }) {
  return downloadFeed((await params).id, 'json');
}
