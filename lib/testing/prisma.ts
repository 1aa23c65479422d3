import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '@/generated/prisma/client';
import { once } from '@/lib/core/globals';
import { pool } from '@/lib/data/database';

/** Prisma's client over the pool of the product, for rows that a test makes or looks at (docs/decisions/0011-sql-and-prisma.md). */
export function prisma(): PrismaClient {
  return once('prisma', () => new PrismaClient({ adapter: new PrismaPg(pool()) }));
}
