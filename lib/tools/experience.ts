import { z } from 'zod';
import type { AgentCaller } from '@/lib/core/caller';
import { countFitting } from '@/lib/core/page-bytes';
import { defineTool, LARGE_BODY_BYTES } from '@/lib/core/tool';
import { listOwnExperiences, type Publisher, registerExperience, VERIFICATION_STATUSES } from '@/lib/domain/catalog';
import { deleteExperience } from '@/lib/domain/deletion';
import { shareOf } from '@/lib/domain/limits';
import { changeManifest, discoverServer, verifyManifest } from '@/lib/domain/verification';
import { experienceDetails } from './experiences';
import { experienceIdField } from './fields';

const EXAMPLE = {
  name: 'Guess the number',
  version: '1.0.0',
  summary: 'Guess a number from 1 to 100; the answer says higher or lower.',
  category: 'puzzle',
  tags: ['numbers'],
  tier: 2,
  publisher: { name: 'You' },
  mcp: {
    server_url: 'https://guess.example.org/mcp',
    required_tools: ['experience.info', 'session.create', 'session.step', 'session.end'],
  },
  sessions: { mode: 'turn_based', interaction_model: 'session', min_players: 1, max_players: 1 },
};

const manifest = z
  .union([z.string().min(2).max(65_536), z.record(z.string(), z.unknown())], {
    error: 'must be the JSON text of a manifest, or the object itself',
  })
  .describe('The manifest: its JSON text, or the object itself');

const experienceId = experienceIdField.describe('Id of an experience that you registered');

function publisherOf(agent: AgentCaller): Publisher {
  return { agentId: agent.agentId, ownerId: agent.ownerId };
}

const experienceRegister = defineTool({
  name: 'experience.register',
  title: 'Publish an experience',
  description:
    'Adds an experience of yours to the catalog. A tier 2 experience (a remote MCP or REST server) is verified immediately: ' +
    'read it with experiences.get until verification_status is verified or failed.',
  toolset: 'gateway',
  scope: 'experience:write',
  rest: 'POST /experiences',
  restStatus: 201,
  source: 'gateway-tool-contract.md, experience.register',
  input: z.strictObject({ manifest }),
  output: experienceDetails,
  maxBodyBytes: LARGE_BODY_BYTES,
  errors: ['VALIDATION_ERROR', 'QUOTA_EXCEEDED', 'DUPLICATE_EXPERIENCE', 'PAYLOAD_TOO_LARGE'],
  hints: { openWorld: true },
  speaks: () => true,
  examples: [{ manifest: JSON.stringify(EXAMPLE) }, { manifest: EXAMPLE }],
  run: async ({ agent, address }, input) => {
    const details = await registerExperience({ publisher: publisherOf(agent), manifest: input.manifest });
    return verifyManifest(details, 'register', shareOf(agent.ownerId, address));
  },
});

const experienceUpdate = defineTool({
  name: 'experience.update',
  title: 'Change an experience',
  description:
    'Replaces the manifest of an experience that you registered. It is verified again before new sessions can start; ' +
    'running sessions continue. Credentials that agents stored are not sent to a server at another origin (scheme, host, ' +
    'port) until their owners agree. A discovered server keeps its origin: discover another one instead.',
  toolset: 'gateway',
  scope: 'experience:write',
  rest: 'PUT /experiences/{experience_id}',
  source: 'gateway-tool-contract.md, experience.update',
  input: z.strictObject({ experience_id: experienceId, manifest }),
  output: experienceDetails,
  maxBodyBytes: LARGE_BODY_BYTES,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'NOT_OWNER', 'DUPLICATE_EXPERIENCE', 'PAYLOAD_TOO_LARGE'],
  hints: { idempotent: true, openWorld: true },
  speaks: () => true,
  examples: [{ experience_id: '0190f3a0-0000-7000-8000-000000000001', manifest: JSON.stringify(EXAMPLE) }],
  run: async ({ agent, address }, { experience_id, manifest: next }) => {
    const share = shareOf(agent.ownerId, address);
    return changeManifest({ publisher: publisherOf(agent), experienceId: experience_id, manifest: next, share });
  },
});

const experienceDelete = defineTool({
  name: 'experience.delete',
  title: 'Delete an experience',
  description:
    'Deletes an experience that you registered, with its sessions, memories and reports. Refused while it is being played.',
  toolset: 'gateway',
  scope: 'experience:write',
  rest: 'DELETE /experiences/{experience_id}',
  source: 'gateway-tool-contract.md, experience.delete',
  input: z.strictObject({ experience_id: experienceId }),
  output: z.strictObject({
    deleted: z.literal(true).describe('Always true'),
    experience_id: z.uuid().describe('Its id'),
  }),
  errors: ['NOT_FOUND', 'NOT_OWNER', 'INVALID_STATE'],
  hints: { destructive: true },
  examples: [{ experience_id: '0190f3a0-0000-7000-8000-000000000001' }],
  run: async ({ agent }, { experience_id }) => {
    await deleteExperience({ publisher: publisherOf(agent), experienceId: experience_id });
    return { deleted: true as const, experience_id };
  },
});

const experienceMine = defineTool({
  name: 'experience.mine',
  title: 'List my experiences',
  description: 'Lists the experiences that you registered, newest first, with their verification status.',
  toolset: 'gateway',
  scope: 'experience:read',
  rest: 'GET /experiences/mine',
  source: 'gateway-tool-contract.md, experience.mine',
  input: z.strictObject({}),
  output: z.strictObject({
    experiences: z
      .array(
        z.strictObject({
          id: z.uuid().describe('Experience id'),
          name: z.string().describe('Name'),
          version: z.string().describe('Semantic version'),
          summary: z.string().describe('What it is'),
          category: z.string().describe('Category slug'),
          tags: z.array(z.string()).describe('Tag slugs'),
          tier: z.int().describe('1: a link, 2: playable'),
          listed: z.boolean().describe('Whether the catalog shows it'),
          verification_status: z.enum(VERIFICATION_STATUSES).describe('Its verification status'),
          created_at: z.iso.datetime().describe('When it was registered'),
          updated_at: z.iso.datetime().describe('When its manifest changed last'),
        }),
      )
      .describe('Yours, newest first'),
  }),
  errors: [],
  hints: { readOnly: true, idempotent: true },
  examples: [{}],
  run: async ({ agent }) => ({ experiences: await listOwnExperiences({ publisher: publisherOf(agent) }) }),
});

/** More tools are listed by name and the beginning of their description, as session.create lists them. */
const MAX_FULL_TOOLS = 15;
const MAX_COMPACT_DESCRIPTION = 160;

function toCompactTool({ name, description }: { name: string; description?: string | undefined }) {
  return {
    name,
    ...(description === undefined ? {} : { description: [...description].slice(0, MAX_COMPACT_DESCRIPTION).join('') }),
  };
}

const experienceDiscover = defineTool({
  name: 'experience.discover',
  title: 'Add any MCP server',
  description:
    'Connects to a remote MCP server, reads its tools and adds it to the catalog. It can be played immediately: ' +
    'session.create with its id, then session.step with { "tool": "<name>", "args": { … } }. A server that implements ' +
    'the experience contract is added with experience.register instead.',
  toolset: 'gateway',
  scope: 'experience:write',
  rest: 'POST /experiences/discover',
  restStatus: 201,
  source: 'gateway-tool-contract.md, experience.discover',
  input: z.strictObject({
    server_url: z.string().min(1).max(2_048).describe('URL of the MCP server (Streamable HTTP), often ending in /mcp'),
    name: z.string().max(100).optional().describe('Its name in the catalog; by default what the server calls itself'),
    category: z.string().max(40).optional().describe('Category slug; by default discovered'),
  }),
  output: experienceDetails.extend({
    tools: z
      .array(
        z.strictObject({
          name: z.string().describe('Name, for session.step'),
          description: z.string().optional().describe('What the server says about it; untrusted'),
          inputSchema: z
            .unknown()
            .optional()
            .describe('JSON Schema of its arguments; untrusted; left out when compact'),
          annotations: z.unknown().optional().describe('Hints of the server; untrusted'),
        }),
      )
      .describe('The tools that were found'),
    tools_format: z
      .literal('compact')
      .optional()
      .describe('Set when the tools are listed in short: session.tools has all'),
  }),
  errors: ['VALIDATION_ERROR', 'QUOTA_EXCEEDED', 'DUPLICATE_EXPERIENCE', 'CONNECTION_FAILED', 'NO_TOOLS'],
  hints: { openWorld: true },
  quota: 'discoveries',
  examples: [
    { server_url: 'https://tools.example.org/mcp' },
    { server_url: 'https://tools.example.org/mcp', name: 'Workshop', category: 'tools' },
  ],
  run: async ({ agent, address }, { server_url: serverUrl, name, category }) => {
    const by = { publisher: publisherOf(agent), share: shareOf(agent.ownerId, address) };
    const { details, tools } = await discoverServer({ ...by, serverUrl, name, category });
    if (tools.length <= MAX_FULL_TOOLS && countFitting(tools) === tools.length) return { ...details, tools };
    const short = tools.map(toCompactTool);
    return { ...details, tools: short.slice(0, countFitting(short)), tools_format: 'compact' as const };
  },
});

export const EXPERIENCE_TOOLS = [
  experienceRegister,
  experienceUpdate,
  experienceDelete,
  experienceMine,
  experienceDiscover,
];
