import type { PrismaClient } from '@/generated/prisma/client';
import { once } from '@/lib/core/globals';
import { makePrismaClient } from '@/lib/data/prisma-client';

/** Prisma's client over the pool of the product, for rows that a test makes or looks at (docs/decisions/0011-sql-and-prisma.md). */
export function prisma(): PrismaClient {
  return once('prisma', makePrismaClient);
}
