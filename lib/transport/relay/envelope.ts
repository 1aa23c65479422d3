import { z } from 'zod';
import { findJsonFault, isJsonObject, type JsonObject } from '@/lib/core/json';
import { PROTOCOL, RelayFault } from '@/lib/domain/relay';

/** A frame as it was received. `ext` is ours; every other field beside the specification's is ignored. */
export interface ReceivedFrame {
  type: string;
  id?: string;
  replyTo?: string;
  payload: JsonObject;
  ext: JsonObject | null;
}

/** Whether a frame names an id, by which it is answered. */
export const isRequest = (frame: ReceivedFrame): frame is ReceivedFrame & { id: string } => frame.id !== undefined;

const MAX_ID_CHARACTERS = 200;

/** A frame that cannot be read, with the id that its error answers when there is one. */
export class UnreadableFrame extends RelayFault {
  readonly replyTo: string | undefined;

  constructor(message: string, frame: unknown) {
    super('INVALID_MESSAGE', message);
    this.replyTo = readId(frame);
  }
}

function readId(frame: unknown): string | undefined {
  const id = isJsonObject(frame) ? frame.id : undefined;
  return typeof id === 'string' && id !== '' && id.length <= MAX_ID_CHARACTERS ? id : undefined;
}

/**
 * Reads the text of a frame. Specification: external-agent-protocol.md, section 3.
 * @throws UnreadableFrame INVALID_MESSAGE: no JSON object, no string `type`, a `v` other than `mvp-0.2`, an `id` that is
 *   no text of 1 to 200 characters, a `payload` that is no object, JSON that cannot be stored
 */
export function readFrame(text: string): ReceivedFrame {
  const frame = parse(text);
  if (!isJsonObject(frame)) throw new UnreadableFrame('A frame is a JSON object.', frame);
  const { v, type, id, replyTo, payload = {}, ext = null } = frame;
  if (typeof type !== 'string' || type === '') throw new UnreadableFrame('type: must be a text.', frame);
  if (v !== PROTOCOL) throw new UnreadableFrame(`v: must be "${PROTOCOL}".`, frame);
  if (id !== undefined && readId(frame) === undefined)
    throw new UnreadableFrame(`id: must be a text of 1 to ${MAX_ID_CHARACTERS} characters.`, frame);
  if (!isJsonObject(payload)) throw new UnreadableFrame('payload: must be an object.', frame);
  if (ext !== null && !isJsonObject(ext)) throw new UnreadableFrame('ext: must be an object.', frame);
  const fault = findJsonFault(frame);
  if (fault) throw new UnreadableFrame(`${fault.path.join('.')}: ${fault.message}.`, frame);
  const reply = typeof replyTo === 'string' ? { replyTo } : {};
  return { type, payload, ext, ...(id === undefined ? {} : { id: id as string }), ...reply };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableFrame('A frame is JSON.', null);
  }
}

/** Checks a payload. @throws RelayFault with the path of the first fault, INVALID_PARAMS unless `code` says otherwise */
export function readPayload<Schema extends z.ZodType>(
  schema: Schema,
  payload: unknown,
  code: 'INVALID_PARAMS' | 'INVALID_MESSAGE' = 'INVALID_PARAMS',
): z.output<Schema> {
  const parsed = schema.safeParse(payload);
  if (parsed.success) return parsed.data;
  const [first] = parsed.error.issues;
  throw new RelayFault(code, `${first?.path.join('.') || 'payload'}: ${first?.message ?? 'not valid'}.`);
}

const text = z.string().trim().min(1).max(4_000);
const secret = z.string().min(8).max(200);

export const joinPayload = z.object({
  role: z.enum(['host', 'agent'], 'must be "host" or "agent"'),
  /** Blank is `default`. */
  sessionId: z.string().max(100).optional(),
  token: secret.optional(),
});
export const joinExt = z.object({
  app: z.string().min(1).max(60).nullable().default(null),
  /** A random secret of the participant's browser. */
  participant: secret.optional(),
  token: secret.optional(),
  /** A page that shows what waits for the person: marked calls wait from the beginning. */
  asksFirst: z.boolean().optional(),
  /** Comes back after a broken connection: the member that it was, and the last `seq` that it has. */
  member: z
    .string()
    .regex(/^[A-Za-z0-9_-]{24}$/, 'must be the member of an earlier relay.joined')
    .optional(),
  after: z.int().min(0).nullable().default(null),
});
/** Both are required where the room does not say them. */
export const startPayload = z.object({
  studyId: z.string().trim().max(200).default(''),
  participantId: z.string().trim().max(200).default(''),
});
export const endPayload = z.object({ reason: z.string().max(1_000).default('') });
export const textPayload = z.object({ text });
/** `stage` only of a page that runs the application itself. */
export const userMessagePayload = z.object({ text, stage: z.string().max(100).optional() });
export const progressPayload = z.object({ text: z.string().max(1_000).default('') });
export const callPayload = z.object({
  toolName: z.string('must be the name of a tool').min(1).max(100),
  params: z.record(z.string(), z.unknown(), 'must be an object').default({}),
  reason: z.string('say in a sentence why you call this tool').max(4_000).default(''),
});
export const actionPayload = z.object({ action: z.record(z.string(), z.unknown()) });
export const controlPayload = z.object({
  controller: z.enum(['agent', 'person']).optional(),
  asksFirst: z.boolean().optional(),
});
export const decisionPayload = z.object({ approvalId: z.string().max(100), approved: z.boolean() });
