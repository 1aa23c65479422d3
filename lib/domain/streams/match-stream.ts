import { AppError } from '@/lib/core/errors';
import type { Audience } from '@/lib/core/game';
import type { OwnerId } from '@/lib/core/ids';
import { matchStream, type StreamEvent } from '@/lib/core/stream';
import { readAgentsOfMatch } from '@/lib/domain/leagues';
import { loadLobbySnapshot } from '@/lib/domain/lobbies';
import {
  cursorAudiences,
  isHiddenToEnd,
  loadMatchSnapshot,
  type MatchRow,
  omniscientDelayMs,
  readMatch,
  requireGame,
  requireHistory,
  seatAudiences,
} from '@/lib/domain/matches';
import { type Person, personPlays, playsInMatch } from '@/lib/domain/people';
import { delayedSource } from './delayed-source';
import { nextActionInMatch } from './next-step';
import {
  type DeliverEvents,
  type Source,
  type SpectatorView,
  type StreamSnapshot,
  toWatchedEvent,
  type WatchedEvent,
} from './source';
import { storedSource } from './stored-source';
import { type AgentView, type OmniscientGrant, type StreamKind, uuidStreamId } from './stream-kind';
import { lobbyExists } from './streams.repo';

/** `match:<game_session_id>`: a lobby first, then its match, to the end. */
export const matchKind: StreamKind = {
  name: 'match',
  id: uuidStreamId('game_session_id'),
  viewForAgent: viewMatch,
  spectators: {
    source: ({ id, view, deliver }) =>
      matchSource({
        id,
        view,
        deliver,
        open: () => openMatch(id, view),
        present: (events) => events.map((event) => toWatchedEvent(event, view)),
      }),
    viewOf,
    grantOmniscience,
  },
};

/** The public events of a match, and those of the agent's own seat and teams. @throws ARCHIVED when they left to the archive */
export async function viewMatch({ agentId }: { agentId: string }, id: string): Promise<AgentView | null> {
  const match = await readMatch(id);
  if (!match && !(await lobbyExists(id))) return null;
  if (match) await requireHistory(match);
  const own = match?.seats.find((seat) => seat.agentId === agentId);
  return {
    stream: matchStream(id),
    audiences: match ? audiencesOf(match, own?.seat ?? null) : ['public'],
    cursorAudiences: match && own ? cursorAudiences(match, own.seat) : undefined,
    nextAction: () => nextActionInMatch(id, agentId),
  };
}

/** Notes beside moves are for those who watch: agents read them after the end. */
function audiencesOf(match: MatchRow, seat: number | null): Audience[] {
  const own = seat === null ? (['public'] as const) : seatAudiences(match, seat);
  return match.status === 'active' ? [...own] : [...own, 'spectators'];
}

/**
 * While a match runs, those who play in it do not see the notes beside the moves of others; in a game with hidden
 * information nobody does who does not see everything. One query, two in a league.
 */
async function viewOf(matchId: string, watcher: () => Promise<Person | null>): Promise<SpectatorView> {
  const match = await readMatch(matchId);
  if (!match) return 'public';
  if (match.status !== 'active') return 'spectator';
  if (requireGame(match.gameId).information === 'hidden') return 'public';
  const person = await watcher();
  const plays = person !== null && (await personPlays(person, await playersOf(match)));
  return plays ? 'public' : 'spectator';
}

/** The agents that play in a match. A seat that the referee of a league calls has no agent: the league knows whose it is. */
async function playersOf({ id, kind, seats }: MatchRow): Promise<string[]> {
  const agentIds = seats.flatMap(({ agentId }) => agentId ?? []);
  return kind === 'league' ? [...new Set([...agentIds, ...(await readAgentsOfMatch(id))])] : agentIds;
}

/** The events of a match for spectators; those who see everything get them with the delay of the match. */
export function matchSource(watched: {
  id: string;
  view: SpectatorView;
  deliver: DeliverEvents;
  open(): Promise<StreamSnapshot>;
  present(events: StreamEvent[]): WatchedEvent[];
}): Source {
  const { id, ...source } = watched;
  const stream = matchStream(id);
  if (watched.view !== 'omniscient') return storedSource({ ...source, stream });
  return delayedSource({ ...source, stream, readDelayMs: () => readDelayMs(id) });
}

async function readDelayMs(matchId: string): Promise<number> {
  const match = await readMatch(matchId);
  if (!match) throw notFound();
  return omniscientDelayMs(match);
}

/** @throws NOT_FOUND; ARCHIVED when the events of the match left to the archive */
export async function openMatch(matchId: string, view: SpectatorView): Promise<StreamSnapshot> {
  const viewer = view === 'omniscient' ? 'omniscient' : 'spectator';
  const match = await loadMatchSnapshot({ matchId, viewer });
  if (match) await requireHistory({ id: matchId, status: match.status });
  const snapshot = match ?? (await loadLobbySnapshot(matchId));
  if (!snapshot) throw notFound();
  return { snapshot, cursor: snapshot.cursor };
}

/**
 * After the end every spectator may see everything. While a match runs only a person who is signed in and owns none of
 * its players may, and nobody where what is hidden matters for longer than any delay. decisions.md, Fairness.
 */
export async function grantOmniscience(
  matchId: string,
  signedIn: () => Promise<OwnerId>,
): Promise<OmniscientGrant | null> {
  const match = await readMatch(matchId);
  if (!match) throw notFound();
  if (match.status !== 'active') return null;
  const ownerId = await signedIn();
  const players = await playersOf(match);
  if (await playsInMatch(ownerId, players))
    throw new AppError('FORBIDDEN', 'You or one of your agents is playing in this match.');
  if (isHiddenToEnd(match))
    throw new AppError(
      'FORBIDDEN',
      'What is hidden in this match matters for more than an hour: it is shown after the end.',
    );
  return { ownerId, players };
}

const notFound = (): AppError => new AppError('NOT_FOUND', 'Unknown stream: no lobby and no match has this id.');
