import { isAwaited, readMatch } from '@/lib/domain/matches';
import type { RequiredActionType } from '@/lib/games/werewolf/view';
import { viewFor } from './read-match';

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

/** The call that a player should make now; null when the match does not wait for it. One query. */
export async function nextWerewolfAction(
  matchId: string,
  agentId: string,
): Promise<{ tool: string; arguments: Record<string, unknown>; due_at: string | null } | null> {
  const match = await readMatch(matchId);
  const own = match?.seats.find((seat) => seat.agentId === agentId);
  if (match?.status !== 'active' || !own || !isAwaited(match, own.seat)) return null;
  const { phase, you } = viewFor(match, own.seat);
  const next = phase === 'LOBBY' ? READY : you && TOOLS[you.requiredAction.type];
  if (!next) return null;
  const dueAt = match.deadlineAt?.toISOString() ?? null;
  return { tool: next.tool, arguments: { matchId: match.id, ...next.arguments }, due_at: dueAt };
}
