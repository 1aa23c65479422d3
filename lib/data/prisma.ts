import type { PrismaClient } from '@/generated/prisma/client';
import { once } from '@/lib/core/globals';

/**
 * Prisma's client, over the connections of the pool, for modules that are not hot (docs/decisions/0011-sql-and-prisma.md).
 * It is loaded at the first use: it takes about 0.4 s of processor time and 100 MB, which a process that never opens
 * such a page does not spend.
 */
export function prisma(): Promise<PrismaClient> {
  return once('prisma-client', async () => (await import('./prisma-client')).makePrismaClient());
}
