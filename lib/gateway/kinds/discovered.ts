import { z } from 'zod';
import { McpClient } from '../mcp-client';
import { callableUrl, type RemoteKind, textOf } from './kind';

/** MCP servers that do not know the contract of experiences: agents call the tools that they list. */
export const discoveredKind: RemoteKind<'discovered'> = {
  kind: 'discovered',
  manifestPart: z.strictObject({
    server_url: callableUrl('http'),
    auth: z.enum(['none', 'bearer']).default('none'),
  }),
  urlField: 'server_url',
  readConnection: (part) => ({
    url: textOf(part.server_url),
    auth: part.auth === 'bearer' ? 'bearer' : 'optional',
    declaredTools: null,
  }),
  makeClient: (outbound, url) => new McpClient(outbound, url),
  protocol: 'tools',
  listsTools: true,
  mismatchAdvice: 'The server answers, but not as an MCP server. Check the path (often /mcp).',
};
