import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server';
import { runTool, type ToolOutcome } from '@/lib/tools/run';
import { TransportCall } from '@/lib/transport/tool-call';
import { servesTool, UNKNOWN_CURSOR, unknownTool } from './calls';
import { callFixtureTool, isFixtureTool } from './conformance';
import type { ServerProfile } from './server';
import { toolsFor } from './tool-list';

/** Lets the SDK's server list and call our tools: the way of the 2026-07-28 era. */
export function offerTools(server: Server, { agent, endpoint }: ServerProfile, fixtures: boolean): void {
  server.setRequestHandler('tools/list', ({ params }) => {
    if (params?.cursor !== undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, UNKNOWN_CURSOR);
    return { tools: toolsFor(endpoint, agent) as Tool[] };
  });
  server.setRequestHandler('tools/call', ({ params }, context) => {
    if (fixtures && isFixtureTool(params.name)) return callFixtureTool(context, params.name, params.arguments ?? {});
    return callFor({ agent, endpoint }, params, context);
  });
}

async function callFor(
  { agent, endpoint }: ServerProfile,
  params: { name: string; arguments?: Record<string, unknown> },
  context: ServerContext,
): Promise<CallToolResult> {
  const { name } = params;
  if (!servesTool(endpoint.toolsets, name)) {
    const { message, data } = unknownTool(name);
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message, data);
  }
  const call = new TransportCall('mcp', '', context.mcpReq);
  return toCallToolResult(await runTool(name, params.arguments ?? {}, agent, call));
}

function toCallToolResult(outcome: ToolOutcome): CallToolResult {
  if (outcome.ok) {
    const text = JSON.stringify(outcome.value);
    return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) as Record<string, unknown> };
  }
  const { error, stage } = outcome;
  if (stage === 'parse') throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message, error.details);
  return { content: [{ type: 'text', text: JSON.stringify(error.toWire()) }], isError: true };
}
