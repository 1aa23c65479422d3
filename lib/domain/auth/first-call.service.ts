import { z } from 'zod';
import { iso, now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import type { OwnerId } from '@/lib/core/ids';
import { agentStream } from '@/lib/core/stream';
import { waitForEvents } from '@/lib/events';
import { type FirstCallRow, findFirstCall } from './activity.repo';

/** The first call that an agent ever made, in wire form; nulls while there was none. */
export const firstCallSchema = z.strictObject({
  first_call_at: z.iso.datetime().nullable().describe('When it called first; null before'),
  tool: z.string().nullable().describe('Name of the tool'),
  transport: z.string().nullable().describe('`mcp` or `rest`'),
});
export type FirstCall = z.infer<typeof firstCallSchema>;

/**
 * Waits until an owner's agent makes its first call, for the page that waits for it to connect. Answers immediately when it
 * has; woken by the event, so nothing is polled.
 * @throws NOT_FOUND when the owner has no such agent.
 */
export async function waitForFirstCall(wait: {
  agentId: string;
  ownerId: OwnerId;
  timeoutMs: number;
  signal?: AbortSignal;
}): Promise<FirstCall> {
  const deadlineMs = now().getTime() + wait.timeoutMs;
  let after: string | null = null;
  for (;;) {
    const row = await findFirstCall(wait);
    if (!row) throw new AppError('NOT_FOUND', 'Unknown agent: check the agent_id.');
    const leftMs = deadlineMs - now().getTime();
    if (row.first_call_at || leftMs <= 0 || wait.signal?.aborted) return toFirstCall(row);
    const events = await waitForEvents({
      stream: agentStream(wait.agentId),
      after,
      audiences: 'all',
      timeoutMs: leftMs,
      signal: wait.signal,
    });
    after = events.at(-1)?.id ?? after;
  }
}

function toFirstCall({ first_call_at, data }: FirstCallRow): FirstCall {
  const { tool, transport } = data ?? {};
  return {
    first_call_at: first_call_at && iso(first_call_at),
    tool: typeof tool === 'string' ? tool : null,
    transport: typeof transport === 'string' ? transport : null,
  };
}
