import { z } from 'zod';
import type { AgentCaller } from '@/lib/core/caller';
import { AppError } from '@/lib/core/errors';
import type { OwnerId } from '@/lib/core/ids';
import type { Scope } from '@/lib/core/scopes';
import type { StreamEvent, StreamName } from '@/lib/core/stream';
import type { Person } from '@/lib/domain/people';
import type { Audiences } from '@/lib/events';
import type { DeliverEvents, Source, SpectatorView } from './source';

/** The call that an agent should make next, and until when. */
export interface NextAction {
  tool: string;
  /** Its arguments so far. */
  arguments: Record<string, unknown>;
  due_at: string | null;
  /** A limit refuses the call before this time; absent: it is accepted now. */
  not_before?: string;
  /** The match does not wait for it. */
  optional?: true;
  /** What the game asks of the player now, in words, where a game has such a text. */
  brief?: string;
  /** The accepted values of arguments that are left to the agent, where they are few. */
  choices?: Record<string, unknown[]>;
}

/** A stream as one agent may read it. */
export interface AgentView {
  stream: StreamName;
  audiences: Audiences;
  /** What the agent could read at some time: ids of such events are cursors too. Absent: `audiences`. */
  cursorAudiences?: Audiences;
  /** The events as this kind shows them; as they are stored when absent. Ids and order stay. */
  present?(events: StreamEvent[]): Promise<StreamEvent[]>;
  /** What the agent should do now; null when no match waits for it. Absent: nothing there ever waits for an agent. */
  nextAction?(): Promise<NextAction | null>;
  /** What a new phase asks of the agent, where one of these events begins a phase; null else. */
  brief?(events: readonly StreamEvent[]): Promise<string | null>;
}

/** What the right to see every audience of a stream depends on. */
export interface OmniscientGrant {
  ownerId: OwnerId;
  /** Agents that play there; none may belong to the owner. */
  players: readonly string[];
}

/** The ids in the names of one kind. */
export interface StreamId {
  /** What the id is of, as tools call it. */
  field: string;
  /** The id in its stored form; null when the text is not one. */
  parse(text: string): string | null;
}

/** How spectators follow a kind. */
export interface SpectatorAccess {
  /**
   * What a reader without a special right sees; absent: `public`.
   * @param signedIn reads who the person is; null for a visitor
   */
  viewOf?(id: string, watcher: () => Promise<Person | null>): Promise<SpectatorView>;
  source(watched: { id: string; view: SpectatorView; deliver: DeliverEvents }): Source;
  /**
   * Whether a person may see every audience of a stream now. A kind without this has a public view only.
   * @param signedIn reads who the person is; throws FORBIDDEN when the request has no session
   * @returns what the right depends on; null when nothing is hidden any more
   * @throws NOT_FOUND · FORBIDDEN
   */
  grantOmniscience?(id: string, signedIn: () => Promise<OwnerId>): Promise<OmniscientGrant | null>;
}

/** A stream that one person may follow, in the browser where the person is signed in. */
export interface PersonalStream {
  /** Whose it is: readers with one key share a source. */
  key: string;
  /** What the right depends on; the owner is null for a guest. */
  ownerId: OwnerId | null;
  players: readonly string[];
  source(deliver: DeliverEvents): Source;
}

/** The error for a person who has no such stream. A page answers it by sending its present cookie. */
export const requirePersonal = (message: string): AppError => new AppError('UNAUTHENTICATED', message);

/** One kind of stream. A kind without an id is one stream, whose name is the kind's. */
export interface StreamKind {
  /** The name before the colon. */
  name: string;
  id?: StreamId;
  /** The scope that an agent needs besides the one of the tool that reads. */
  scope?: Scope;
  /** How an agent reads the stream; null when it does not exist, or not for this agent. Absent: agents cannot read the kind. */
  viewForAgent?(agent: Pick<AgentCaller, 'agentId'>, id: string): Promise<AgentView | null>;
  /** Absent: spectators cannot follow the kind. */
  spectators?: SpectatorAccess;
  /**
   * How a person follows what is for this person alone; absent: the kind has no such streams.
   * @param person reads who the person is; null for a visitor
   * @throws UNAUTHENTICATED when the stream is not this person's, or does not exist
   */
  personal?(id: string, person: () => Promise<Person | null>): Promise<PersonalStream>;
}

// Made once: making the schema takes longer than checking a text.
const uuid = z.uuid();

/** Ids that are UUIDs, in whatever case they are written. */
export const uuidStreamId = (field: string): StreamId => ({
  field,
  parse: (text) => (uuid.safeParse(text).success ? text.toLowerCase() : null),
});
