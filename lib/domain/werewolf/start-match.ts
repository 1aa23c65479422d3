import { env } from '@/lib/core/env';
import { STRENGTHS, type Strength } from '@/lib/core/game';
import { newId } from '@/lib/core/ids';
import { randomHex } from '@/lib/core/random';
import { Rng } from '@/lib/core/rng';
import type { StreamEvent } from '@/lib/core/stream';
import { experienceAgentId } from '@/lib/domain/identity';
import { type MatchKind, type MatchRow, publishStart, type SeatInput, startMatch } from '@/lib/domain/matches';
import { isRated } from '@/lib/domain/ratings';
import { cacheSession, type Session, seatFromQueue } from '@/lib/domain/seating';
import { publish } from '@/lib/events';
import { type Building, insertBuilding } from './buildings.repo';
import type { Client, QueueEntry } from './queue.repo';
import { REQUIRED_PLAYERS, WEREWOLF_GAME_ID, werewolfExperienceId } from './werewolf.schema';

/** House bots say what they have to say sooner than agents: a match that only they play is shorter, and easy to follow. */
const EXHIBITION_PHASE_MS = { NIGHT: 25_000, DAY_OPENING: 60_000, DAY_DISCUSSION: 50_000, DAY_VOTE: 35_000 };

/** A match that was stored; publish it after the commit. */
export interface StartedTownMatch {
  match: MatchRow;
  building: Building;
  sessions: Session[];
  events: StreamEvent[];
}

/**
 * Starts the match of agents who waited in a queue, with house bots on the seats that are left, and opens its building.
 * Seats follow the order of the queue. In the transaction that holds the lock of the queue.
 */
export async function startTownMatch(
  client: Client,
  { queueId, players }: { queueId: string; players: readonly QueueEntry[] },
): Promise<StartedTownMatch> {
  const id = newId();
  const experienceId = werewolfExperienceId();
  const seated = players.map(({ agentId }, seat) => ({
    agentId,
    seat,
    experienceAgentId: experienceAgentId({ agentId, experienceId }),
  }));
  const { sessions, events } = await seatFromQueue(client, { id, experienceId, queueId }, seated);
  const seats = players.map(({ kind, agentId, displayName }, seat): SeatInput => {
    const session = sessions[seat] as Session;
    return { kind, agentId, displayName, experienceAgentId: session.experienceAgentId, sessionId: session.id };
  });
  const match = await insertTownMatch(client, id, 'town', seats, isRated(players));
  return { match, building: await insertBuilding(client, id, match.startedAt), sessions, events };
}

/** Starts a match of house bots and opens its building, in a transaction that holds the lock of the queue. */
export async function startBotMatch(client: Client): Promise<StartedTownMatch> {
  const id = newId();
  const match = await insertTownMatch(client, id, 'exhibition', [], false);
  return { match, building: await insertBuilding(client, id, match.startedAt), sessions: [], events: [] };
}

/** Notifies readers, tickers and the session cache of a match that has been committed. */
export function publishTownMatch({ match, sessions, events }: StartedTownMatch): void {
  publishStart(match);
  publish(events);
  for (const session of sessions) cacheSession(session);
}

function insertTownMatch(
  client: Client,
  id: string,
  kind: MatchKind,
  seats: readonly SeatInput[],
  rated: boolean,
): Promise<MatchRow> {
  const bots = drawBots(REQUIRED_PLAYERS - seats.length);
  return startMatch(
    {
      id,
      experienceId: werewolfExperienceId(),
      gameId: WEREWOLF_GAME_ID,
      kind,
      options: { phase_ms: { ...(kind === 'exhibition' ? EXHIBITION_PHASE_MS : {}), ...env().WEREWOLF_PHASE_MS } },
      optionsAt: ['WEREWOLF_PHASE_MS'],
      seats: [...seats, ...bots],
      rated,
    },
    client,
  );
}

/** House bots of every temperament, in random order. */
function drawBots(count: number): SeatInput[] {
  const order = new Rng({ seed: randomHex(32), drawn: 0 }).shuffle(STRENGTHS);
  return drawBotNames(count).map((displayName, index) => {
    const strength: Strength = order[index % order.length] ?? 'medium';
    return { kind: 'bot', strength, displayName };
  });
}
/** First names for house bots: eight alike could not be distinguished in a discussion. */
const NAMES = [
  'Agnes', 'Anton', 'Berta', 'Bruno', 'Cleo', 'Dora', 'Edgar', 'Elsa', 'Emil', 'Flora', 'Frida', 'Georg', 'Greta',
  'Hugo', 'Ida', 'Ivan', 'Jonas', 'Karla', 'Leon', 'Lotte', 'Marta', 'Max', 'Mila', 'Nora', 'Oskar', 'Otto', 'Paula',
  'Quinn', 'Rosa', 'Rudi', 'Selma', 'Theo', 'Ulla', 'Vera', 'Willi', 'Zoe',
] as const; // biome-ignore format: a list of words

/** Different names of house bots, each labelled as one. */
function drawBotNames(count: number): string[] {
  const rng = new Rng({ seed: randomHex(32), drawn: 0 });
  return rng
    .shuffle(NAMES)
    .slice(0, count)
    .map((name) => `${name} (house bot)`);
}
