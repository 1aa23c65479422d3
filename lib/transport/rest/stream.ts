import type { ToolDefinition } from '@/lib/core/tool';
import { runTool, type ToolOutcome } from '@/lib/tools/run';
import { addressOf } from '@/lib/transport/http/address';
import { EventStream, SSE_HEADERS, type SseSink, sseFrame } from '@/lib/transport/http/sse';
import type { WireRequest, WireResponse } from '@/lib/transport/http/wire';
import { TransportCall } from '@/lib/transport/tool-call';
import { COMMON_HEADERS, toolAnswer } from './answers';
import { callerOf } from './caller';

/** The length of each wait of a stream; the next one follows immediately. */
const WAIT_MS = 25_000;

interface Waiting {
  request: WireRequest;
  tool: ToolDefinition;
  input: Record<string, unknown>;
}

/** What every tool with `waits` answers. */
interface WaitAnswer {
  events: { id: string }[];
  cursor: string;
}

/**
 * A waiting tool as an event stream: its own answers, one wait after the other, each event under its id.
 * `Last-Event-ID` continues after that event. The stream ends when the caller may no longer read it.
 */
export async function streamEvents(waiting: Waiting): Promise<WireResponse> {
  const after = waiting.request.header('last-event-id') ?? waiting.input.after;
  const input = { ...waiting.input, ...(after === undefined ? {} : { after }) };
  const first = await wait(waiting, { ...input, timeout_ms: 0 }, waiting.request.signal);
  if (!first.ok) return toolAnswer(first);
  const body = new EventStream((sink) => {
    const end = () => sink.end();
    void follow(waiting, input, first, sink).then(end, end);
  });
  return { status: 200, headers: { ...COMMON_HEADERS, ...SSE_HEADERS }, body };
}

async function follow(
  waiting: Waiting,
  input: Record<string, unknown>,
  first: ToolOutcome,
  sink: SseSink,
): Promise<void> {
  let outcome = first;
  while (outcome.ok && !sink.signal.aborted) {
    const { events, cursor } = outcome.value as WaitAnswer;
    for (const event of events) sink.send(sseFrame({ id: event.id, data: JSON.stringify(event) }));
    outcome = await wait(waiting, { ...input, after: cursor, timeout_ms: WAIT_MS }, sink.signal);
  }
}

/** Authenticates before each wait: a revoked credential ends the stream. */
async function wait(
  { request, tool }: Waiting,
  input: Record<string, unknown>,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  return runTool(tool, input, await callerOf(request), new TransportCall('rest', addressOf(request), { signal }));
}
