import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server';
import { mayWait } from '@/lib/tools/access';
import { runTool } from '@/lib/tools/run';
import { abortOnDrain } from '@/lib/transport/http/draining';
import { TransportCall } from '@/lib/transport/tool-call';
import {
  type ProgressParams,
  progressTokenOf,
  renderCallResult,
  sendProgress,
  UNKNOWN_CURSOR,
  unknownTool,
} from './calls';
import { withoutPage } from './elicitation';
import { findServedTool, type ServerProfile } from './endpoint';
import { findSdkTool } from './sdk-toolsets';
import { toolsFor } from './tool-list';

/** Registers `tools/list` and `tools/call` with the SDK's server, for requests that need it. */
export function offerTools(server: Server, profile: ServerProfile): void {
  server.setRequestHandler('tools/list', ({ params }) => {
    if (params?.cursor !== undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, UNKNOWN_CURSOR);
    return { tools: toolsFor(profile.endpoint, profile.agent) as Tool[] };
  });
  server.setRequestHandler('tools/call', ({ params }, context) => {
    const sdkTool = findSdkTool(profile.endpoint, params.name);
    return sdkTool ? sdkTool.run(context, params.arguments ?? {}) : callTool(profile, params, context);
  });
}

async function callTool(
  { agent, endpoint, address }: ServerProfile,
  { name, arguments: input = {} }: { name: string; arguments?: Record<string, unknown> },
  { mcpReq }: ServerContext,
): Promise<CallToolResult> {
  const tool = findServedTool(endpoint, name);
  if (!tool) {
    const { message, data } = unknownTool(name, endpoint);
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message, data);
  }
  const linked = mayWait(tool, agent) ? abortOnDrain(mcpReq.signal) : null;
  const call = new TransportCall('mcp', address, linked ?? mcpReq, { params: mcpReq });
  const running = runTool(tool, input, agent, call).finally(linked?.release);
  const token = tool.waits ? progressTokenOf(mcpReq) : null;
  const notify = (params: ProgressParams) => void mcpReq.notify({ method: 'notifications/progress', params });
  const stop = token === null ? undefined : sendProgress(token, notify);
  const outcome = await running.finally(stop);
  // A client sends responses when it repeats a call after its person was shown the page.
  const answer = mcpReq.inputResponses === undefined ? outcome : withoutPage(outcome);
  const rendered = renderCallResult(answer, endpoint, true);
  if ('result' in rendered) return JSON.parse(rendered.result) as CallToolResult;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, rendered.fault.message, rendered.fault.details);
}
