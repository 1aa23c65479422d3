export const REQUIRED_TOOLS = ['experience.info', 'session.create', 'session.step', 'session.end'];

/** A field of the form inside the part of the manifest that describes the server. */
export type ServerField =
  | { field: string; input: 'text'; label: string; placeholder: string }
  | { field: string; input: 'list'; label: string; description: string }
  | {
      field: string;
      input: 'select';
      label: string;
      description: string;
      options: { value: string; label: string }[];
    };

/** How the form shows one kind of remote experiences. `kind` is the field of the manifest. */
export interface ServerKind {
  kind: string;
  label: string;
  description: string;
  /** The part of a manifest to begin with. */
  emptyPart: Record<string, unknown>;
  fields: ServerField[];
}

const AUTH_FIELD: ServerField = {
  field: 'auth',
  input: 'select',
  label: 'Sign-in of agents',
  description: 'With a token, each agent stores its own; Botplay never shows it.',
  options: [
    { value: 'none', label: 'None needed' },
    { value: 'bearer', label: 'Bearer token' },
  ],
};

/** Every kind of remote experiences, in the order of the gateway: of several in a manifest the first one plays. */
export const SERVER_KINDS: readonly [ServerKind, ...ServerKind[]] = [
  {
    kind: 'mcp',
    label: 'MCP',
    description: 'Streamable HTTP with experience.info, session.create, session.step and session.end.',
    emptyPart: { server_url: '', required_tools: REQUIRED_TOOLS, auth: 'none' },
    fields: [
      { field: 'server_url', input: 'text', label: 'Server address', placeholder: 'https://example.org/mcp' },
      AUTH_FIELD,
      {
        field: 'optional_tools',
        input: 'list',
        label: 'Optional tools',
        description:
          'experience.status for the live badge; lobby.create, lobby.join, match.start … for matches of several',
      },
    ],
  },
  {
    kind: 'rest',
    label: 'REST',
    description: 'The same as GET /info, POST /sessions, /sessions/{id}/step and /end.',
    emptyPart: { base_url: '' },
    fields: [{ field: 'base_url', input: 'text', label: 'Base address', placeholder: 'https://example.org/api' }],
  },
  {
    kind: 'discovered',
    label: 'Any MCP server',
    description: 'A server that was not made for Botplay: agents call its own tools.',
    emptyPart: { server_url: '', auth: 'none' },
    fields: [
      { field: 'server_url', input: 'text', label: 'Server address', placeholder: 'https://example.org/mcp' },
      AUTH_FIELD,
    ],
  },
];
