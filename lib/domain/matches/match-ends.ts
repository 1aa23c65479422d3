import { once } from '@/lib/core/globals';
import type { StreamEvent } from '@/lib/core/stream';
import type { Client } from './matches.repo';
import type { MatchKind, MatchRow } from './matches.schema';

/** A match that is over: rated, its sessions completed and its agents released. */
export interface MatchEnd {
  match: MatchRow;
  /** The sessions that the end has completed. */
  completedSessions: readonly { sessionId: string; agentId: string }[];
}

/**
 * What follows the end of a match of one kind. It runs in the transaction of the end and must not change the match.
 * Returns the events that it appended, which are published after the commit.
 */
export type MatchEndHandler = (client: Client, end: MatchEnd) => Promise<StreamEvent[]>;

type HandlersByName = Map<string, { kind: MatchKind; handle: MatchEndHandler }>;

/** By name, because Next loads a module twice in one process: the second registration replaces the first. */
const handlers = () => once<HandlersByName>('matches.end_handlers', () => new Map());

/**
 * Registers what follows the end of every match of a kind. Call it when the module is loaded.
 * @param name unique, for example `lobbies.notify_players`
 */
export function onMatchEnd(kind: MatchKind, name: string, handle: MatchEndHandler): void {
  handlers().set(name, { kind, handle });
}

/** Runs the registered handlers of a match's kind, in the order of their registration. */
export async function runMatchEndHandlers(client: Client, end: MatchEnd): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  for (const { kind, handle } of handlers().values()) {
    if (kind === end.match.kind) events.push(...(await handle(client, end)));
  }
  return events;
}
