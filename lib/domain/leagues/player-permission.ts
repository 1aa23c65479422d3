import type { Caller } from '@/lib/core/caller';
import { withinDailyCaps } from '@/lib/domain/controls';
import { type ActingAgent, judgeActOf } from '@/lib/domain/keys';
import type { PlayerRow } from './leagues.schema';
import { ProtocolFault } from './protocol.schema';

/** The tools that make a move in a league; a move is a step too. A rule of the owner for one holds for all. */
export const MOVE_TOOLS = ['make_move', 'league.move', 'session.step'];

/** What a move of a league is for an agent's owner, whatever way it comes. */
const MOVE = { tools: MOVE_TOOLS, scope: 'session:write' } as const;

/** Runs the making of a move; it counts as a step of the player's agent, when that has a daily cap. */
export type CountMove = <T>(make: () => Promise<T>) => Promise<T>;

const uncounted: CountMove = (make) => make();

const counted =
  (agent: Pick<ActingAgent, 'agentId' | 'ownerId' | 'displayName' | 'controls'>): CountMove =>
  (make) =>
    withinDailyCaps(agent, { costUsd: 0, isRepeated: async () => false }, make);

/**
 * Whether the answer of a player's endpoint may move for the agent that registered it: it is no call, so its owner is not
 * asked. An agent that must be asked sends MOVE_RESPONSE by itself. One statement at the most; none for a player without an agent.
 */
export async function permitAnswers({ agentId }: PlayerRow): Promise<{ isStopped: boolean; count: CountMove | null }> {
  if (agentId === null) return { isStopped: false, count: uncounted };
  const { agent, hindrance } = await judgeActOf(agentId, MOVE);
  const isStopped = !agent || agent.controls.isStopped;
  return { isStopped, count: agent && !hindrance ? counted(agent) : null };
}

/**
 * Permits a MOVE_RESPONSE that came by itself. A call with the credential of the player's agent asks and counts where the
 * move is made; the conversation proves a sender without one, outside production.
 * @throws ProtocolFault
 */
export async function permitMessage(player: PlayerRow, caller: Caller): Promise<CountMove> {
  if (player.agentId === null) return uncounted;
  if (caller.kind === 'agent') {
    if (caller.agentId === player.agentId) return uncounted;
    throw new ProtocolFault(`player:${player.playerId} is the player of another agent.`);
  }
  const { agent, hindrance } = await judgeActOf(player.agentId, MOVE);
  if (hindrance || !agent) throw new ProtocolFault(hindrance?.message ?? 'The agent of this player is gone.');
  return counted(agent);
}
