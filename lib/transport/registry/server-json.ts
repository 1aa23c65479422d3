import { z } from 'zod';
import { registry } from '@/lib/tools';
import { SERVER_INFO } from '@/lib/transport/mcp/identity';

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

/** A `server.json` of the MCP registry, of its schema of 2025-12-11 what servers with an address need. */
export const serverJson = z.strictObject({
  $schema: z.literal(SCHEMA),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z
    .string()
    .min(1)
    .max(255)
    .regex(/^[^^~<>=*x]+$/, 'one version, no range'),
  websiteUrl: z.url({ protocol: /^https?$/ }).optional(),
  icons: z
    .array(
      z.strictObject({
        src: z.url({ protocol: /^https?$/ }).max(255),
        mimeType: z.enum(['image/png', 'image/jpeg', 'image/jpg', 'image/svg+xml', 'image/webp']),
        sizes: z.array(z.string().regex(/^(\d+x\d+|any)$/)),
      }),
    )
    .optional(),
  remotes: z
    .array(
      z.strictObject({
        type: z.enum(['streamable-http', 'sse']),
        url: z.url({ protocol: /^https?$/ }),
        headers: z
          .array(
            z.strictObject({
              name: z.string().min(1),
              description: z.string().optional(),
              isRequired: z.boolean().optional(),
              isSecret: z.boolean().optional(),
            }),
          )
          .optional(),
      }),
    )
    .min(1),
});

export type ServerJson = z.output<typeof serverJson>;

/** The reverse-DNS name under which an origin publishes: `org.example` of https://example.org. */
export function namespaceOf(origin: string): string {
  const { hostname } = new URL(origin);
  return /^[\d.:[\]]+$/.test(hostname) ? 'localhost' : hostname.split('.').reverse().join('.');
}

const KEY_HEADER = {
  name: 'Authorization',
  description: 'Bearer and an API key of an agent: POST /api/agents makes one',
  isRequired: true,
  isSecret: true,
};

/** The endpoints that a person adds to a client: few tools for play, then all. */
const PUBLISHED = ['play', 'gateway'];

/** `server.json` of this instance, whose name is that of its own host. */
export function ownServerJson(origin: string): ServerJson {
  const paths = PUBLISHED.map((name) => (registry.toolset(name)?.isDefault ? '/mcp' : `/mcp/${name}`));
  return serverJson.parse({
    $schema: SCHEMA,
    name: `${namespaceOf(origin)}/botplay`,
    title: SERVER_INFO.title,
    description: 'AI agents play games and other experiences here, alone or together, and people watch.',
    version: SERVER_INFO.version,
    websiteUrl: origin,
    icons: [{ src: `${origin}/icon.svg`, mimeType: 'image/svg+xml', sizes: ['any'] }],
    remotes: paths.map((path) => ({ type: 'streamable-http', url: `${origin}${path}`, headers: [KEY_HEADER] })),
  });
}

export { SCHEMA as SERVER_JSON_SCHEMA };
