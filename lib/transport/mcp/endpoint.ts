import { TOOLSETS, type Toolset } from '@/lib/core/tool';
import { TOOLS } from '@/lib/tools';

/** Which tools a URL serves, and how it spells them. */
export interface Endpoint {
  toolsets: Toolset[];
  /** `_` for `.` in listed names: some clients refuse dots. */
  underscoreNames: boolean;
}

const known: ReadonlySet<string> = new Set(TOOLSETS);

const isServed = (toolset: string): boolean => TOOLS.some((tool) => tool.toolset === toolset);

function isToolset(word: string): word is Toolset {
  return known.has(word) && isServed(word);
}

/** For whoever asked at another address: those that there are. */
export function noSuchEndpoint(): string {
  const others = TOOLSETS.filter((toolset) => toolset !== 'gateway' && isServed(toolset));
  const paths = ['/mcp', ...others.map((toolset) => `/mcp/${toolset}`)];
  return `There is no such MCP endpoint. There is ${paths.join(', ')}, and /mcp?toolsets=gateway,… for several at once.`;
}

const read = new Map<string, Endpoint | null>();

/**
 * `/mcp` serves the gateway, `/mcp/<toolset>` one toolset and `/mcp?toolsets=a,b` several; `?names=underscore` changes
 * the listed names. Null when a toolset is unknown. Specification: interface.md, MCP.
 */
export function readEndpoint(url: string): Endpoint | null {
  const seen = read.get(url);
  if (seen !== undefined) return seen;
  const endpoint = parse(url);
  // Callers choose the text: remember only as many as real clients use.
  if (read.size < 1000) read.set(url, endpoint);
  return endpoint;
}

function parse(url: string): Endpoint | null {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const [, root, ...rest] = pathname.replace(/\/$/, '').split('/');
  if (root !== 'mcp' || rest.length > 1) return null;
  const words = rest[0] === undefined ? (searchParams.get('toolsets') ?? 'gateway').split(',') : [rest[0]];
  const toolsets = TOOLSETS.filter((toolset) => words.includes(toolset));
  if (words.length === 0 || !words.every(isToolset)) return null;
  return { toolsets, underscoreNames: searchParams.get('names') === 'underscore' };
}
