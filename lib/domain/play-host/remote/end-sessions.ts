import { setTimeout } from 'node:timers/promises';
import pLimit from 'p-limit';
import { toAppError } from '@/lib/core/errors';
import { isJsonObject, type JsonObject, toStorable } from '@/lib/core/json';
import { log } from '@/lib/core/log';
import type { PlayableExperience } from '@/lib/domain/catalog';
import { readLobbySessions, type Session } from '@/lib/domain/seating';
import type { UpstreamAnswer } from '@/lib/gateway';
import type { EndReport, LobbyChange, MatchReport } from '../play-host';
import { clientFor } from './client';
import { askLobby } from './notify-lobby';

/** Calls for the players of a match that run at the same time. */
const MAX_CONCURRENT = 8;
/** The end of a match does not wait longer for what its experience says of each session. */
const MAX_WAIT_MS = 10_000;

/** Calls session.end of the experience and ends the MCP session of a session. @throws the experience's errors */
export async function endUpstream(request: {
  session: Session;
  experience: PlayableExperience;
  reason?: string;
  signal?: AbortSignal;
}): Promise<EndReport> {
  const { session, experience, reason, signal } = request;
  const { client, context } = await clientFor(experience, session.agentId);
  const fields = { session_id: session.id, experience_agent_id: session.experienceAgentId };
  const answer: UpstreamAnswer = await client.callTool(
    'session.end',
    { ...fields, ...(reason === undefined ? {} : { reason }) },
    { ...context, signal, upstreamSessionId: session.upstreamSessionId, isNeeded: session.lobbyId !== null },
  );
  const upstreamSessionId = answer.upstreamSessionId ?? session.upstreamSessionId;
  if (upstreamSessionId !== null) void client.closeSession(upstreamSessionId, context);
  return readEndReport(answer.parts);
}

/**
 * Calls match.end of the experience, then session.end for each player, so that it learns that the sessions are over and can
 * say what their agents remember. A memory update in the answer to match.end is for the host, in whose name it is called;
 * `memory_updates` names players by their pairwise ids.
 * @throws the experience's errors of match.end
 */
export async function endMatch(request: {
  change: Omit<LobbyChange, 'tool'>;
  experience: PlayableExperience;
  hostAgentId: string;
  reason?: string;
}): Promise<MatchReport> {
  const { change, experience, hostAgentId, reason = 'match_ended' } = request;
  const sessions = await readLobbySessions(change.lobbyId);
  const answer = await askLobby({ ...change, tool: 'match.end' });
  const report = readEndReport(answer?.parts ?? []);
  const named = readMemoryUpdates(answer?.parts ?? []);
  const ends = await endAll(sessions, experience, reason);
  const memoryUpdates = sessions.map((session): [string, JsonObject[]] => {
    const ofHost = session.agentId === hostAgentId ? report.memoryUpdate : null;
    const all = [ofHost, named.get(session.experienceAgentId), ends.get(session.id)?.memoryUpdate];
    return [session.experienceAgentId, all.filter((update): update is JsonObject => update != null)];
  });
  return { ...report, memoryUpdates: new Map(memoryUpdates) };
}

/** Notifies the experience that sessions are over, whatever it answers. */
export async function dropSessions(request: {
  sessions: readonly Session[];
  experience: PlayableExperience;
  reason: string;
}): Promise<void> {
  await endAll(request.sessions, request.experience, request.reason);
}

/** What the experience answered for each session in time, by its id. Its refusals are logged. */
async function endAll(
  sessions: readonly Session[],
  experience: PlayableExperience,
  reason: string,
): Promise<Map<string, EndReport>> {
  const limit = pLimit(MAX_CONCURRENT);
  const reports = new Map<string, EndReport>();
  const endOne = async (session: Session) => {
    try {
      reports.set(session.id, await endUpstream({ session, experience, reason }));
    } catch (thrown) {
      log.info({ code: toAppError(thrown).code, session_id: session.id }, 'an experience refused the end of a session');
      await closeConnection(session, experience);
    }
  };
  const waiting = new AbortController();
  const all = Promise.all(sessions.map((session) => limit(() => endOne(session))));
  const giveUp = setTimeout(MAX_WAIT_MS, undefined, { signal: waiting.signal, ref: false }).catch(() => undefined);
  await Promise.race([all, giveUp]);
  waiting.abort();
  return new Map(reports);
}

/** Ends the MCP session of a session without a word to the experience. */
async function closeConnection(session: Session, experience: PlayableExperience): Promise<void> {
  if (session.upstreamSessionId === null) return;
  const { client, context } = await clientFor(experience, session.agentId);
  await client.closeSession(session.upstreamSessionId, context);
}
/**
 * Finds `memory_update` and `outcomes` in what an experience answered: each in the first part of the answer that has it.
 * Anything else is no report. Outcomes are the words of others and come as they can be stored.
 * Specification: gateway-tool-contract.md, session.end (experience side).
 * @param parts the values of the answer, each alone; the items of a list and JSON in texts count too
 */
function readEndReport(parts: readonly unknown[]): EndReport {
  const outcomes = firstObject(parts, 'outcomes');
  return { memoryUpdate: firstObject(parts, 'memory_update'), outcomes: outcomes && toStorable(outcomes) };
}

/** The updates by pairwise id with which an experience answers the end of a match. */
function readMemoryUpdates(parts: readonly unknown[]): Map<string, JsonObject> {
  const updates = Object.entries(firstObject(parts, 'memory_updates') ?? {});
  return new Map(updates.filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1])));
}

/** The first object that a part has under a name; null without any. */
function firstObject(parts: readonly unknown[], name: string): JsonObject | null {
  for (const candidate of parts.flatMap(candidates)) {
    const value = isJsonObject(candidate) ? candidate[name] : null;
    if (isJsonObject(value)) return value;
  }
  return null;
}

function candidates(answer: unknown): unknown[] {
  const items = Array.isArray(answer) ? answer : [answer];
  return items.map((item: unknown) => {
    const text = isJsonObject(item) && typeof item.text === 'string' ? item.text : item;
    return typeof text === 'string' ? parsed(text) : item;
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
