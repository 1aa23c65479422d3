import { Batches } from '@/lib/core/batches';
import { now } from '@/lib/core/clock';
import { once } from '@/lib/core/globals';
import { leagueStream, type NewEvent, type StreamEvent } from '@/lib/core/stream';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { publishStarted, type SeatInput, type StartMatch, startMatches } from '@/lib/domain/matches';
import { appendEvents, publish } from '@/lib/events';
import { markActive } from './fixtures.repo';
import { portOf } from './game-port';
import { type Client, markLeagueInProgress, plannedPool, transaction } from './leagues.repo';
import type { PlayerRow } from './leagues.schema';
import { type RefereeContext, rolesOf } from './referee-context';

/** A fixture, and the id that its match gets. */
interface Start {
  context: RefereeContext;
  matchId: string;
}

/** The fixtures of a round start together and lock the stream of their league, so those that wait share a transaction. */
const starts = () =>
  once('leagues.starts', () => new Batches<Start, boolean>({ send: startFixtures, maxItems: 64, maxInFlight: 1 }));

/**
 * Starts the match with the status of the fixture, in one transaction; only one process succeeds. Nothing begins when the
 * fixture is no longer scheduled, or its league is paused: then the status stays as it was read.
 */
export async function startFixture(context: RefereeContext, matchId: string): Promise<void> {
  const hasStarted = await starts().add({ context, matchId });
  if (hasStarted) Object.assign(context.fixture, { status: 'active', gameSessionId: matchId });
}

async function startFixtures(starts: readonly Start[]): Promise<boolean[]> {
  const { matches, events, begun } = await transaction((client) => storeStarts(client, starts), plannedPool());
  publishStarted(matches);
  publish(events);
  return starts.map((start) => begun.has(start));
}

/** The leagues are locked first, so that a pause or a correction comes before all of a start or after it. */
async function storeStarts(client: Client, starts: readonly Start[]) {
  const playing: Start[] = [];
  for (const group of groupByLeague(starts)) {
    if (await markLeagueInProgress(client, group[0].context.league.id)) playing.push(...group);
  }
  const rows = playing.map(({ context, matchId }) => ({ id: context.fixture.id, gameSessionId: matchId }));
  const active = await markActive(client, rows, now());
  const begun = playing.filter(({ context }) => active.has(context.fixture.id));
  const matches = await startMatches(begun.map(matchOf), client);
  const events: StreamEvent[] = [];
  for (const group of groupByLeague(begun))
    events.push(...(await appendEvents(client, leagueStream(group[0].context.league.leagueId), group.map(startEvent))));
  return { matches, events, begun: new Set(begun) };
}

/** Starts by league, in the order of the leagues' ids: transactions of two processes lock them in the same order. */
function groupByLeague(starts: readonly Start[]): [Start, ...Start[]][] {
  const groups = new Map<string, [Start, ...Start[]]>();
  for (const start of starts) {
    const { id } = start.context.league;
    groups.set(id, [...(groups.get(id) ?? []), start] as [Start, ...Start[]]);
  }
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, group]) => group);
}

function matchOf({ context: { league, players }, matchId }: Start): StartMatch & { id: string } {
  const port = portOf(league.gameType);
  return {
    id: matchId,
    experienceId: firstPartyExperienceId(league.gameType),
    gameId: league.gameType,
    kind: 'league',
    options: port.options(league),
    seats: players.map(seatInputOf),
    moveTimeS: port.moveTimeS(league),
    rated: false,
  };
}

function startEvent({ context, matchId }: Start): NewEvent {
  const { matchId: match_id, roundId: round_id } = context.fixture;
  return { type: 'match_started', data: { match_id, round_id, game_session_id: matchId, players: rolesOf(context) } };
}

function seatInputOf({ kind, agentId, displayName, strength }: PlayerRow): SeatInput {
  if (kind === 'bot') return { kind: 'bot', strength: strength ?? 'medium', displayName };
  if (agentId === null || kind === 'push') return { kind: 'endpoint', displayName };
  const seat = { agentId, experienceAgentId: agentId, sessionId: null, displayName };
  return { kind: kind === 'human' ? 'human' : 'agent', ...seat };
}
