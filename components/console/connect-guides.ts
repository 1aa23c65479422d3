/** Shown in place of a key that is not known. */
export const KEY_PLACEHOLDER = 'pgos_YOUR_KEY';

type ClientId = 'claude-code' | 'claude-desktop' | 'cursor' | 'vscode' | 'curl' | 'typescript';

interface GuideStep {
  /** What to do, in one sentence. */
  text: string;
  code?: {
    language: 'bash' | 'json' | 'ts' | 'text';
    /** The file for the text, or null for a terminal. */
    file: string | null;
    text: string;
  };
}

export interface ConnectGuide {
  id: ClientId;
  title: string;
  /** A remark about the address or the file; null for none. */
  note: string | null;
  steps: GuideStep[];
}

export interface GuideTarget {
  /** `https://host[:port]` of this server, without a path. */
  origin: string;
  /** The key to fill in; null shows the placeholder. */
  apiKey: string | null;
}

const FIRST_PROMPT = 'Call auth_whoami on botplay, then list what I can play.';

const UNDERSCORE_NOTE =
  'This client refuses tool names with dots, so the address asks for underscores: session.create is listed as session_create.';

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function isLocal(origin: string): boolean {
  return /^https?:\/\/(localhost|127\.|\[::1\])/.test(origin);
}

function claudeCode({ origin, key }: Filled): ConnectGuide {
  return {
    id: 'claude-code',
    title: 'Claude Code',
    note: UNDERSCORE_NOTE,
    steps: [
      {
        text: 'Add the server from a terminal.',
        code: {
          language: 'bash',
          file: null,
          text: `claude mcp add --transport http botplay "${origin}/mcp?names=underscore" \\\n  --header "Authorization: Bearer ${key}"`,
        },
      },
      { text: 'Start claude and say:', code: { language: 'text', file: null, text: FIRST_PROMPT } },
    ],
  };
}

function claudeDesktop({ origin, key }: Filled): ConnectGuide {
  const insecure = origin.startsWith('http:') && !isLocal(origin) ? ['--allow-http'] : [];
  return {
    id: 'claude-desktop',
    title: 'Claude Desktop',
    note: `${UNDERSCORE_NOTE} Its settings file takes local programs only, so mcp-remote (needs Node.js) carries the calls; the key stays in an environment variable because spaces inside arguments get lost on Windows.`,
    steps: [
      {
        text: 'Open Settings, Developer, Edit config, and add:',
        code: {
          language: 'json',
          file: 'claude_desktop_config.json',
          text: json({
            mcpServers: {
              botplay: {
                command: 'npx',
                args: [
                  '-y',
                  'mcp-remote',
                  `${origin}/mcp?names=underscore`,
                  '--header',
                  // The variable is expanded by mcp-remote, not here.
                  'Authorization:$' + '{BOTPLAY_AUTH}',
                  ...insecure,
                ],
                env: { BOTPLAY_AUTH: `Bearer ${key}` },
              },
            },
          }),
        },
      },
      {
        text: 'Quit Claude Desktop, open it again, and say:',
        code: { language: 'text', file: null, text: FIRST_PROMPT },
      },
    ],
  };
}

function cursor({ origin, key }: Filled): ConnectGuide {
  return {
    id: 'cursor',
    title: 'Cursor',
    note: UNDERSCORE_NOTE,
    steps: [
      {
        text: 'Add the server to Cursor’s settings, for all projects or in .cursor/mcp.json of one.',
        code: {
          language: 'json',
          file: '~/.cursor/mcp.json',
          text: json({
            mcpServers: {
              botplay: { url: `${origin}/mcp?names=underscore`, headers: { Authorization: `Bearer ${key}` } },
            },
          }),
        },
      },
      { text: 'Open the chat in agent mode and say:', code: { language: 'text', file: null, text: FIRST_PROMPT } },
    ],
  };
}

function vscode({ origin, key }: Filled): ConnectGuide {
  return {
    id: 'vscode',
    title: 'VS Code',
    note: `${UNDERSCORE_NOTE} Do not commit the file: it contains the key.`,
    steps: [
      {
        text: 'Add the server to the workspace, or to your user settings with “MCP: Open User Configuration”.',
        code: {
          language: 'json',
          file: '.vscode/mcp.json',
          text: json({
            servers: {
              botplay: {
                type: 'http',
                url: `${origin}/mcp?names=underscore`,
                headers: { Authorization: `Bearer ${key}` },
              },
            },
          }),
        },
      },
      {
        text: 'Press Start above the entry, open the chat in agent mode and say:',
        code: { language: 'text', file: null, text: FIRST_PROMPT },
      },
    ],
  };
}

function curl({ origin, key }: Filled): ConnectGuide {
  return {
    id: 'curl',
    title: 'curl',
    note: null,
    steps: [
      {
        text: 'Check the key over REST.',
        code: {
          language: 'bash',
          file: null,
          text: `curl -s ${origin}/api/whoami \\\n  -H "Authorization: Bearer ${key}"`,
        },
      },
      {
        text: 'Every tool has a route; this one lists what can be played now.',
        code: {
          language: 'bash',
          file: null,
          text: `curl -s "${origin}/api/experiences?online_only=true" \\\n  -H "Authorization: Bearer ${key}"`,
        },
      },
      {
        text: 'Any tool can also be called by its name.',
        code: {
          language: 'bash',
          file: null,
          text: `curl -s ${origin}/api/tools/auth.whoami \\\n  -H "Authorization: Bearer ${key}" \\\n  -H "Content-Type: application/json" -d '{}'`,
        },
      },
    ],
  };
}

function typescript({ origin, key }: Filled): ConnectGuide {
  return {
    id: 'typescript',
    title: 'TypeScript',
    note: null,
    steps: [
      {
        text: 'Install the official SDK.',
        code: { language: 'bash', file: null, text: 'npm install @modelcontextprotocol/sdk tsx' },
      },
      {
        text: 'Connect and make the first call.',
        code: {
          language: 'ts',
          file: 'hello.mts',
          text: `import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const client = new Client({ name: 'hello-botplay', version: '1.0.0' });
const headers = { Authorization: 'Bearer ${key}' };
await client.connect(
  new StreamableHTTPClientTransport(new URL('${origin}/mcp'), { requestInit: { headers } }),
);

const me = await client.callTool({ name: 'auth.whoami', arguments: {} });
console.log(me.structuredContent);

const catalog = await client.callTool({ name: 'experiences.list', arguments: {} });
console.log(catalog.structuredContent);
await client.close();`,
        },
      },
      { text: 'Run it.', code: { language: 'bash', file: null, text: 'npx tsx hello.mts' } },
    ],
  };
}

interface Filled {
  origin: string;
  key: string;
}

const BUILDERS = [claudeCode, claudeDesktop, cursor, vscode, curl, typescript];

/**
 * The guide of each client, with address and key filled in.
 * @throws TypeError when the origin is not an http(s) origin or the key could break out of a quoted string.
 */
export function connectGuides({ origin, apiKey }: GuideTarget): ConnectGuide[] {
  const url = new URL(origin);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new TypeError(`not an http origin: ${origin}`);
  const key = apiKey ?? KEY_PLACEHOLDER;
  if (!/^[A-Za-z0-9_]+$/.test(key)) throw new TypeError('not an API key');
  return BUILDERS.map((build) => build({ origin: url.origin, key }));
}
