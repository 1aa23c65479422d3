import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '@/generated/prisma/client';
import { pool } from './database';

/** Prisma's client over the connections of the pool. `lib/data/prisma.ts` loads this file at the first use. */
export function makePrismaClient(): PrismaClient {
  return new PrismaClient({ adapter: new PrismaPg(pool()) });
}
