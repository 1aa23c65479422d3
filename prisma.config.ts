import { defineConfig } from 'prisma/config';

/** For Prisma's own command line, where its engine binary can be had; the product migrates by lib/data/migrate. */
export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations', seed: 'tsx prisma/seed.ts' },
  datasource: { url: process.env.DATABASE_URL ?? '' },
});
