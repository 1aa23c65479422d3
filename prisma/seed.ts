import { closeDatabase } from '@/lib/data/database';
import { seedFirstParty } from '@/lib/domain/catalog';

// For `prisma db seed`; the server does the same at every start.
await seedFirstParty();
await closeDatabase();
