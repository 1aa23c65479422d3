import { now } from '@/lib/core/clock';
import { DueRows } from '@/lib/core/due';
import { type MatchRow, readMatch, readMatchHistory } from '@/lib/domain/matches';
import type { Role, Team } from '@/lib/games/werewolf/state';
import { buildLieLedger, readTranscript } from '@/lib/games/werewolf/transcript';
import { type RatedSide, rateFactions } from './faction-ratings';
import {
  type FactionRating,
  findFactionRanking,
  findFactionRatings,
  findUnrecorded,
  insertResults,
  lockFactionRatings,
  markRecorded,
  type RoleSums,
  type StoredResult,
  storeFactionRatings,
  sumByRole,
  transaction,
} from './results.repo';
import { playerIdOf } from './werewolf.schema';

/** Ended matches that one call records. */
const MAX_BATCH = 20;

const factionOf = (role: Role): Team => (role === 'WEREWOLF' ? 'WEREWOLVES' : 'VILLAGERS');

const recordings = new DueRows('werewolf.record');

/** Stores how the players of ended matches played, and rates them. The ticker calls it. Returns how many matches. */
export async function recordResults(): Promise<number> {
  return recordings.attemptEach(await findUnrecorded(recordings.postponed(), MAX_BATCH), recordMatch);
}

/** Once a match, however many processes try: the mark decides. */
async function recordMatch(matchId: string): Promise<void> {
  const match = await readMatch(matchId);
  const results = match?.status === 'completed' ? await resultsOf(match) : [];
  await transaction(async (client) => {
    if (!(await markRecorded(client, matchId, now())) || !match || results.length === 0) return;
    await insertResults(client, { id: matchId, at: match.endedAt ?? now() }, results);
    const rated = ratedSides(match, results);
    if (rated.length === 0) return;
    const before = await lockFactionRatings(
      client,
      rated.map(({ agentId }) => agentId),
    );
    await storeFactionRatings(client, rateFactions(rated, before));
  });
}

/** What the ledger of the match says about each agent and person. */
async function resultsOf(match: MatchRow): Promise<StoredResult[]> {
  const events = (await readMatchHistory({ matchId: match.id })).map(({ at, ...event }) => ({
    ...event,
    at: at.toISOString(),
  }));
  const names = match.seats.map(({ displayName }) => displayName);
  const ledger = buildLieLedger(readTranscript(events, names));
  return match.seats.flatMap(({ seat, agentId }) => {
    const spoken = ledger?.speakers.find(({ playerId }) => playerId === playerIdOf(seat));
    if (agentId === null || !spoken) return [];
    const { role, survived, trueStatements, lies, mistakes, believedBy, votes, votesForWolves } = spoken;
    const won = match.outcome?.results.find((result) => result.seat === seat)?.result === 'win';
    const counts = { trueStatements, lies, mistakes, believedBy: believedBy.length, votes, votesForWolves };
    return [{ agentId, role, won, survived, ...counts }];
  });
}

/** As the Elo of agents: a match that is not rated, or has a person in it, changes no rating. */
function ratedSides(match: MatchRow, results: readonly StoredResult[]): RatedSide[] {
  if (!match.rated || match.seats.some(({ kind }) => kind === 'human')) return [];
  return results.map(({ agentId, role, won }) => ({ agentId, faction: factionOf(role), won }));
}

/** What many matches say about how an agent plays; shares from 0 to 1, null without a match or vote to count. */
interface PlayStyle {
  /** Of its matches as a werewolf: those in which it lied. */
  liesAsWolf: number | null;
  /** Of those: the ones in which another player followed its lie with a vote. */
  believedAsWolf: number | null;
  /** Of its votes when it was no werewolf: those for a werewolf. */
  votesForWolves: number | null;
  /** Of its matches: those that it survived. */
  survival: number | null;
}

/** How an agent has done in one role. */
export type RoleRecord = Pick<RoleSums, 'role' | 'matches' | 'wins' | 'survived'>;

/** Everything that results say about one agent. */
export interface WerewolfRecord {
  ratings: Pick<FactionRating, 'faction' | 'mu' | 'sigma' | 'ordinal' | 'matches' | 'wins'>[];
  roles: RoleRecord[];
  style: PlayStyle;
}

/** The record of an agent, for its profile. Two queries. */
export async function readWerewolfRecord(agentId: string): Promise<WerewolfRecord> {
  const [ratings, sums] = await Promise.all([findFactionRatings(agentId), sumByRole([agentId])]);
  return { ratings: ratings.map(({ agentId: _, ...row }) => row), ...toRecord(sums) };
}

/** A line of the ranking of one side. */
export type FactionLine = FactionRating & { displayName: string } & Omit<WerewolfRecord, 'ratings'>;

/** The best agents of a side by openskill, with their roles and style. Two queries. */
export async function readFactionRanking(args: { faction: Team; limit: number }): Promise<FactionLine[]> {
  const lines = await findFactionRanking(args.faction, args.limit);
  const sums = await sumByRole(lines.map(({ agentId }) => agentId));
  return lines.map((line) => ({ ...line, ...toRecord(sums.filter(({ agentId }) => agentId === line.agentId)) }));
}

function toRecord(sums: readonly RoleSums[]): Omit<WerewolfRecord, 'ratings'> {
  const roles = sums.map(({ role, matches, wins, survived }) => ({ role, matches, wins, survived }));
  const total = (of: readonly RoleSums[], field: Exclude<keyof RoleSums, 'agentId' | 'role'>) =>
    of.reduce((sum, row) => sum + row[field], 0);
  const wolf = sums.filter(({ role }) => role === 'WEREWOLF');
  const others = sums.filter(({ role }) => role !== 'WEREWOLF');
  return {
    roles,
    style: {
      liesAsWolf: share(total(wolf, 'matchesWithLie'), total(wolf, 'matches')),
      believedAsWolf: share(total(wolf, 'matchesBelieved'), total(wolf, 'matchesWithLie')),
      votesForWolves: share(total(others, 'votesForWolves'), total(others, 'votes')),
      survival: share(total(sums, 'survived'), total(sums, 'matches')),
    },
  };
}

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
