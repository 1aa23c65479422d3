import { z } from 'zod';
import { AppError, validationError } from '@/lib/core/errors';
import { findJsonFault } from '@/lib/core/json';
import { plainText } from '@/lib/core/plain-text';
import { publicName } from '@/lib/core/public-name';
import {
  callableUrl,
  findPublisherSchemaFault,
  kindOfManifest,
  MAX_URL_CHARACTERS,
  protocolOf,
  REMOTE_KINDS,
  type RemoteKindName,
  remoteKind,
} from '@/lib/gateway';

const MAX_MANIFEST_CHARACTERS = 65_536;
const SEMVER = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[\w.-]+)?(\+[\w.-]+)?$/;

const slug = z
  .string()
  .max(40, 'at most 40 characters')
  .regex(/^[a-z0-9]+(?:[-_][a-z0-9]+)*$/, 'lower-case letters and digits, with - or _ between them');
/** A URL that browsers open. */
const webUrl = z
  .string()
  .max(MAX_URL_CHARACTERS)
  .refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  }, 'an http or https URL without credentials');

const PLACEHOLDERS = /\{(?:session_id|game_session_id|experience_agent_id)\}/g;

const urlTemplate = z
  .string()
  .max(MAX_URL_CHARACTERS)
  .refine((text) => {
    const filled = text.replace(PLACEHOLDERS, 'x');
    return !/[{}]/.test(filled) && webUrl.safeParse(filled).success;
  }, 'an http or https URL with {session_id}, {game_session_id} or {experience_agent_id}');

const players = z.int().min(1).max(100);

const multiplayer = z.strictObject({
  supported: z.boolean(),
  min_players: players.optional(),
  max_players: players.optional(),
});

/** Players of one match: from `multiplayer`, else from the bounds of sessions, and at least two. */
export function playersTogether(sessions: {
  min_players: number;
  max_players: number;
  multiplayer?: { supported: boolean; min_players?: number; max_players?: number };
}): { supported: boolean; min: number; max: number } {
  const { multiplayer } = sessions;
  return {
    supported: multiplayer?.supported ?? false,
    min: multiplayer?.min_players ?? Math.max(2, sessions.min_players),
    max: multiplayer?.max_players ?? Math.max(2, sessions.max_players),
  };
}

const sessions = z
  .strictObject({
    mode: z.enum(['turn_based', 'realtime', 'async']).default('turn_based'),
    interaction_model: z.enum(['session', 'proxy']).default('session'),
    min_players: players.default(1),
    max_players: players.default(1),
    multiplayer: multiplayer.optional(),
  })
  .superRefine((value, context) => {
    if (value.min_players > value.max_players) {
      context.addIssue({
        code: 'custom',
        path: ['min_players'],
        message: 'must not be above the largest number of players (max_players)',
      });
    }
    const { min, max } = playersTogether(value);
    if (min > max) {
      context.addIssue({
        code: 'custom',
        path: ['multiplayer', 'min_players'],
        message: 'must not be above the largest number of players (max_players)',
      });
    }
  });

/** The fields that describe the server of a playable experience, one for each kind. */
const serverParts = Object.fromEntries(
  REMOTE_KINDS.map(({ kind, manifestPart }) => [kind, manifestPart.optional()]),
) as Record<RemoteKindName, z.ZodOptional<z.ZodType<Record<string, unknown>>>>;

interface ManifestFault {
  path: string[];
  message: string;
}

/** What a manifest lacks, or declares in vain, for the way in which agents play it. */
function playFaults(manifest: {
  sessions?: z.output<typeof sessions> | undefined;
  [part: string]: unknown;
}): ManifestFault[] {
  const name = kindOfManifest(manifest);
  if (name === null) return [];
  const kind = remoteKind(name);
  const model = manifest.sessions?.interaction_model ?? 'session';
  if (protocolOf(name, model) === 'experience') {
    const fault = kind.findPartFault?.(manifest[name] as Record<string, unknown>) ?? null;
    return fault ? [{ ...fault, path: [name, ...fault.path] }] : [];
  }
  const faults: ManifestFault[] = [];
  if (!kind.listsTools) {
    faults.push({
      path: ['sessions', 'interaction_model'],
      message: 'proxy needs an MCP server, which lists its tools',
    });
  }
  if (manifest.sessions?.multiplayer?.supported) {
    const message = 'must be false: each agent calls the tools of this server alone';
    faults.push({ path: ['sessions', 'multiplayer', 'supported'], message });
  }
  return faults;
}

/** decisions.md, Manifest. Defaults are filled in, so that a stored manifest is complete. */
export const manifestSchema = z
  .strictObject({
    name: publicName(100),
    version: z.string().max(64).regex(SEMVER, 'a semantic version such as 1.0.0'),
    summary: plainText(500),
    category: slug,
    tags: z.array(slug).max(10).default([]),
    tier: z.literal([1, 2], 'must be 1 (a link) or 2 (playable)'),
    listed: z.boolean().default(true),
    publisher: z.strictObject({ name: publicName(100), contact: plainText(200).optional() }),
    homepage_url: webUrl.optional(),
    ...serverParts,
    sessions: sessions.optional(),
    ui: z.strictObject({ session_ui_url_template: urlTemplate }).optional(),
    ws: z.strictObject({ url: callableUrl('ws') }).optional(),
    lobby_config_schema: z.record(z.string(), z.unknown()).optional(),
  })
  .superRefine((manifest, context) => {
    if (manifest.tier === 2 && kindOfManifest(manifest) === null) {
      const fields = REMOTE_KINDS.map(({ kind, urlField }) => `${kind}.${urlField}`);
      context.addIssue({
        code: 'custom',
        path: [REMOTE_KINDS[0]?.kind ?? ''],
        message: `a tier 2 experience needs ${fields.join(' or ')}`,
      });
    }
    for (const issue of playFaults(manifest)) context.addIssue({ code: 'custom', ...issue });
    if (new Set(manifest.tags).size !== manifest.tags.length) {
      context.addIssue({ code: 'custom', path: ['tags'], message: 'must not repeat a tag' });
    }
  })
  .transform((manifest) => ({ ...manifest, sessions: manifest.sessions ?? sessions.parse({}) }));

export type Manifest = z.output<typeof manifestSchema>;

function parseText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'not JSON';
    throw validationError([{ path: ['manifest'], message: `not JSON: ${reason}` }]);
  }
}

/**
 * A manifest from the JSON text or the object that a publisher sent.
 * @throws VALIDATION_ERROR with the path of every fault; PAYLOAD_TOO_LARGE above 64 KB
 */
export function parseManifest(sent: unknown): Manifest {
  const size = typeof sent === 'string' ? sent.length : JSON.stringify(sent ?? null).length;
  if (size > MAX_MANIFEST_CHARACTERS) throw new AppError('PAYLOAD_TOO_LARGE', 'A manifest may have at most 64 KB.');
  const value = typeof sent === 'string' ? parseText(sent) : sent;
  const fault = findJsonFault(value);
  if (fault) throw validationError([{ ...fault, path: ['manifest', ...fault.path] }]);
  const parsed = manifestSchema.safeParse(value);
  if (!parsed.success) {
    throw validationError(parsed.error.issues.map((issue) => ({ ...issue, path: ['manifest', ...issue.path] })));
  }
  return parsed.data;
}

/**
 * Like `parseManifest`, and the JSON Schema of the manifest is one that can be used.
 * @throws VALIDATION_ERROR, PAYLOAD_TOO_LARGE
 */
export async function readManifest(sent: unknown): Promise<Manifest> {
  const manifest = parseManifest(sent);
  const schema = manifest.lobby_config_schema;
  const fault = schema ? await findPublisherSchemaFault(schema) : null;
  if (fault) throw validationError([{ ...fault, path: ['manifest', 'lobby_config_schema', ...fault.path] }]);
  return manifest;
}
