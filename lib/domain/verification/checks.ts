import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/ids';
import { isJsonObject, type JsonObject, toStorable } from '@/lib/core/json';
import { manifestSchema, readLiveStatus } from '@/lib/domain/catalog';
import { experienceAgentId } from '@/lib/domain/identity';
import {
  cleanText,
  type ExperienceClient,
  type ExperienceTarget,
  type ExperienceTool,
  findWebSocketFault,
  OutcomeUnknownError,
  type PlayProtocol,
  REQUIRED_TOOLS,
  remoteKind,
  type UpstreamTool,
} from '@/lib/gateway';
import { sampleAction } from './sample-action';
import { describeToolChanges, hashTools } from './tool-changes';
import { listUsableTools, schemaFault, withoutUnusableSchema } from './usable-tools';
import type { CheckName, CheckOutcome, Trigger } from './verification.schema';

const WEBSOCKET_TIMEOUT_MS = 5_000;
const MAX_INFO_CHARACTERS = 65_536;

/** Takes the place of an agent's id in the pairwise id of the trial session. */
const VERIFIER = 'verification';

/** The experience under verification, and what the checks found out about it. */
export interface Subject {
  experienceId: string;
  manifest: Record<string, unknown>;
  target: ExperienceTarget;
  protocol: PlayProtocol;
  trigger: Trigger;
  /** Tools of the last successful verification. */
  knownTools: UpstreamTool[] | null;
  client: ExperienceClient;
  learned: {
    tools: UpstreamTool[] | null;
    toolsHash: string | null;
    info: Record<string, unknown> | null;
    live: ReturnType<typeof readLiveStatus> | null;
    /** It answers only with the credentials of an agent. */
    requiresCredentials: boolean;
    /** It could not be reached at all. */
    isUnreachable: boolean;
    /** Its tools differ from the verified ones. */
    hasChanged: boolean;
  };
}

export interface Finding {
  outcome: CheckOutcome;
  message: string;
  upstream?: string | null;
}

export interface Check {
  name: CheckName;
  run(subject: Subject): Promise<Finding>;
}

const passed = (message: string, upstream?: unknown): Finding => ({
  outcome: 'passed',
  message,
  upstream: excerpt(upstream),
});
const warning = (message: string, upstream?: unknown): Finding => ({
  outcome: 'warning',
  message,
  upstream: excerpt(upstream),
});
const failed = (message: string, upstream?: unknown): Finding => ({
  outcome: 'failed',
  message,
  upstream: excerpt(upstream),
});
const skipped = (message: string): Finding => ({ outcome: 'skipped', message });

function excerpt(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return cleanText(typeof value === 'string' ? value : JSON.stringify(value));
}

/** The error of an experience as text; rethrows other errors. */
function errorText(thrown: unknown): string {
  if (!(thrown instanceof AppError)) throw thrown;
  return `${thrown.code}: ${thrown.message}`;
}

function isCode(thrown: unknown, ...codes: string[]): boolean {
  return thrown instanceof AppError && codes.includes(thrown.code);
}

async function checkManifest({ manifest }: Subject): Promise<Finding> {
  const parsed = manifestSchema.safeParse(manifest);
  if (parsed.success && parsed.data.tier === 2) return passed('The manifest is complete.');
  if (parsed.success) return failed('Only tier 2 experiences are verified.');
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  return failed(`The manifest is not complete: ${faults.join('; ')}`);
}

async function checkConnectivity(subject: Subject): Promise<Finding> {
  try {
    return remoteKind(subject.target.kind).listsTools ? await readTools(subject) : await checkAnswers(subject);
  } catch (thrown) {
    if (isCode(thrown, 'EXPERIENCE_AUTH_FAILED') && subject.target.auth === 'bearer') {
      subject.learned.requiresCredentials = true;
      return passed('The server answers and requires credentials, as declared in the manifest.', errorText(thrown));
    }
    subject.learned.isUnreachable = isCode(thrown, 'EXPERIENCE_UNREACHABLE', 'EXPERIENCE_TIMEOUT', 'POOL_EXHAUSTED');
    return failed(connectionFault(subject, thrown), errorText(thrown));
  }
}

/** A server that answers differently from its manifest most often has the wrong path or another protocol. */
function connectionFault({ target, learned }: Subject, thrown: unknown): string {
  if (learned.isUnreachable) return 'The server could not be reached.';
  if (isCode(thrown, 'EXPERIENCE_AUTH_FAILED'))
    return 'The server requires credentials, but the manifest declares that agents need none.';
  return remoteKind(target.kind).mismatchAdvice;
}

/** The tools of the contract; of a server whose own tools are called, those that its manifest requires. */
function neededTools({ manifest, target, protocol }: Subject): readonly unknown[] {
  if (protocol === 'experience') return REQUIRED_TOOLS;
  const part = manifest[target.kind];
  return isJsonObject(part) && Array.isArray(part.required_tools) ? part.required_tools : [];
}

async function readTools(subject: Subject): Promise<Finding> {
  const { client, trigger, knownTools, learned } = subject;
  const { tools, fault } = await listUsableTools(client);
  const names = tools.map(({ name }) => name);
  if (names.length === 0) return failed('The server lists no tools.');
  const missing = neededTools(subject).filter((name) => !names.includes(String(name)));
  if (missing.length > 0)
    return failed(`The server does not have ${missing.join(', ')}.`, `Its tools: ${names.join(', ')}`);
  const changes = knownTools === null ? '' : describeToolChanges(knownTools.map(withoutUnusableSchema), tools);
  if (changes !== '' && trigger === 'schedule') {
    learned.hasChanged = true;
    return failed('The tools have changed since the last verification. Update the experience to verify them.', changes);
  }
  learned.tools = tools;
  learned.toolsHash = hashTools(tools);
  const answered = `The server answers and has ${tools.length} tools.`;
  if (fault !== null) return warning(`${answered} ${fault}`);
  return passed(answered, changes === '' ? null : `Since the last verification: ${changes}`);
}

/** A REST server has no list of tools: it passes when it answers at all. */
async function checkAnswers({ client }: Subject): Promise<Finding> {
  try {
    await client.callTool('experience.status', {});
  } catch (thrown) {
    if (!isCode(thrown, 'EXPERIENCE_ERROR', 'EXPERIENCE_TOOL_NOT_FOUND')) throw thrown;
  }
  return passed('The server answers.');
}

/** experience.info is free-form: an answer that is not an object becomes the instructions. */
function asInfo(value: unknown): JsonObject {
  if (isJsonObject(value)) return value;
  return { gameplay_instructions: typeof value === 'string' ? value : JSON.stringify(value) };
}

async function checkInfo({ client, learned }: Subject): Promise<Finding> {
  try {
    const { value } = await client.callTool('experience.info', {});
    const info = toStorable(asInfo(value));
    if (JSON.stringify(info).length > MAX_INFO_CHARACTERS) return failed('experience.info answers more than 64 KB.');
    const fault = schemaFault(info.action_schema);
    if (fault !== null) {
      const { action_schema: _unusable, ...usable } = info;
      learned.info = usable;
      return warning(
        `experience.info answers. Its action_schema cannot be used and is not shown: ${cleanText(fault)}.`,
      );
    }
    learned.info = info;
    return passed('experience.info answers.', value);
  } catch (thrown) {
    return failed('experience.info does not answer.', errorText(thrown));
  }
}

async function checkStatus({ client, learned }: Subject): Promise<Finding> {
  try {
    const { value } = await client.callTool('experience.status', {});
    learned.live = readLiveStatus(value);
    return passed('experience.status answers.', value);
  } catch (thrown) {
    return warning('experience.status does not answer: the live status stays unknown.', errorText(thrown));
  }
}

/** Opens, plays and ends a session, as an agent would. */
async function checkLifecycle({ client, experienceId, learned }: Subject): Promise<Finding> {
  const session = { session_id: newId(), experience_agent_id: experienceAgentId({ agentId: VERIFIER, experienceId }) };
  let doing: ExperienceTool = 'session.create';
  try {
    const opening = await client.callTool(doing, { ...session, memory: {} });
    doing = 'session.step';
    const action = sampleAction(opening.value, learned.info?.action_schema);
    const refusal = await client.callTool(doing, { ...session, action }).then(() => null, refusalOrThrow);
    doing = 'session.end';
    await client.callTool(doing, { ...session, reason: 'verification' });
    if (refusal === null) return passed('A session was opened, played and ended.');
    return warning(`A session was opened and ended; the trial action ${excerpt(action)} was refused.`, refusal);
  } catch (thrown) {
    return failed(`${doing} failed.`, errorText(thrown));
  }
}

/** An experience may refuse an unknown action; failing over it is a fault. */
function refusalOrThrow(thrown: unknown): string {
  if (!isCode(thrown, 'EXPERIENCE_ERROR') || thrown instanceof OutcomeUnknownError) throw thrown;
  return errorText(thrown);
}

async function checkWebSocket({ manifest }: Subject): Promise<Finding> {
  const url = isJsonObject(manifest.ws) ? manifest.ws.url : undefined;
  if (typeof url !== 'string') return skipped('The manifest has no WebSocket.');
  const fault = await findWebSocketFault(url, WEBSOCKET_TIMEOUT_MS);
  return fault === null ? passed('The WebSocket opens.') : warning('The WebSocket does not open.', fault);
}

/** The six checks in the order of the specification. */
export const CHECKS: readonly Check[] = [
  { name: 'manifest', run: checkManifest },
  { name: 'connectivity', run: checkConnectivity },
  { name: 'experience.info', run: checkInfo },
  { name: 'experience.status', run: checkStatus },
  { name: 'session_lifecycle', run: checkLifecycle },
  { name: 'websocket', run: checkWebSocket },
];

/** Checks that call tools of the contract, for which a server may require credentials. */
export function callsExperienceTools(name: CheckName): boolean {
  return name === 'experience.info' || name === 'experience.status' || name === 'session_lifecycle';
}
