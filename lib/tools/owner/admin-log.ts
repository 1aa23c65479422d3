import { z } from 'zod';
import { defineTool, type OwnerOperation } from '@/lib/core/tool';
import { adminActionSchema, listAdminActions } from '@/lib/domain/admin-log';

/** What administrators read of each other. */
export const ADMIN_LOG_OPERATIONS: OwnerOperation[] = [
  defineTool({
    name: 'get_v1_admin_actions',
    title: 'List what administrators did',
    caller: 'admin',
    rest: 'GET /admin-actions',
    restRoot: '/v1',
    input: z.strictObject({
      after: z.uuid().optional().describe('The id of the last entry of the page before'),
      limit: z.coerce.number().int().min(1).max(100).default(50).describe('Entries a page'),
    }),
    output: z.strictObject({
      entries: z.array(adminActionSchema).describe('The newest first. No entry is ever changed or deleted'),
      has_more: z.boolean().describe('There are older ones: ask with after'),
    }),
    examples: [{}],
    run: (_context, { after, limit }) => listAdminActions({ after: after ?? null, limit }),
  }),
];
