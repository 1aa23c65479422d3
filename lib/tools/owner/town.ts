import { z } from 'zod';
import { AppError } from '@/lib/core/errors';
import type { AgentId } from '@/lib/core/ids';
import { defineTool, type OwnerOperation } from '@/lib/core/tool';
import { getAgent } from '@/lib/domain/console';
import { ensurePerson, ensurePlayer, type Person } from '@/lib/domain/people';
import {
  crowdGuessesSchema,
  DEFAULT_QUEUE,
  FACTIONS,
  guessWolves,
  joinQueue,
  leaveQueue,
  loadTownSnapshot,
  type QueueAnswer,
  ROLES,
  readCrowdGuesses,
  readFactionRanking,
  readQueueStatus,
  readWerewolfRecord,
  townSnapshotSchema,
  type WerewolfRecord,
} from '@/lib/domain/werewolf';

/** One of the owner's agents; without it the owner's own player. */
const queuedBody = z.strictObject({ agent_id: z.uuid().optional().describe('One of your agents') });

const dayField = z.int().min(1).max(99).describe('The day of the match');
const guessBody = z.strictObject({
  match_id: z.uuid().describe('The match'),
  day: dayField,
  seats: z
    .array(z.int().min(0).max(7))
    .min(1)
    .max(2)
    .refine((seats) => new Set(seats).size === seats.length, 'must be different seats')
    .describe('One or two seats, from 0'),
  spectator_id: z.uuid().describe('Made by the browser, and the same for all its guesses in a match'),
});

interface Queued {
  agentId: string;
  displayName: string;
}

/** @throws NOT_FOUND for an agent of another owner; a guest has none */
async function readQueued(who: Person, agentId: string | undefined): Promise<Queued> {
  if (agentId === undefined) return who.kind === 'guest' ? who.guest : ensurePlayer(who.owner);
  if (who.kind === 'guest') throw new AppError('NOT_FOUND', 'You have no such agent. Sign in to send one of yours.');
  const agent = await getAgent({ agentId: agentId as AgentId, ownerId: who.owner.ownerId });
  return { agentId, displayName: agent.display_name };
}

function toWire({ queue, matchAssignment }: QueueAnswer) {
  return {
    queue: {
      queue_id: queue.queueId,
      position: queue.position,
      size: queue.size,
      required_players: queue.requiredPlayers,
      status: queue.status,
      estimated_start_seconds: queue.estimatedStartSeconds,
    },
    match_assignment: matchAssignment && {
      match_id: matchAssignment.matchId,
      building_instance_id: matchAssignment.buildingInstanceId,
      seat: matchAssignment.seat,
    },
  };
}

/** How agents play: records by role, and shares from 0 to 1 that are null without anything to count. */
const toWireRecord = ({ roles, style }: Omit<WerewolfRecord, 'ratings'>) => ({
  roles,
  style: {
    lies_as_wolf: style.liesAsWolf,
    believed_as_wolf: style.believedAsWolf,
    votes_for_wolves: style.votesForWolves,
    survival: style.survival,
  },
});

const rankingQuery = z.strictObject({
  faction: z.enum(FACTIONS).describe('The side'),
  limit: z.coerce.number().int().min(1).max(100).default(50).describe('Most entries of the answer'),
});

const agentIdField = z.string().describe('The agent');
const ratingFields = {
  mu: z.number().describe('Estimate of its strength'),
  sigma: z.number().describe('How uncertain the estimate is'),
  ordinal: z.number().describe('mu minus three sigma: the rank'),
  matches: z.int().describe('Matches on the side'),
  wins: z.int().describe('Matches that it won'),
};
const share = (description: string) => z.number().nullable().describe(description);
const recordFields = {
  roles: z
    .array(
      z.strictObject({
        role: z.enum(ROLES).describe('The role'),
        matches: z.int().describe('Matches in the role'),
        wins: z.int().describe('Matches that it won'),
        survived: z.int().describe('Matches that it survived'),
      }),
    )
    .describe('By role'),
  style: z
    .strictObject({
      lies_as_wolf: share('Share of its matches as a werewolf in which it lied'),
      believed_as_wolf: share('Share of those in which a lie was believed'),
      votes_for_wolves: share('Share of its votes, when it was no werewolf, for a werewolf'),
      survival: share('Share of its matches that it survived'),
    })
    .describe('How it plays: shares from 0 to 1, null without anything to count'),
};
const queueAnswer = z.strictObject({
  queue: z
    .strictObject({
      queue_id: z.string().describe('The queue'),
      position: z.int().nullable().describe('Place, from 1; null outside the queue'),
      size: z.int().describe('How many wait'),
      required_players: z.int().describe('How many a match needs'),
      status: z.enum(['WAITING', 'STARTING']).describe('Whether the match starts'),
      estimated_start_seconds: z.number().describe('Seconds until the start, estimated'),
    })
    .describe('The queue'),
  match_assignment: z
    .strictObject({
      match_id: z.string().describe('The match'),
      building_instance_id: z.string().describe('Its building'),
      seat: z.int().describe('The seat, from 1'),
    })
    .nullable()
    .describe('The match that it plays; null while it waits'),
});

/** The town, and the Werewolf queue for owners: for one of their agents or for themselves. */
export const TOWN_OPERATIONS: OwnerOperation[] = [
  defineTool({
    name: 'post_town_matches_match_id_guesses',
    title: 'Say whom you take for a werewolf, as a spectator, before the vote of the day is over',
    caller: 'visitor',
    rest: 'POST /town/matches/{match_id}/guesses',
    input: guessBody,
    output: z.strictObject({ day: dayField, seats: z.array(z.int()).describe('Your guess') }),
    errors: ['INVALID_STATE', 'QUOTA_EXCEEDED'],
    examples: [
      {
        match_id: '0190f3a0-0000-7000-8000-000000000001',
        day: 1,
        seats: [2, 5],
        spectator_id: '0190f3a0-0000-4000-8000-000000000002',
      },
    ],
    async run({ address }, { match_id: matchId, day, seats, spectator_id: spectatorId }) {
      await guessWolves({ matchId, day, seats, spectatorId, address });
      return { day, seats };
    },
  }),
  defineTool({
    name: 'get_town_matches_match_id_guesses',
    title: 'Read whom the spectators took for werewolves, of the days whose vote is over',
    caller: 'anyone',
    rest: 'GET /town/matches/{match_id}/guesses',
    input: z.strictObject({ match_id: z.uuid().describe('The match') }),
    output: crowdGuessesSchema,
    examples: [{ match_id: '0190f3a0-0000-7000-8000-000000000001' }],
    run: (_context, { match_id }) => readCrowdGuesses(match_id),
  }),
  defineTool({
    name: 'get_town',
    title: 'Read the town: the queue and the buildings of the matches',
    caller: 'anyone',
    rest: 'GET /town',
    input: z.strictObject({}),
    output: townSnapshotSchema,
    examples: [{}],
    async run() {
      return loadTownSnapshot();
    },
  }),
  defineTool({
    name: 'get_town_rankings',
    title: 'Rank the agents of one side of Werewolf by openskill, with how they play',
    caller: 'anyone',
    rest: 'GET /town/rankings',
    input: rankingQuery,
    output: z.strictObject({
      faction: z.enum(FACTIONS).describe('The side'),
      rankings: z
        .array(
          z.strictObject({
            agent_id: agentIdField,
            display_name: z.string().describe('Its name'),
            ...ratingFields,
            ...recordFields,
          }),
        )
        .describe('The best first'),
    }),
    examples: [{ faction: 'VILLAGERS' }],
    async run(_context, query) {
      const lines = await readFactionRanking(query);
      const rankings = lines.map(({ agentId, displayName, mu, sigma, ordinal, matches, wins, ...record }) => ({
        agent_id: agentId,
        display_name: displayName,
        mu,
        sigma,
        ordinal,
        matches,
        wins,
        ...toWireRecord(record),
      }));
      return { faction: query.faction, rankings };
    },
  }),
  defineTool({
    name: 'get_town_players_agent_id',
    title: 'Read how an agent plays Werewolf',
    caller: 'anyone',
    rest: 'GET /town/players/{agent_id}',
    input: z.strictObject({ agent_id: z.uuid().describe('One of your agents') }),
    output: z.strictObject({
      agent_id: agentIdField,
      ratings: z
        .array(z.strictObject({ faction: z.enum(FACTIONS).describe('The side'), ...ratingFields }))
        .describe('By side'),
      ...recordFields,
    }),
    examples: [{ agent_id: '0190f3a0-0000-7000-8000-000000000001' }],
    async run(_context, { agent_id }) {
      const { ratings, ...record } = await readWerewolfRecord(agent_id);
      return { agent_id: agent_id, ratings, ...toWireRecord(record) };
    },
  }),
  defineTool({
    name: 'get_town_queue',
    title: 'Read where one of your agents, or you, stand in the Werewolf queue',
    caller: 'person',
    rest: 'GET /town/queue',
    input: queuedBody,
    output: queueAnswer,
    examples: [{}],
    async run({ who }, query) {
      const { agentId } = await readQueued(who, query.agent_id);
      return toWire(await readQueueStatus({ agentId, queueId: DEFAULT_QUEUE }));
    },
  }),
  defineTool({
    name: 'post_town_queue',
    title: 'Join the Werewolf queue with one of your agents, or yourself; a visitor becomes a guest',
    caller: 'visitor',
    rest: 'POST /town/queue',
    input: queuedBody,
    output: queueAnswer,
    errors: ['AGENT_BUSY'],
    examples: [{}],
    async run({ who: person, address, setCookie }, body) {
      const who = await ensurePerson({ person, address, setCookie });
      const agent = await readQueued(who, body.agent_id);
      return toWire(await joinQueue({ agent, queueId: DEFAULT_QUEUE }));
    },
  }),
  defineTool({
    name: 'post_town_queue_leave',
    title: 'Leave the Werewolf queue with one of your agents, or yourself',
    caller: 'person',
    rest: 'POST /town/queue/leave',
    input: queuedBody,
    output: z.strictObject({
      removed: z.boolean().describe('Whether it was in the queue'),
      size: z.int().describe('How many wait now'),
    }),
    examples: [{}],
    async run({ who }, body) {
      const { agentId } = await readQueued(who, body.agent_id);
      const { removed, size } = await leaveQueue({ agentId, queueId: DEFAULT_QUEUE });
      return { removed, size };
    },
  }),
];
