import { z } from 'zod';
import { REQUIRED_TOOLS } from '../experience-client';
import { McpClient } from '../mcp-client';
import { callableUrl, type RemoteKind, textOf } from './kind';

const toolName = z.string().min(1).max(128);

function toolNames(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((name): name is string => typeof name === 'string') : [];
}

/** Remote MCP servers. */
export const mcpKind: RemoteKind<'mcp'> = {
  kind: 'mcp',
  manifestPart: z.strictObject({
    server_url: callableUrl('http'),
    required_tools: z.array(toolName).max(100),
    optional_tools: z.array(toolName).max(100).default([]),
    auth: z.enum(['none', 'bearer']).default('none'),
  }),
  urlField: 'server_url',
  readConnection: (part) => ({
    url: textOf(part.server_url),
    auth: part.auth === 'bearer' ? 'bearer' : 'optional',
    declaredTools: [...toolNames(part.required_tools), ...toolNames(part.optional_tools)],
  }),
  findPartFault(part) {
    const declared = toolNames(part.required_tools);
    const missing = REQUIRED_TOOLS.filter((tool) => !declared.includes(tool));
    return missing.length === 0 ? null : { path: ['required_tools'], message: `must include ${missing.join(', ')}` };
  },
  makeClient: (outbound, url) => new McpClient(outbound, url),
  protocol: 'experience',
  listsTools: true,
  mismatchAdvice: 'The server answers, but not as an MCP server. Check the path (often /mcp), or choose REST.',
};
