import { expect } from 'vitest';
import { fireDueMatches, type MatchRow, readMatch } from '@/lib/domain/matches';
import { DEFAULT_QUEUE, joinQueue } from '@/lib/domain/werewolf';
import type { WerewolfState } from '@/lib/games/werewolf';
import { setClock } from '@/lib/testing/clock';
import { type AgentFixture, agentFixture } from '@/lib/testing/fixtures';

/** A match of eight agents of the queue, whose phases a test ends by setting the clock. */
export interface WerewolfMatch {
  matchId: string;
  /** As it was when the match had reached the wanted phase. */
  state: WerewolfState;
  seats: MatchRow['seats'];
  agents: AgentFixture[];
  /** Seats of the living, from 0. */
  living: number[];
  agentAt(seat: number): AgentFixture;
  /** The first agent with a role. */
  holder(role: WerewolfState['roles'][number]): AgentFixture;
}

/** The stored match. */
export const werewolfMatch = async (matchId: string): Promise<MatchRow & { state: WerewolfState }> =>
  (await readMatch(matchId)) as MatchRow & { state: WerewolfState };

/** Lets the running phase end by its time. */
export async function endWerewolfPhase(matchId: string): Promise<void> {
  const { deadlineAt } = await werewolfMatch(matchId);
  if (deadlineAt) setClock(deadlineAt);
  await fireDueMatches();
}

/** Eight agents with the same name in a match at the beginning of a phase. The test needs `useClock`. */
export async function werewolfMatchIn(phase: WerewolfState['phase']): Promise<WerewolfMatch> {
  const agents = await Promise.all(Array.from({ length: 8 }, () => agentFixture({ displayName: 'Twin' })));
  let matchId = '';
  for (const { agentId } of agents) {
    const joined = await joinQueue({ agent: { agentId, displayName: 'Twin' }, queueId: DEFAULT_QUEUE });
    matchId = joined.matchAssignment?.matchId ?? '';
  }
  for (let n = 0; n < 10 && (await werewolfMatch(matchId)).state.phase !== phase; n++) await endWerewolfPhase(matchId);
  const { state, seats } = await werewolfMatch(matchId);
  expect(state.phase).toBe(phase);
  const agentAt = (seat: number) => agents.find(({ agentId }) => agentId === seats[seat]?.agentId) as AgentFixture;
  const holder = (role: WerewolfState['roles'][number]) => agentAt(state.roles.indexOf(role));
  const living = state.alive.flatMap((isAlive, seat) => (isAlive ? [seat] : []));
  return { matchId, state, seats, agents, living, agentAt, holder };
}
