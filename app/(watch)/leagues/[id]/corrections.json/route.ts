import { downloadCorrections } from '@/app/leagues';

/** The signed corrections of a league by its organizer, for everyone who computes its table again. */
export async function GET(_request: Request, { params }: { params: Promise<{ id: string }> }) {
  return downloadCorrections((await params).id);
}
