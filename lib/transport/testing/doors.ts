import { expect } from 'vitest';
import { openRawSession, postMcp, rpc } from './mcp';

type Json = Record<string, unknown>;

/** What a caller of a tool gets, over either door. */
interface DoorAnswer {
  /** HTTP status over REST; over MCP that of the HTTP answer. */
  status: number;
  value: Json;
  code: string | null;
}

export type Door = (tool: string, input: Json, apiKey: string | null) => Promise<DoorAnswer>;

/** The ways to call a tool of a test server: by name over REST, and over MCP. */
export function doorsOf(server: { readonly url: string }): Record<'mcp' | 'rest', Door> {
  return {
    async rest(tool, input, apiKey) {
      const answer = await fetch(`${server.url}/api/tools/${tool}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
        },
        body: JSON.stringify(input),
      });
      const value = (await answer.json()) as Json & { error?: { code: string } };
      return { status: answer.status, value, code: value.error?.code ?? null };
    },
    async mcp(tool, input, apiKey) {
      const url = `${server.url}/mcp`;
      const headers = apiKey === null ? {} : await openRawSession(url, apiKey);
      const answer = await postMcp(url, rpc('tools/call', { name: tool, arguments: input }), headers);
      const result = answer.json?.result as {
        isError?: boolean;
        structuredContent?: Json;
        content: { text: string }[];
      };
      if (!result) return { status: answer.status, value: {}, code: 'UNAUTHENTICATED' };
      const value = JSON.parse(result.content[0]?.text ?? '{}') as Json;
      if (!result.isError) expect(result.structuredContent).toEqual(value);
      return { status: answer.status, value, code: result.isError ? String(value.code) : null };
    },
  };
}
