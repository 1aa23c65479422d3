import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/ids';
import { isJsonObject, type JsonObject, toStorable } from '@/lib/core/json';
import { manifestSchema, readLiveStatus } from '@/lib/domain/catalog';
import {
  cleanText,
  type ExperienceTarget,
  findWebSocketFault,
  messageIn,
  type PlayProtocol,
  parseJson,
  REQUIRED_TOOLS,
  type ResultForm,
  remoteKind,
  type UpstreamAnswer,
  type UpstreamTool,
  upstreamMessage,
} from '@/lib/gateway';
import { compareSessions } from './golden-session';
import type { RecordingClient } from './recording-client';
import { findToolChanges, hashTools, summarizeToolChanges } from './tool-changes';
import { playTrialSession, TrialFailure, type TrialSession } from './trial-session';
import { listUsableTools, schemaFault, withoutUnusableSchema } from './usable-tools';
import type { CheckName, CheckOutcome, SessionCall, SessionChange, ToolChange, Trigger } from './verification.schema';
import { verifierClient } from './verifier-client';

const WEBSOCKET_TIMEOUT_MS = 5_000;
const MAX_INFO_CHARACTERS = 65_536;
const ACCEPT_REMEDY =
  'Review the changes and accept them on the page of the experience, or send its manifest again with experience.update.';

/** The experience under verification, and what the checks found out about it. */
export interface Subject {
  experienceId: string;
  manifest: Record<string, unknown>;
  target: ExperienceTarget;
  protocol: PlayProtocol;
  trigger: Trigger;
  /** Hash of the tools that the publisher accepts by this run. */
  acceptedHash: string | null;
  /** The accepted tools; null before the first successful verification. */
  knownTools: UpstreamTool[] | null;
  /** The calls of the recorded first session. */
  recorded: SessionCall[] | null;
  client: RecordingClient;
  learned: {
    tools: UpstreamTool[] | null;
    toolsHash: string | null;
    definitionChanges: ToolChange[];
    session: TrialSession | null;
    sessionChanges: SessionChange[];
    info: Record<string, unknown> | null;
    live: ReturnType<typeof readLiveStatus> | null;
    /** It answers only with the credentials of an agent. */
    requiresCredentials: boolean;
    /** It could not be reached at all. */
    isUnreachable: boolean;
    /** Its tools differ from the accepted ones, and the publisher has not accepted them. */
    hasChanged: boolean;
  };
}

interface Finding {
  outcome: CheckOutcome;
  message: string;
  upstream?: string | null;
  remedy?: string;
}

export interface Check {
  name: CheckName;
  /** What it expects, for the publisher. */
  expected: string;
  run(subject: Subject): Promise<Finding>;
}

const passed = (message: string, upstream?: unknown): Finding => ({
  outcome: 'passed',
  message,
  upstream: excerpt(upstream),
});
const warning = (message: string, remedy: string, upstream?: unknown): Finding => ({
  outcome: 'warning',
  message,
  remedy,
  upstream: excerpt(upstream),
});
const failed = (message: string, remedy: string, upstream?: unknown): Finding => ({
  outcome: 'failed',
  message,
  remedy,
  upstream: excerpt(upstream),
});
const skipped = (message: string): Finding => ({ outcome: 'skipped', message });

function excerpt(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return cleanText(typeof value === 'string' ? value : JSON.stringify(value));
}

const isRpc = (text: string): boolean => isJsonObject(parseJson(text)) && text.includes('"jsonrpc"');

/**
 * What the experience said when a call failed, in its own words: the answer over HTTP where that is no answer of the
 * protocol, else the message of its refusal. Null when it said nothing. Rethrows errors that are not about it.
 */
function messageOf({ client, target }: Subject, thrown: unknown): string | null {
  if (!(thrown instanceof AppError)) throw thrown;
  const last = client.lastHttp();
  if (last?.status == null) return null;
  const { status, answered } = last;
  const isAnswer = status >= 200 && status < 300 && (!remoteKind(target.kind).listsTools || isRpc(answered));
  if (isAnswer) return upstreamMessage(thrown) ?? thrown.message;
  return `HTTP ${status}: ${messageIn(parseJson(answered)) ?? (answered.trim() || 'an empty body')}`;
}

function isCode(thrown: unknown, ...codes: string[]): boolean {
  return thrown instanceof AppError && codes.includes(thrown.code);
}

async function checkManifest({ manifest }: Subject): Promise<Finding> {
  const parsed = manifestSchema.safeParse(manifest);
  if (parsed.success && parsed.data.tier === 2) return passed('The manifest is complete.');
  if (parsed.success) return failed('Only tier 2 experiences are verified.', 'Set tier to 2 and name a server.');
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  return failed(`The manifest is not complete: ${faults.join('; ')}`, 'Correct these fields and save the manifest.');
}

async function checkConnectivity(subject: Subject): Promise<Finding> {
  try {
    return remoteKind(subject.target.kind).listsTools ? await readTools(subject) : await checkAnswers(subject);
  } catch (thrown) {
    if (isCode(thrown, 'EXPERIENCE_AUTH_FAILED') && subject.target.auth === 'bearer') {
      subject.learned.requiresCredentials = true;
      const words = messageOf(subject, thrown);
      return passed('The server answers and requires credentials, as declared in the manifest.', words);
    }
    subject.learned.isUnreachable = isCode(thrown, 'EXPERIENCE_UNREACHABLE', 'EXPERIENCE_TIMEOUT', 'POOL_EXHAUSTED');
    const { message, remedy } = connectionFault(subject, thrown);
    return failed(message, remedy, messageOf(subject, thrown));
  }
}

/** A server that answers differently from its manifest most often has the wrong path or another protocol. */
function connectionFault(subject: Subject, thrown: unknown): { message: string; remedy: string } {
  const { target, learned, client } = subject;
  const status = client.lastHttp()?.status ?? null;
  if (learned.isUnreachable) {
    const reason = thrown instanceof AppError ? ` ${thrown.message}` : '';
    return {
      message: `The server could not be reached.${reason}`,
      remedy: `Start the server, and check that ${target.url} can be reached from the internet.`,
    };
  }
  if (status !== null && status >= 500) {
    return {
      message: `The server answered HTTP ${status}: it failed over the request.`,
      remedy: 'Look into the log of your server at the time of this check, and correct the fault there.',
    };
  }
  if (isCode(thrown, 'EXPERIENCE_AUTH_FAILED')) {
    return {
      message: 'The server requires credentials, but the manifest declares that agents need none.',
      remedy: 'Set auth to "bearer" in the manifest, or let the server answer without credentials.',
    };
  }
  const answered = parseJson(client.lastHttp()?.answered ?? '');
  if (isJsonObject(answered) && !('jsonrpc' in answered)) {
    return {
      message: 'The server answers, but not as an MCP server. It answers plain JSON, as a REST experience does.',
      remedy: 'Choose REST, with rest.base_url in place of mcp.server_url, or check the path of the MCP endpoint.',
    };
  }
  const advice = remoteKind(target.kind).mismatchAdvice;
  return {
    message: status === 404 ? `${target.url} was not found (HTTP 404). ${advice}` : advice,
    remedy: 'Correct the address or the kind of server in the manifest.',
  };
}

/** The tools of the contract; of a server whose own tools are called, those that its manifest requires. */
function neededTools({ manifest, target, protocol }: Subject): readonly unknown[] {
  if (protocol === 'experience') return REQUIRED_TOOLS;
  const part = manifest[target.kind];
  return isJsonObject(part) && Array.isArray(part.required_tools) ? part.required_tools : [];
}

/** Runs that take the tools as they are: the publisher has just sent the manifest, or accepted exactly these tools. */
function isAccepting({ trigger, acceptedHash }: Subject, hash: string): boolean {
  return trigger === 'register' || trigger === 'update' || (trigger === 'accept' && acceptedHash === hash);
}

async function readTools(subject: Subject): Promise<Finding> {
  const { client, knownTools, learned } = subject;
  const { tools, fault } = await listUsableTools(client);
  const names = tools.map(({ name }) => name);
  if (names.length === 0) return failed('The server lists no tools.', 'Let tools/list answer the tools of the server.');
  const hash = hashTools(tools);
  learned.toolsHash = hash;
  learned.definitionChanges = knownTools === null ? [] : findToolChanges(knownTools.map(withoutUnusableSchema), tools);
  const changes = summarizeToolChanges(learned.definitionChanges);
  if (changes !== '' && !isAccepting(subject, hash)) {
    learned.hasChanged = true;
    return failed('The tools differ from those that were accepted.', ACCEPT_REMEDY, changes);
  }
  const missing = neededTools(subject).filter((name) => !names.includes(String(name)));
  if (missing.length > 0) {
    const message = `The server does not have ${missing.join(', ')}.`;
    return failed(message, 'Add these tools to the server.', `Its tools: ${names.join(', ')}`);
  }
  learned.tools = tools;
  const answered = `The server answers and has ${tools.length} tools.`;
  if (fault !== null) return warning(`${answered} ${fault}`, 'Simplify this schema, so that agents see it.');
  return passed(answered, changes === '' ? null : `Accepted changes: ${changes}`);
}

/** A REST server has no list of tools: it passes when it answers, unless what it answers is of another kind of server. */
async function checkAnswers(subject: Subject): Promise<Finding> {
  const { client, target } = subject;
  try {
    await client.callTool('experience.status', {});
  } catch (thrown) {
    if (!isCode(thrown, 'EXPERIENCE_ERROR', 'EXPERIENCE_TOOL_NOT_FOUND')) throw thrown;
    const answered = client.lastHttp()?.answered ?? '';
    if (await speaksMcp(target.url)) {
      const remedy = 'Choose MCP, with this address as mcp.server_url.';
      return failed(`${target.url} is an MCP server, not a REST experience.`, remedy, messageOf(subject, thrown));
    }
    if (/^\s*<(?:!doctype|html)\b/i.test(answered)) {
      const remedy = 'Name the address under which the routes of the experience are: /info, /sessions and the others.';
      return failed(
        `${target.url} answers web pages, not the routes of an experience.`,
        remedy,
        messageOf(subject, thrown),
      );
    }
  }
  return passed('The server answers.');
}

/** Whether an address that is no REST experience answers the handshake of MCP. */
async function speaksMcp(url: string): Promise<boolean> {
  const client = verifierClient({ id: newId(), kind: 'discovered', url, auth: 'optional', declaredTools: null });
  try {
    return (await client.describeServer()) !== null && (await client.listTools()).length > 0;
  } catch {
    return false;
  } finally {
    await client.close();
  }
}

/**
 * experience.info is free-form: the fields of all objects in the answer, the first of each name; texts are the instructions
 * where no object has any.
 */
function asInfo({ value, parts }: UpstreamAnswer): JsonObject {
  const objects = parts.filter(isJsonObject);
  const texts = parts.filter((part): part is string => typeof part === 'string');
  if (objects.length === 0 && texts.length === 0) {
    return { gameplay_instructions: typeof value === 'string' ? value : JSON.stringify(value) };
  }
  const info: JsonObject = Object.assign({}, ...objects.toReversed());
  const words = texts.join('\n\n').trim();
  return words === '' ? info : { gameplay_instructions: words, ...info };
}

/** Answers that no agent gets an object from: over REST they do not pass. */
const FORM_FAULTS: Partial<Record<ResultForm, string>> = {
  no_object: 'an answer that is no JSON object',
  content_type: 'JSON without the content type application/json',
};
const OBJECT_REMEDY = 'Answer one JSON object with the content type application/json.';

const FORM_WARNINGS: Record<ResultForm, string> = {
  no_object: 'something that is no JSON object',
  content_type: 'without the content type application/json',
  broken: 'a text that begins like JSON and is none',
  wrapped: 'as text inside structuredContent.result, where many clients do not read it',
  scattered: 'partly in structuredContent and partly in its text items, where many clients read one of them',
};
const FORM_REMEDY =
  'Answer one JSON object: as structuredContent and, the same, as the text of one item (in Python, let the tool return a dict instead of a text).';

function isWithoutInstructions({ gameplay_instructions: text, action_schema: schema }: JsonObject): boolean {
  return (typeof text !== 'string' || text.trim() === '') && !isJsonObject(schema);
}

async function checkInfo(subject: Subject): Promise<Finding> {
  const { client, learned } = subject;
  try {
    const answer = await client.callTool('experience.info', {});
    const { value, form } = answer;
    const fault = form && FORM_FAULTS[form];
    if (fault) return failed(`experience.info answers ${fault}.`, OBJECT_REMEDY, value);
    const info = toStorable(asInfo(answer));
    if (JSON.stringify(info).length > MAX_INFO_CHARACTERS)
      return failed('experience.info answers more than 64 KB.', 'Shorten the answer.');
    const unusable = schemaFault(info.action_schema);
    if (unusable !== null) {
      const { action_schema: _unusable, ...usable } = info;
      learned.info = usable;
      return warning(
        `experience.info answers. Its action_schema cannot be used and is not shown: ${cleanText(unusable)}.`,
        'Simplify action_schema, so that agents see it.',
      );
    }
    learned.info = info;
    if (isWithoutInstructions(info)) {
      return warning(
        'experience.info answers, but tells no agent how to play: it has neither gameplay_instructions nor action_schema.',
        'Answer gameplay_instructions (a text) and action_schema (a JSON Schema with examples).',
        value,
      );
    }
    if (form !== null) return warning(`experience.info answers ${FORM_WARNINGS[form]}.`, FORM_REMEDY, value);
    return passed('experience.info answers.', value);
  } catch (thrown) {
    const remedy = 'Answer experience.info without arguments, with gameplay_instructions and action_schema.';
    return failed('experience.info does not answer.', remedy, messageOf(subject, thrown));
  }
}

const STATUS_REMEDY = 'Answer { "current_players": 0, "active_lobbies": 0 } with the numbers of now.';

const isStatus = (part: unknown): boolean =>
  isJsonObject(part) && [part.current_players, part.active_lobbies].every((count) => typeof count === 'number');

async function checkStatus(subject: Subject): Promise<Finding> {
  const { client, learned } = subject;
  try {
    const { value, parts } = await client.callTool('experience.status', {});
    learned.live = readLiveStatus(...parts);
    if (!parts.some(isStatus)) {
      return warning('experience.status answers without counts.', STATUS_REMEDY, value);
    }
    return passed('experience.status answers.', value);
  } catch (thrown) {
    return warning(
      'experience.status does not answer: the live status stays unknown.',
      STATUS_REMEDY,
      messageOf(subject, thrown),
    );
  }
}

/** Plays a trial session and compares it with the recorded one. */
async function checkLifecycle(subject: Subject): Promise<Finding> {
  const { client, experienceId, recorded, learned } = subject;
  try {
    const actionSchema = learned.info?.action_schema;
    const session = await playTrialSession({ client, experienceId, actionSchema, recorded });
    learned.session = session;
    learned.sessionChanges = recorded ? compareSessions(recorded, session.calls) : [];
    if (learned.info && isWithoutInstructions(learned.info) && !namesMoves(session)) {
      return warning(
        'A session was opened and ended, but an agent cannot know what an action is.',
        'Answer legal_moves to session.create, or describe actions in experience.info.',
        openingOf(session),
      );
    }
    if (session.refusal === null && !namesMoves(session)) {
      return warning(
        'A session was opened, played and ended, but session.create answers nothing that an agent can act on.',
        'Answer the state in words, or legal_moves, to session.create.',
        openingOf(session),
      );
    }
    return findingOf(session, learned.sessionChanges);
  } catch (thrown) {
    if (!(thrown instanceof TrialFailure)) throw thrown;
    if (thrown.answered !== undefined) {
      return failed(
        `${thrown.tool} answers ${FORM_FAULTS[thrown.answered.form]}.`,
        OBJECT_REMEDY,
        thrown.answered.value,
      );
    }
    const remedy = `Call ${thrown.tool} as the report shows it and correct what it answers.`;
    return failed(`${thrown.tool} failed.`, remedy, messageOf(subject, thrown.reason));
  }
}

const openingOf = ({ calls }: TrialSession): unknown => calls.find(({ tool }) => tool === 'session.create')?.answer;

/** Whether the answer to session.create names actions, or says anything in words. */
function namesMoves(session: TrialSession): boolean {
  const opening = openingOf(session);
  const values = isJsonObject(opening) ? Object.values(opening) : [opening];
  const hasWords = values.some((value) => typeof value === 'string' && value.trim() !== '');
  return hasWords || (isJsonObject(opening) && Array.isArray(opening.legal_moves));
}

function findingOf({ refusal, action, oddity }: TrialSession, changes: readonly SessionChange[]): Finding {
  const differs =
    changes.length === 0 ? '' : ` It differs in ${changes.length} places from the session that was recorded first.`;
  if (refusal !== null) {
    const message = `A session was opened and ended; the trial action ${excerpt(action)} was refused.${differs}`;
    const remedy = 'Name a legal action in action_schema.examples, or legal_moves in the answer to session.create.';
    return warning(message, remedy, refusal);
  }
  const message = `A session was opened, played and ended.${differs}`;
  if (oddity !== null) {
    return warning(`${message} ${oddity.tool} answers ${FORM_WARNINGS[oddity.form]}.`, FORM_REMEDY);
  }
  return differs === '' ? passed(message) : warning(message, 'Check that agents still understand the answers.');
}

async function checkWebSocket({ manifest }: Subject): Promise<Finding> {
  const url = isJsonObject(manifest.ws) ? manifest.ws.url : undefined;
  if (typeof url !== 'string') return skipped('The manifest has no WebSocket.');
  const fault = await findWebSocketFault(url, WEBSOCKET_TIMEOUT_MS);
  if (fault === null) return passed('The WebSocket opens.');
  return warning('The WebSocket does not open.', 'Correct ws.url in the manifest, or leave it out.', fault);
}

/** The six checks in the order of the specification. */
export const CHECKS: readonly Check[] = [
  { name: 'manifest', expected: 'A complete manifest of tier 2 with the address of a server.', run: checkManifest },
  {
    name: 'connectivity',
    expected: 'The server answers in the declared protocol, with the required tools as they were accepted.',
    run: checkConnectivity,
  },
  {
    name: 'experience.info',
    expected: 'experience.info answers at most 64 KB; gameplay_instructions and action_schema reach every player.',
    run: checkInfo,
  },
  {
    name: 'experience.status',
    expected: 'experience.status answers { "current_players": number, "active_lobbies": number }. Not required.',
    run: checkStatus,
  },
  {
    name: 'session_lifecycle',
    expected: 'session.create, one session.step and session.end succeed. The trial action may be refused.',
    run: checkLifecycle,
  },
  { name: 'websocket', expected: 'The declared WebSocket opens within 5 seconds. Not required.', run: checkWebSocket },
];

/** Checks that call tools of the contract, for which a server may require credentials. */
export function callsExperienceTools(name: CheckName): boolean {
  return name === 'experience.info' || name === 'experience.status' || name === 'session_lifecycle';
}
