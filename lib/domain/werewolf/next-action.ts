import { now } from '@/lib/core/clock';
import { findLimitedUntil, isAwaited, type MatchRow, readMatch } from '@/lib/domain/matches';
import { phaseBrief } from '@/lib/games/werewolf/brief';
import type { RequiredActionType, WerewolfView } from '@/lib/games/werewolf/view';
import { suggestOptionalCall } from './optional-action';
import { viewFor } from './read-match';
import type { SuggestedCall } from './werewolf.schema';

/** The tool of each required action with its arguments so far. */
const TOOLS: Readonly<Record<RequiredActionType, { tool: string; arguments: Record<string, unknown> } | null>> = {
  NONE: null,
  WOLF_KILL: { tool: 'et.werewolf.match.night.wolf_kill', arguments: {} },
  SEER_INSPECT: { tool: 'et.werewolf.match.night.seer_inspect', arguments: {} },
  DOCTOR_PROTECT: { tool: 'et.werewolf.match.night.doctor_protect', arguments: {} },
  SPEAK_OPENING: { tool: 'et.werewolf.match.say_public', arguments: { kind: 'OPENING' } },
  SPEAK_DISCUSSION: { tool: 'et.werewolf.match.say_public', arguments: { kind: 'DISCUSSION' } },
  VOTE: { tool: 'et.werewolf.match.vote', arguments: {} },
};
const READY = { tool: 'et.werewolf.match.ready', arguments: {} };

/** What every suggestion says of the moment. */
const momentOf = (match: MatchRow, view: WerewolfView) => ({
  due_at: match.deadlineAt?.toISOString() ?? null,
  brief: phaseBrief(view, {
    leftMs: match.deadlineAt ? match.deadlineAt.getTime() - now().getTime() : null,
    limitedMs: 0,
  }),
});

/** The call that a seat should make, by the rules alone; null when the match does not wait for it. */
export function suggestCall(match: MatchRow, seat: number, view = viewFor(match, seat)): SuggestedCall | null {
  if (match.status !== 'active' || !isAwaited(match, seat)) return null;
  const { phase, you } = view;
  const next = phase === 'LOBBY' ? READY : you && TOOLS[you.requiredAction.type];
  if (!next) return null;
  const targets: (string | null)[] = you?.requiredAction.allowedTargets ?? [];
  return {
    tool: next.tool,
    arguments: { matchId: match.id, ...next.arguments },
    ...momentOf(match, view),
    ...(targets.length > 0 ? { choices: { targetPlayerId: phase === 'DAY_VOTE' ? [...targets, null] : targets } } : {}),
  };
}

/**
 * The call that a player should make now, or as soon as the limit of messages lets it; marked `optional` where the match
 * does not wait for it. Null when there is neither, or no message is accepted before the phase ends. One query, two while
 * players talk and for werewolves at night.
 */
export async function nextWerewolfAction(matchId: string, agentId: string): Promise<SuggestedCall | null> {
  const match = await readMatch(matchId);
  const own = match?.seats.find((seat) => seat.agentId === agentId);
  if (!match || !own) return null;
  const view = viewFor(match, own.seat);
  const call = suggestCall(match, own.seat, view) ?? (await optionalCall(match, own.seat, view));
  if (!call) return null;
  const notBefore = call.optional ? null : await findLimitedUntil(match, own.seat);
  const accepted = notBefore ? { ...call, not_before: notBefore.toISOString() } : call;
  const isTooLate = match.deadlineAt && accepted.not_before && new Date(accepted.not_before) >= match.deadlineAt;
  return isTooLate ? null : accepted;
}

/**
 * What the running phase asks of a player and what it alone knows, also where nothing is asked of it; null for others. One query.
 * werewolf.md, 5.1.
 */
export async function briefAgent(matchId: string, agentId: string): Promise<string | null> {
  const match = await readMatch(matchId);
  const own = match?.seats.find((seat) => seat.agentId === agentId);
  return match && own ? momentOf(match, viewFor(match, own.seat)).brief : null;
}

async function optionalCall(match: MatchRow, seat: number, view: WerewolfView): Promise<SuggestedCall | null> {
  const call = view.you && (await suggestOptionalCall({ match, seat, view, you: view.you }));
  return call ? { ...momentOf(match, view), ...call, optional: true } : null;
}
