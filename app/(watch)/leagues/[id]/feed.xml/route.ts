import { downloadFeed } from '../feed.json/feed';

/** The latest results of a league as an Atom feed. */
export async function GET(_request: Request, { params }: { params: Promise<{ id: string }> }) {
  return downloadFeed((await params).id, 'atom');
}
