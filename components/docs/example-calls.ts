import { isJsonObject } from '@/lib/core/json';

/** The fields of a tool that an example needs. */
interface Callable {
  name: string;
  rest: { method: string; path: string } | null;
  examples: readonly unknown[];
}

interface RestCall {
  method: string;
  path: string;
  /** JSON; null without a body. */
  body: unknown;
}

/** Puts arguments into the path, else into the query of a GET or the body. */
export function restCall(tool: Callable, input: Record<string, unknown>): RestCall {
  if (tool.rest === null) return { method: 'POST', path: `/api/tools/${tool.name}`, body: input };
  const rest = { ...input };
  const path = tool.rest.path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = rest[name];
    delete rest[name];
    return value === undefined ? whole : encodeURIComponent(String(value));
  });
  if (tool.rest.method !== 'GET')
    return { method: tool.rest.method, path, body: Object.keys(rest).length > 0 ? rest : null };
  const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]));
  return { method: 'GET', path: query.size > 0 ? `${path}?${query}` : path, body: null };
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A REST call as a curl command. `credential`: the header that proves who calls; null for none. */
export function curlText(call: RestCall, origin: string, credential: string | null): string {
  const lines = [`curl -s ${call.method === 'GET' ? '' : `-X ${call.method} `}${shellQuoted(`${origin}${call.path}`)}`];
  if (credential !== null) lines.push(`  -H ${shellQuoted(credential)}`);
  if (call.body !== null) {
    lines.push(`  -H 'Content-Type: application/json'`, `  -d ${shellQuoted(JSON.stringify(call.body))}`);
  }
  return lines.join(' \\\n');
}

/** The first example of a tool as an MCP request and as a REST call. */
export function exampleCalls({
  tool,
  origin,
  key,
}: {
  tool: Callable;
  origin: string;
  key: string;
}): { label: string; text: string }[] {
  const example = tool.examples[0];
  const input = isJsonObject(example) ? example : {};
  const mcp = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool.name, arguments: input } };
  return [
    { label: 'MCP', text: JSON.stringify(mcp, null, 2) },
    { label: 'REST', text: curlText(restCall(tool, input), origin, `Authorization: Bearer ${key}`) },
  ];
}
