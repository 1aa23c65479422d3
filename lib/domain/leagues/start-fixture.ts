import { Batches } from '@/lib/core/batches';
import { now } from '@/lib/core/clock';
import { once } from '@/lib/core/globals';
import { leagueStream, type NewEvent, type StreamEvent } from '@/lib/core/stream';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { type MatchRow, publishStart, type SeatInput, startMatch } from '@/lib/domain/matches';
import { appendEvents, publish } from '@/lib/events';
import { markActive, markLeagueInProgress } from './fixtures.repo';
import { portOf } from './game-port';
import { type Client, type LeagueRow, type PlayerRow, transaction } from './leagues.repo';
import { type RefereeContext, rolesOf } from './referee-context';

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
  const made: Starts = new Batches({ send: startFixtures, maxItems: 16, maxInFlight: 1 });
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
  const { started, events } = await transaction(async (client) => {
    const started: Started[] = [];
    for (const context of contexts) started.push({ context, match: await startRuntimeMatch(client, context) });
    const rows = started.map(({ context, match }) => ({ id: context.fixture.id, gameSessionId: match.id }));
    if (!(await markActive(client, rows, now()))) throw new Error('another process has started the fixture');
    return { started, events: await appendStarts(client, started) };
  });
  for (const { match } of started) publishStart(match);
  publish(events);
  return started.map(({ match }) => match);
}

const startRuntimeMatch = (client: Client, { league, players }: RefereeContext): Promise<MatchRow> => {
  const port = portOf(league.gameType);
  return startMatch(
    {
      experienceId: firstPartyExperienceId(league.gameType),
      gameId: league.gameType,
      kind: 'league',
      options: port.options(league),
      seats: players.map(seatInputOf),
      moveTimeS: port.moveTimeS(league),
      rated: false,
    },
    client,
  );
};

async function appendStarts(client: Client, started: readonly Started[]): Promise<StreamEvent[]> {
  const [first] = started;
  if (!first) return [];
  const { league } = first.context;
  if (started.some(({ context }) => context.fixture.roundId === 1)) await markLeagueInProgress(client, league.id);
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
