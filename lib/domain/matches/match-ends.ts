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

/** `MatchEndHandler` for the ends of many matches in one call. */
export type MatchEndsHandler = (client: Client, ends: readonly MatchEnd[]) => Promise<StreamEvent[]>;

type HandlersByName = Map<string, { kind: MatchKind; handle: MatchEndHandler }>;

/** By name, because Next loads a module twice in one process: the second registration replaces the first. */
const handlers = () => once<HandlersByName>('matches.end_handlers', () => new Map());

/** By kind. */
const sharedHandlers = () => once('matches.shared_end_handlers', () => new Map<MatchKind, MatchEndsHandler>());

/**
 * Registers what follows the end of every match of a kind. Call it when the module is loaded.
 * @param name unique, for example `lobbies.notify_players`
 */
export function onMatchEnd(kind: MatchKind, name: string, handle: MatchEndHandler): void {
  handlers().set(name, { kind, handle });
}

/**
 * Registers what follows the ends of a kind whose matches are unrated and have no sessions. Ends that wait then share one
 * transaction. Call it when the module is loaded.
 */
export function onMatchEnds(kind: MatchKind, handle: MatchEndsHandler): void {
  sharedHandlers().set(kind, handle);
}

/** Whether the end of a match may share a transaction with others. */
export function sharesEnds({ kind, rated }: MatchRow): boolean {
  return !rated && sharedHandlers().has(kind);
}

/** Runs what is registered for ends that share a transaction, once for each kind. */
export async function runSharedEndHandlers(client: Client, matches: readonly MatchRow[]): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  for (const [kind, handle] of sharedHandlers()) {
    const ends = matches.filter((match) => match.kind === kind).map((match) => ({ match, completedSessions: [] }));
    if (ends.length > 0) events.push(...(await handle(client, ends)));
  }
  return events;
}

/** Runs the registered handlers of a match's kind, in the order of their registration. */
export async function runMatchEndHandlers(client: Client, end: MatchEnd): Promise<StreamEvent[]> {
  const shared = sharedHandlers().get(end.match.kind);
  const events: StreamEvent[] = shared ? await shared(client, [end]) : [];
  for (const { kind, handle } of handlers().values()) {
    if (kind === end.match.kind) events.push(...(await handle(client, end)));
  }
  return events;
}
