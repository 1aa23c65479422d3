import type { AgentCaller } from '@/lib/core/caller';
import { AppError } from '@/lib/core/errors';
import type { OwnerId } from '@/lib/core/ids';
import type { Person } from '@/lib/domain/people';
import { noticesKind, sessionKind } from './agent-streams';
import { experienceKind } from './experience-stream';
import { leagueKind } from './league-stream';
import { matchKind } from './match-stream';
import { ownerKind } from './owner-stream';
import { catalogKind, leaguesKind, liveKind, lobbiesKind, socialLobbiesKind, townKind } from './public-lists';
import { seatKind } from './seat-stream';
import { socialKind } from './social-stream';
import type { DeliverEvents, Source, SpectatorView } from './source';
import type { AgentView, OmniscientGrant, PersonalStream, SpectatorAccess, StreamKind } from './stream-kind';
import { werewolfKind } from './werewolf-stream';

/**
 * Every kind of stream, for events.wait, server-sent events, Socket.IO and MCP resources. One entry adds a kind.
 * interface.md, Sockets.
 */
export const STREAM_KINDS: readonly StreamKind[] = [
  matchKind,
  werewolfKind,
  sessionKind,
  socialKind,
  leagueKind,
  noticesKind,
  liveKind,
  catalogKind,
  lobbiesKind,
  leaguesKind,
  socialLobbiesKind,
  townKind,
  ownerKind,
  seatKind,
  experienceKind,
];

/** A name that was read: its kind and, in stored form, its id ('' when the kind has none). */
export interface ParsedStream {
  kind: StreamKind;
  id: string;
  /** The name with the id in stored form. */
  name: string;
}

/** Reads the name of a stream; null when no kind has such names. */
export function parseStream(text: string, kinds: readonly StreamKind[] = STREAM_KINDS): ParsedStream | null {
  const [name = '', ...rest] = text.split(':');
  const kind = kinds.find((one) => one.name === name.toLowerCase());
  if (!kind) return null;
  if (!kind.id) return rest.length === 0 ? { kind, id: '', name: kind.name } : null;
  const id = kind.id.parse(rest.join(':'));
  return id === null ? null : { kind, id, name: `${kind.name}:${id}` };
}

/** The names that an agent may use, as texts of tools show them: `me, match:<game_session_id> or session:<session_id>`. */
export function agentStreamForms(): string {
  const forms = STREAM_KINDS.filter(({ viewForAgent }) => viewForAgent).map(({ name, id }) =>
    id ? `${name}:<${id.field}>` : name,
  );
  return `${forms.slice(0, -1).join(', ')} or ${forms.at(-1)}`;
}

/**
 * How an agent reads a stream.
 * @throws NOT_FOUND when there is no such stream, and alike when it belongs to another agent; FORBIDDEN without its scope
 */
export async function viewForAgent(agent: Pick<AgentCaller, 'agentId' | 'scopes'>, name: string): Promise<AgentView> {
  const parsed = parseStream(name);
  const { scope } = parsed?.kind ?? {};
  if (scope && !agent.scopes.has(scope)) {
    throw new AppError('FORBIDDEN', `Streams of this kind need the scope ${scope}.`, { details: { scope } });
  }
  const view = await parsed?.kind.viewForAgent?.(agent, parsed.id);
  if (view) return view;
  throw new AppError('NOT_FOUND', `Unknown stream "${name.slice(0, 100)}". Use ${agentStreamForms()}.`);
}

/** Follows a stream for spectators. @throws NOT_FOUND when no kind that spectators follow has this name */
export function followForSpectators(watched: { stream: string; view: SpectatorView }, deliver: DeliverEvents): Source {
  const { access, id } = requireWatchable(watched.stream);
  return access.source({ id, view: watched.view, deliver });
}

/** What a reader without a special right sees of a stream now. @param signedIn reads who the person is; null for a visitor */
export async function viewOfSpectator(stream: string, watcher: () => Promise<Person | null>): Promise<SpectatorView> {
  const { access, id } = requireWatchable(stream);
  return (await access.viewOf?.(id, watcher)) ?? 'public';
}

/**
 * Whether a person may see every audience of a stream now; `signedIn` reads who the person is.
 * @returns what the right depends on; null when nothing is hidden any more
 * @throws NOT_FOUND · FORBIDDEN
 */
export async function grantOmniscience(
  stream: string,
  signedIn: () => Promise<OwnerId>,
): Promise<OmniscientGrant | null> {
  const { access, id } = requireWatchable(stream);
  if (!access.grantOmniscience) throw unknownStream(stream);
  return access.grantOmniscience(id, signedIn);
}

/**
 * The stream of one person under this name; null when the name is not of such a kind.
 * @throws UNAUTHENTICATED when it is not this person's
 */
export async function openPersonalStream(
  stream: string,
  person: () => Promise<Person | null>,
): Promise<PersonalStream | null> {
  const parsed = parseStream(stream);
  if (!parsed?.kind.personal || parsed.name !== stream) return null;
  return parsed.kind.personal(parsed.id, person);
}

/** Rooms are shared by name, so a spectator must use the exact one. */
function requireWatchable(name: string): { access: SpectatorAccess; id: string } {
  const parsed = parseStream(name);
  if (!parsed?.kind.spectators || parsed.name !== name) throw unknownStream(name);
  return { access: parsed.kind.spectators, id: parsed.id };
}

const unknownStream = (name: string): AppError =>
  new AppError('NOT_FOUND', `Unknown stream "${name.slice(0, 120)}": nothing to watch under this name.`);
