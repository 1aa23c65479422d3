import type { AgentCaller } from '@/lib/core/caller';
import { once } from '@/lib/core/globals';
import { log } from '@/lib/core/log';
import { watchCredential } from '@/lib/domain/keys';
import { findSession, type McpSession, type SessionMessage } from '@/lib/domain/mcp-sessions';
import { onBroadcast } from '@/lib/events';
import { LiveSession } from './live-session';

/** The sessions that have SDK objects in this process. */
function live(): Map<string, Promise<LiveSession>> {
  return once('mcp.live_sessions', () => {
    const sessions = new Map<string, Promise<LiveSession>>();
    onBroadcast('mcp_sessions', (payload) => void handleMessage(payload as SessionMessage));
    return sessions;
  });
}

/** The live session of a row; makes it when it does not exist. */
export function liveSession(session: McpSession, agent: AgentCaller): Promise<LiveSession> {
  const sessions = live();
  const existing = sessions.get(session.id);
  if (existing) return existing;
  const end = () => revived.then((live) => live.close()).catch(() => {});
  const unwatch = watchCredential(agent, () => void end());
  const forget = () => {
    unwatch();
    if (sessions.get(session.id) === revived) sessions.delete(session.id);
  };
  const revived = LiveSession.revive(session, agent, forget);
  sessions.set(session.id, revived);
  revived.catch(forget);
  return revived;
}

/** The live session of an id, if it exists in this process. */
export function liveSessionHere(id: string): Promise<LiveSession> | undefined {
  return live().get(id);
}

/** Ends every stream of this process cleanly; clients continue on another instance. */
export async function closeLiveSessions(): Promise<void> {
  const sessions = await Promise.all([...live().values()].map((session) => session.catch(() => null)));
  await Promise.all(sessions.map((session) => session?.close()));
}

/** Handles a message about a session, from any instance. */
async function handleMessage(message: SessionMessage): Promise<void> {
  try {
    const session = await live().get(message.id);
    if (!session) return;
    if (message.kind === 'ended') await session.close();
    if (message.kind === 'response') await session.deliver(message.message);
    if (message.kind === 'changed') {
      const row = await findSession(message.id, session.agent.credentialId);
      if (row) session.update(row);
    }
  } catch (error) {
    log.warn({ err: error }, 'could not handle a message about an MCP session');
  }
}
