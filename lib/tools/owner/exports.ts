import { z } from 'zod';
import { defineTool, type OwnerOperation } from '@/lib/core/tool';
import {
  EXPORT_DAYS,
  exportSchema,
  listExports,
  MAX_EXPORTS_A_DAY,
  removeExport,
  requestExport,
} from '@/lib/domain/exports';

/** The archive of everything about an owner. A browser downloads it at /console/account/exports/{export_id}. */
export const EXPORT_OPERATIONS: OwnerOperation[] = [
  defineTool({
    name: 'post_console_exports',
    title: `Ask for an archive of everything about you and your agents, at most ${MAX_EXPORTS_A_DAY} a day`,
    caller: 'owner',
    rest: 'POST /console/exports',
    restStatus: 202,
    proof: 'with_factor',
    isOpenToSuspended: true,
    errors: ['INVALID_STATE'],
    input: z.strictObject({}),
    output: exportSchema,
    examples: [{}],
    run: ({ who }) => requestExport(who.ownerId),
  }),
  defineTool({
    name: 'get_console_exports',
    title: 'List the archives of your data',
    caller: 'owner',
    rest: 'GET /console/exports',
    input: z.strictObject({}),
    output: z.strictObject({
      exports: z.array(exportSchema).describe(`Those of the last ${EXPORT_DAYS} days, the newest first`),
    }),
    examples: [{}],
    run: async ({ who }) => ({ exports: await listExports(who.ownerId) }),
  }),
  defineTool({
    name: 'delete_console_exports_export_id',
    title: 'Remove an archive of your data before it expires',
    caller: 'owner',
    rest: 'DELETE /console/exports/{export_id}',
    isOpenToSuspended: true,
    input: z.strictObject({ export_id: z.uuid().describe('The archive') }),
    output: z.strictObject({ export_id: z.uuid().describe('The archive') }),
    examples: [{ export_id: '0190f3a0-0000-7000-8000-000000000001' }],
    async run({ who }, { export_id }) {
      await removeExport({ ownerId: who.ownerId, exportId: export_id });
      return { export_id };
    },
  }),
];
