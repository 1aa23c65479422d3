import { z } from 'zod';
import { currentOwner } from '@/app/owner';
import { refuseDownload } from '@/app/refuse-download';
import { isUuid } from '@/app/search-params';
import { streamText } from '@/app/stream-text';
import { AppError, validationError } from '@/lib/core/errors';
import { exportTraces } from '@/lib/domain/replays';

const querySchema = z.strictObject({
  experience_id: z.uuid().optional(),
  since: z.iso.datetime({ offset: true }).optional(),
});

/**
 * The sessions of an agent as JSON lines: GET /console/agents/{agent_id}/traces, with experience_id and since. Only for the
 * agent's signed-in owner. Format: docs/traces.md.
 */
export async function downloadTraces(request: Request, agentId: string): Promise<Response> {
  try {
    const owner = await currentOwner();
    if (!owner) throw new AppError('UNAUTHENTICATED', 'Sign in first.');
    if (!isUuid(agentId)) throw new AppError('NOT_FOUND', 'There is no agent with this id.');
    const parsed = querySchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
    if (!parsed.success) throw validationError(parsed.error.issues, 'Invalid query');
    const { experience_id: experienceId, since } = parsed.data;
    const of = { ownerId: owner.ownerId, agentId, experienceId, since: since === undefined ? null : new Date(since) };
    const body = await streamText(exportTraces(of));
    const name = `botplay-trace-${agentId.slice(-8)}-${new Date().toISOString().slice(0, 10)}.jsonl`;
    const headers = {
      'content-type': 'application/x-ndjson; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    };
    return new Response(body, { headers });
  } catch (thrown) {
    return refuseDownload(thrown, { request, page: `/console/agents/${agentId}` });
  }
}
