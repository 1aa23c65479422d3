import { registerExport } from '@/lib/data/exports';
import { prisma } from '@/lib/data/prisma';

/** A new entry. */
export interface NewEntry {
  id: string;
  ownerId: string | null;
  agentId: string | null;
  action: string;
  input: object;
  addressHash: string;
}

/** Appends an entry. */
export async function insertEntry(entry: NewEntry): Promise<void> {
  const db = await prisma();
  await db.adminAction.create({ data: entry });
}

/** Entries, the newest first; after the entry with an id, when one is given. */
export async function findEntries({ after, limit }: { after: string | null; limit: number }) {
  const db = await prisma();
  return db.adminAction.findMany({
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: limit,
    ...(after === null ? {} : { cursor: { id: after }, skip: 1 }),
  });
}

registerExport('admin-log', {
  'account/administration': {
    about: 'What the owner did as an administrator or moderator, without the arguments, which name others.',
    rows: `SELECT id, at, agent_id, action FROM admin_actions WHERE owner_id = $1`,
  },
});
