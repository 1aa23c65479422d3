import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Batches } from '@/lib/core/batches';
import type { AgentCaller } from '@/lib/core/caller';
import { registerCleanup } from '@/lib/core/cleanup';
import { quotaExceeded } from '@/lib/core/errors';
import { once } from '@/lib/core/globals';
import { log } from '@/lib/core/log';
import { limitOfShare, QUOTA_SHARES } from '@/lib/domain/limits';
import { broadcast, broadcastHint, busHealthy, onBroadcast, onReconnect } from '@/lib/events';
import * as repo from './mcp-sessions.repo';

/** An MCP transport session: a row, so that any instance serves it and a restart loses nothing. */
export interface McpSession {
  id: string;
  credentialId: string;
  protocolVersion: string;
  clientInfo: Record<string, unknown>;
  capabilities: Record<string, unknown>;
  /** Names of the toolsets that the session serves. */
  toolsets: string[];
  underscoreNames: boolean;
  subscriptions: Subscription[];
}

/** A resource that a session listens to, and the newest event of its stream when it began to. */
export interface Subscription {
  uri: string;
  since: string;
}

/** A message about a session to every instance. */
export type SessionMessage =
  | { kind: 'ended'; id: string }
  | { kind: 'changed'; id: string }
  | { kind: 'cancelled'; id: string; requestId: string | number }
  | { kind: 'response'; id: string; message: unknown };

const CAPACITY = 10_000;
const TOUCH_MS = 60_000;
const MAX_SUBSCRIPTIONS = 32;
/** Sessions are deleted a week after their last use. */
const IDLE_S = 7 * 24 * 60 * 60;

interface Sessions {
  byId: LRUCache<string, McpSession>;
  /** Raised by every change, so that what was read before a change is not cached after it. */
  changes: number;
  /** Sessions to store; those that open during a statement share the next one. */
  opening: Batches<repo.McpSessionRow, void>;
  used: Set<string>;
  touching: NodeJS.Timeout | null;
}

const makeOpening = () =>
  new Batches<repo.McpSessionRow, void>({
    maxItems: 500,
    maxInFlight: 1,
    send: async (rows) => {
      await repo.insertAll(rows);
      // The rows are stored: a fault here would let them be sent again. The next session that opens ends what is above the quota.
      await endAboveQuota(rows).catch((error: unknown) => {
        log.warn({ err: error, sessions: rows.length }, 'MCP sessions above the quota could not be ended');
      });
      return rows.map(() => undefined);
    },
  });

/** The least recently used sessions make place for new ones. */
async function endAboveQuota(opened: readonly repo.McpSessionRow[]): Promise<void> {
  const [agent = null, owner = null, address = null] = QUOTA_SHARES.map((share) => limitOfShare('mcp_sessions', share));
  if (agent === null && owner === null && address === null) return;
  const agentIds = [...new Set(opened.flatMap(({ agent_id }) => agent_id ?? []))];
  for (const id of await repo.deleteAboveQuota(agentIds, { agent, owner, address })) {
    await notifyInstances({ kind: 'ended', id });
  }
}

function sessions(): Sessions {
  return once('mcp.sessions', () => {
    const byId = new LRUCache<string, McpSession>({ max: CAPACITY });
    const sessions: Sessions = { byId, changes: 0, opening: makeOpening(), used: new Set(), touching: null };
    onBroadcast('mcp_sessions', (payload) => {
      const message = payload as SessionMessage;
      if (message.kind !== 'ended' && message.kind !== 'changed') return;
      sessions.changes++;
      sessions.byId.delete(message.id);
    });
    onReconnect(() => {
      sessions.changes++;
      sessions.byId.clear();
    });
    return sessions;
  });
}

/**
 * Opens a session bound to the credential of `agent`; it is stored when this resolves. Above the quota the least recently used
 * one of the agent, of its owner or of its address ends.
 */
export async function openSession(
  agent: AgentCaller,
  wanted: Pick<McpSession, 'protocolVersion' | 'clientInfo' | 'capabilities' | 'toolsets' | 'underscoreNames'>,
): Promise<McpSession> {
  const session: McpSession = { id: randomUUID(), credentialId: agent.credentialId, subscriptions: [], ...wanted };
  await sessions().opening.add({
    id: session.id,
    credential_id: agent.credentialId,
    agent_id: agent.agentId,
    protocol_version: wanted.protocolVersion,
    client_info: wanted.clientInfo,
    capabilities: wanted.capabilities,
    toolsets: wanted.toolsets,
    underscore_names: wanted.underscoreNames,
    subscriptions: [],
  });
  sessions().byId.set(session.id, session);
  return session;
}

/** The session of this id when it belongs to this credential; null when it does not exist or belongs to another. */
export async function findSession(id: string, credentialId: string): Promise<McpSession | null> {
  const session = (busHealthy() ? sessions().byId.get(id) : undefined) ?? (await load(id));
  if (!session || session.credentialId !== credentialId) return null;
  touch(id);
  return session;
}

/** Ends a session everywhere. Returns false when it is unknown or another's. */
export async function endSession(id: string, credentialId: string): Promise<boolean> {
  const ended = await repo.deleteOwned(id, credentialId);
  if (ended) await notifyInstances({ kind: 'ended', id });
  return ended;
}

/**
 * Subscribes a session to a resource, from `since` on.
 * @throws QUOTA_EXCEEDED above 32 subscriptions.
 */
export async function subscribeSession(session: McpSession, subscription: Subscription): Promise<void> {
  const isAdded = await repo.addSubscription(
    session.id,
    `${subscription.uri} ${subscription.since}`,
    MAX_SUBSCRIPTIONS,
  );
  if (!isAdded)
    throw quotaExceeded(`A session has at most ${MAX_SUBSCRIPTIONS} subscriptions.`, {
      name: 'subscriptions',
      limit: MAX_SUBSCRIPTIONS,
    });
  await notifyInstances({ kind: 'changed', id: session.id });
}

/** Ends a session's subscription to a resource; nothing happens when it had none. */
export async function unsubscribeSession(session: McpSession, uri: string): Promise<void> {
  await repo.removeSubscription(session.id, uri);
  await notifyInstances({ kind: 'changed', id: session.id });
}

/**
 * Sends a message to every instance, this one first. @throws Error when a response may not have been sent, which is nowhere else; a
 * change of a session is stored, and its caller is not answered with an error
 */
export async function notifyInstances(message: SessionMessage): Promise<void> {
  await (message.kind === 'response' ? broadcast : broadcastHint)('mcp_sessions', message);
}

registerCleanup({ name: 'mcp_sessions', removeBatch: (limit) => repo.deleteIdle(IDLE_S, limit) });

async function load(id: string): Promise<McpSession | null> {
  const { changes } = sessions();
  const row = await repo.findById(id);
  if (!row) return null;
  const session: McpSession = {
    id: row.id,
    credentialId: row.credential_id,
    protocolVersion: row.protocol_version,
    clientInfo: row.client_info,
    capabilities: row.capabilities,
    toolsets: row.toolsets,
    underscoreNames: row.underscore_names,
    subscriptions: row.subscriptions.map(toSubscription),
  };
  if (sessions().changes === changes) sessions().byId.set(id, session);
  return session;
}

function toSubscription(entry: string): Subscription {
  const [uri = '', since = ''] = entry.split(' ');
  return { uri, since };
}

/** Notes a use; written once a minute for all sessions together. */
function touch(id: string): void {
  const self = sessions();
  self.used.add(id);
  self.touching ??= setTimeout(() => {
    self.touching = null;
    const ids = [...self.used];
    self.used.clear();
    repo.updateLastSeen(ids).catch((error) => log.warn({ err: error }, 'noting the use of MCP sessions failed'));
  }, TOUCH_MS).unref();
}
