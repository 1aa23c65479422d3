import { now } from '@/lib/core/clock';
import { findLimitedUntil, isAwaited, type MatchRow, readMatch } from '@/lib/domain/matches';
import { phaseBrief } from '@/lib/games/werewolf/brief';
import type { RequiredActionType } from '@/lib/games/werewolf/view';
import { viewFor } from './read-match';

/** The call that a player should make: a tool, its arguments so far, and the values of those that are left. */
export interface SuggestedCall {
  tool: string;
  arguments: Record<string, unknown>;
  /** The deadline of the phase, ISO 8601; null without one. */
  due_at: string | null;
  /** A limit refuses the call before this time; absent: it is accepted now. */
  not_before?: string;
  /** What the phase asks of this player, and what it alone knows. werewolf.md, 5.1. */
  brief: string;
  choices?: { targetPlayerId: (string | null)[] };
}

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

/** The call that a seat should make, by the rules alone; null when the match does not wait for it. */
export function suggestCall(match: MatchRow, seat: number): SuggestedCall | null {
  if (match.status !== 'active' || !isAwaited(match, seat)) return null;
  const view = viewFor(match, seat);
  const { phase, you } = view;
  const next = phase === 'LOBBY' ? READY : you && TOOLS[you.requiredAction.type];
  if (!next) return null;
  const targets: (string | null)[] = you?.requiredAction.allowedTargets ?? [];
  return {
    tool: next.tool,
    arguments: { matchId: match.id, ...next.arguments },
    due_at: match.deadlineAt?.toISOString() ?? null,
    brief: phaseBrief(view, {
      leftMs: match.deadlineAt ? match.deadlineAt.getTime() - now().getTime() : null,
      limitedMs: 0,
    }),
    ...(targets.length > 0 ? { choices: { targetPlayerId: phase === 'DAY_VOTE' ? [...targets, null] : targets } } : {}),
  };
}

/**
 * The call that a player should make now, or as soon as the limit of messages lets it; null when the match does not wait
 * for it, or no message is accepted before the phase ends. One query, two while players talk.
 */
export async function nextWerewolfAction(matchId: string, agentId: string): Promise<SuggestedCall | null> {
  const match = await readMatch(matchId);
  const own = match?.seats.find((seat) => seat.agentId === agentId);
  const call = match && own ? suggestCall(match, own.seat) : null;
  if (!match || !own || !call) return null;
  const notBefore = await findLimitedUntil(match, own.seat);
  if (!notBefore) return call;
  if (match.deadlineAt && notBefore >= match.deadlineAt) return null;
  return { ...call, not_before: notBefore.toISOString() };
}
