import { Batches } from '@/lib/core/batches';
import { now } from '@/lib/core/clock';
import { once } from '@/lib/core/globals';
import { newId } from '@/lib/core/ids';
import { leagueStream, type NewEvent, type StreamEvent } from '@/lib/core/stream';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { type MatchRow, publishStarted, type SeatInput, type StartMatch, startMatches } from '@/lib/domain/matches';
import { appendEvents, publish } from '@/lib/events';
import { markActive, markLeagueInProgress } from './fixtures.repo';
import { portOf } from './game-port';
import { type Client, type LeagueRow, type PlayerRow, plannedPool, transaction } from './leagues.repo';
import { MatchFollower } from './match-follower';
import { pushSeats, type RefereeContext, rolesOf } from './referee-context';
import { GATHER_ANSWERS } from './running-calls';

/** A fixture with its match. */
interface Started {
  context: RefereeContext;
  match: MatchRow;
}

type Starts = Batches<RefereeContext, MatchRow>;

/** The starts of each league. */
const starts = () => once('leagues.starts', () => new WeakMap<LeagueRow, Starts>());

function startsOf(league: LeagueRow): Starts {
  const known = starts().get(league);
  if (known) return known;
  const made: Starts = new Batches({
    send: startFixtures,
    maxItems: 64,
    maxInFlight: 1,
    gather: GATHER_ANSWERS,
  });
  starts().set(league, made);
  return made;
}

/**
 * Starts the match with the status of the fixture, in one transaction; only one process succeeds. The fixtures of a round
 * start together and lock the stream of their league, so those that wait share a transaction.
 * @throws Error when another process has started the fixture
 */
export async function startFixture(context: RefereeContext): Promise<void> {
  const match = await startsOf(context.league).add(context);
  Object.assign(context.fixture, { status: 'active', gameSessionId: match.id });
}

/** Starts fixtures of one league. */
async function startFixtures(contexts: readonly RefereeContext[]): Promise<MatchRow[]> {
  const requests = contexts.map(matchOf);
  const followers = contexts.map((context, index) => followStart(context, requests[index]?.id ?? ''));
  try {
    const { matches, events } = await transaction((client) => storeStarts(client, contexts, requests), plannedPool());
    publishStarted(matches);
    publish(events);
    for (const [index, context] of contexts.entries()) context.follower = followers[index] ?? null;
    return matches.map(({ match }) => match);
  } catch (thrown) {
    for (const follower of followers) follower?.stop();
    throw thrown;
  }
}

/** Follows a match before it is stored, so that its first events arrive too. */
const followStart = (context: RefereeContext, matchId: string): MatchFollower | null =>
  pushSeats(context).length > 0 ? MatchFollower.followNew(matchId) : null;

async function storeStarts(
  client: Client,
  contexts: readonly RefereeContext[],
  requests: readonly (StartMatch & { id: string })[],
) {
  const matches = await startMatches(requests, client);
  const started = matches.map(({ match }, index) => ({ context: contexts[index] as RefereeContext, match }));
  const rows = started.map(({ context, match }) => ({ id: context.fixture.id, gameSessionId: match.id }));
  if (!(await markActive(client, rows, now()))) throw new Error('another process has started the fixture');
  return { matches, events: await appendStarts(client, started) };
}

function matchOf({ league, players }: RefereeContext): StartMatch & { id: string } {
  const port = portOf(league.gameType);
  return {
    id: newId(),
    experienceId: firstPartyExperienceId(league.gameType),
    gameId: league.gameType,
    kind: 'league',
    options: port.options(league),
    seats: players.map(seatInputOf),
    moveTimeS: port.moveTimeS(league),
    rated: false,
  };
}

async function appendStarts(client: Client, started: readonly Started[]): Promise<StreamEvent[]> {
  const [first] = started;
  if (!first) return [];
  const { league } = first.context;
  // The league was read in its first round, or when this process was started.
  if (started.some(({ context }) => context.fixture.roundId <= league.currentRound))
    await markLeagueInProgress(client, league.id);
  return appendEvents(client, leagueStream(league.leagueId), started.map(startEvent));
}

function startEvent({ context, match }: Started): NewEvent {
  const { matchId, roundId } = context.fixture;
  const data = { match_id: matchId, round_id: roundId, game_session_id: match.id, players: rolesOf(context) };
  return { type: 'match_started', data };
}

function seatInputOf({ kind, agentId, displayName, strength }: PlayerRow): SeatInput {
  if (kind === 'bot') return { kind: 'bot', strength: strength ?? 'medium', displayName };
  if (agentId === null || kind === 'push') return { kind: 'endpoint', displayName };
  const seat = { agentId, experienceAgentId: agentId, sessionId: null, displayName };
  return { kind: kind === 'human' ? 'human' : 'agent', ...seat };
}
