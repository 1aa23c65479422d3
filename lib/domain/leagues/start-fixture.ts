import { Batches } from '@/lib/core/batches';
import { now } from '@/lib/core/clock';
import { once } from '@/lib/core/globals';
import { leagueStream, type NewEvent, type StreamEvent } from '@/lib/core/stream';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { publishStarted, type SeatInput, type StartMatch, startMatches } from '@/lib/domain/matches';
import { appendEvents, publish } from '@/lib/events';
import { markActive, markLeagueInProgress } from './fixtures.repo';
import { portOf } from './game-port';
import { type Client, plannedPool, transaction } from './leagues.repo';
import type { PlayerRow } from './leagues.schema';
import { type RefereeContext, rolesOf } from './referee-context';

/** A fixture, and the id that its match gets. */
interface Start {
  context: RefereeContext;
  matchId: string;
}

/** The fixtures of a round start together and lock the stream of their league, so those that wait share a transaction. */
const starts = () =>
  once('leagues.starts', () => new Batches<Start, null>({ send: startFixtures, maxItems: 64, maxInFlight: 1 }));

/**
 * Starts the match with the status of the fixture, in one transaction; only one process succeeds.
 * @throws Error when another process has started the fixture
 */
export async function startFixture(context: RefereeContext, matchId: string): Promise<void> {
  await starts().add({ context, matchId });
  Object.assign(context.fixture, { status: 'active', gameSessionId: matchId });
}

async function startFixtures(starts: readonly Start[]): Promise<null[]> {
  const { matches, events } = await transaction((client) => storeStarts(client, starts), plannedPool());
  publishStarted(matches);
  publish(events);
  return starts.map(() => null);
}

async function storeStarts(client: Client, starts: readonly Start[]) {
  const matches = await startMatches(starts.map(matchOf), client);
  const rows = starts.map(({ context, matchId }) => ({ id: context.fixture.id, gameSessionId: matchId }));
  if (!(await markActive(client, rows, now()))) throw new Error('another process has started the fixture');
  const events: StreamEvent[] = [];
  for (const [first, ...others] of groupByLeague(starts)) {
    const { league } = first.context;
    const started = [first, ...others];
    await markLeagueInProgress(client, league.id);
    events.push(...(await appendEvents(client, leagueStream(league.leagueId), started.map(startEvent))));
  }
  return { matches, events };
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
