import { z } from 'zod';
import type { AgentCaller } from '@/lib/core/caller';
import { registerCleanup } from '@/lib/core/cleanup';
import { now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import type { OwnerId } from '@/lib/core/ids';
import { announceCredentialChange } from '@/lib/domain/accounts';
import { announceNotices, notifyOwner } from '@/lib/domain/notifications';
import { requireOwnedAgent } from '@/lib/domain/people';
import {
  type ControlsRow,
  type DayRow,
  deleteDaysBefore,
  findControls,
  returnStep,
  setCaps,
  takeStep,
} from './controls.repo';

const DAY_MS = 86_400_000;
/** Days whose counts are kept, today included. */
const DAYS_KEPT = 40;

/** What an owner allows an agent and what it has used today (UTC), in wire form. */
export const agentAllowanceSchema = z.strictObject({
  agent_id: z.string().describe('The agent'),
  stopped_at: z.iso.datetime().nullable().describe('When you stopped it; null while it may call'),
  daily_steps: z.int().nullable().describe('Null: no cap'),
  daily_cost_usd: z.number().nullable().describe('Cap of the cost of a day in US dollars; null: no cap'),
  used_steps: z.int().describe('Counted only while the agent has a cap'),
  used_cost_usd: z.number().describe('Cost of the day in US dollars'),
  resets_at: z.iso.datetime().describe('Start of the next day (UTC)'),
});
export type AgentAllowance = z.infer<typeof agentAllowanceSchema>;

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The start of the day after `at`, UTC. */
function nextDay(at: Date): Date {
  return new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS + DAY_MS);
}

/** @throws NOT_FOUND when the owner has no such agent */
export async function readAllowance(of: { agentId: string; ownerId: OwnerId }): Promise<AgentAllowance> {
  await requireOwnedAgent(of);
  const at = now();
  const found = await findControls(of.agentId, dayOf(at));
  return {
    agent_id: of.agentId,
    stopped_at: found.stopped_at?.toISOString() ?? null,
    daily_steps: found.daily_steps,
    daily_cost_usd: found.daily_cost_usd,
    used_steps: found.steps,
    used_cost_usd: found.cost_usd,
    resets_at: nextDay(at).toISOString(),
  };
}

/** Sets the daily caps of an agent, in every process immediately. Steps count from then on. @throws NOT_FOUND */
export async function setDailyCaps(of: {
  agentId: string;
  ownerId: OwnerId;
  dailySteps: number | null;
  dailyCostUsd: number | null;
}): Promise<AgentAllowance> {
  await requireOwnedAgent(of);
  await setCaps(of.agentId, { dailySteps: of.dailySteps, dailyCostUsd: of.dailyCostUsd });
  await announceCredentialChange({ agentId: of.agentId, ended: false });
  return readAllowance(of);
}

/**
 * Runs a step of an agent, within its daily caps where it has any. A step that fails is given back; its reported cost
 * stays, because the agent has spent it, unless the step repeats an earlier one. Without a cap no statement, else one before
 * the step and one more after a failure.
 * @param args.costUsd as the agent reports it
 * @param args.isRepeated asked after a failure: whether the step was made before, so that it is not counted twice
 * @throws RATE_LIMITED with the cap, what is left and when it starts again · what `step` throws
 */
export async function withinDailyCaps<T>(
  agent: CappedAgent,
  args: { costUsd: number; isRepeated(): Promise<boolean> },
  step: () => Promise<T>,
): Promise<T> {
  if (!agent.controls.hasDailyCap) return step();
  const { agentId } = agent;
  const { costUsd } = args;
  const day = dayOf(now());
  if (!(await takeStep({ agentId, costUsd, day }))) throw await refuseStep(agent, day);
  try {
    return await step();
  } catch (failure) {
    await returnStep({ agentId, day, costUsd: (await args.isRepeated()) ? costUsd : 0 });
    throw failure;
  }
}

type CappedAgent = Pick<AgentCaller, 'agentId' | 'ownerId' | 'displayName' | 'controls'>;

/** The refusal; the owner is notified of the first one of a cap and day. */
async function refuseStep({ agentId, ownerId, displayName }: CappedAgent, day: string): Promise<AppError> {
  const refusal = capReached(await findControls(agentId, day), now());
  if (ownerId === null) return refusal;
  const { name, limit, resets_at } = refusal.details ?? {};
  const data = { agent_id: agentId, agent_name: displayName, name, limit, resets_at };
  const onceKey = `cap:${agentId}:${day}:${String(name)}:${String(limit)}`;
  if (await notifyOwner({ ownerId, type: 'cap_reached', data, onceKey })) await announceNotices(ownerId);
  return refusal;
}

function capReached(used: ControlsRow & DayRow, at: Date): AppError {
  const isSteps = used.daily_steps !== null && used.steps >= used.daily_steps;
  const resetsAt = nextDay(at);
  const retryAfterS = Math.max(1, Math.ceil((resetsAt.getTime() - at.getTime()) / 1000));
  const cap = isSteps ? `${used.daily_steps} steps a day` : `$${used.daily_cost_usd} a day`;
  const details = {
    name: isSteps ? 'daily_steps' : 'daily_cost_usd',
    limit: isSteps ? used.daily_steps : used.daily_cost_usd,
    used: isSteps ? used.steps : used.cost_usd,
    remaining: 0,
    reset_s: retryAfterS,
    resets_at: resetsAt.toISOString(),
  };
  const message = `Your owner allows this agent ${cap}, and that is used up. It starts again at ${details.resets_at}.`;
  // Hours may be left: agents repeat a retryable call.
  return new AppError('RATE_LIMITED', message, { retryAfterS, details, retryable: false });
}

registerCleanup({
  name: 'agent_days',
  removeBatch: (limit) => deleteDaysBefore(dayOf(new Date(now().getTime() - DAYS_KEPT * DAY_MS)), limit),
});
