import { now } from '@/lib/core/clock';
import { matchStream, type StreamEvent } from '@/lib/core/stream';
import { type MatchRow, seatAudiences } from '@/lib/domain/matches';
import { readNewestEvents } from '@/lib/events';
import { limitOf, MOVE_TOOLS } from '@/lib/games/werewolf/moves';
import { playerIdOf, seatOfPlayer } from '@/lib/games/werewolf/state';
import { mentionedPlayers, readStatements } from '@/lib/games/werewolf/transcript/speech';
import type { OwnView, WerewolfView } from '@/lib/games/werewolf/view';
import type { SuggestedCall } from './werewolf.schema';

/** Events of a phase that are looked at. */
const MAX_EVENTS = 60;
/** Messages of one player in a discussion, and lines to the pack in a night, after which nothing more is suggested. */
const MAX_MESSAGES = 6;
const MAX_WOLF_LINES = 3;
/** Votes that a player must be ahead of one's own choice before a second thought is suggested. */
const CLEAR_LEAD = 2;

type OptionalCall = Pick<SuggestedCall, 'tool' | 'arguments' | 'choices' | 'not_before'>;

interface Player {
  match: MatchRow;
  seat: number;
  view: WerewolfView;
  you: OwnView;
}

/**
 * What a player may do beside what the match waits for: answer who spoke to it, talk to its pack, think again about a vote.
 * Null where nothing calls for it, so that a talk lasts as long as there is something to answer. One query in a discussion,
 * and for a werewolf at night.
 */
export async function suggestOptionalCall(player: Player): Promise<OptionalCall | null> {
  if (player.match.status !== 'active' || !player.you.alive) return null;
  switch (player.view.phase) {
    case 'DAY_DISCUSSION':
      return suggestReply(player);
    case 'DAY_VOTE':
      return suggestVote(player);
    case 'NIGHT':
      return player.you.role === 'WEREWOLF' ? suggestWolfChat(player) : null;
    default:
      return null;
  }
}

/** The events of the running phase that a seat may read, oldest first. */
async function eventsOfPhase({ match, seat }: Player, types: readonly string[]): Promise<StreamEvent[]> {
  const stream = matchStream(match.id);
  const audiences = seatAudiences(match, seat);
  const events = await readNewestEvents({ stream, audiences, types: ['phase_changed', ...types], limit: MAX_EVENTS });
  return events.slice(events.findLastIndex(({ type }) => type === 'phase_changed') + 1);
}

/** When the limit of such messages lets the next one pass; nothing where it does now. */
function afterLimit(last: StreamEvent | undefined, type: 'say' | 'wolf_chat'): Pick<SuggestedCall, 'not_before'> {
  const free = last ? last.at.getTime() + (limitOf({ type, text: '' })?.durationMs ?? 0) : 0;
  return free > now().getTime() ? { not_before: new Date(free).toISOString() } : {};
}

async function suggestReply(player: Player): Promise<OptionalCall | null> {
  const { match, seat, you } = player;
  const messages = await eventsOfPhase(player, ['message_sent']);
  const isOwn = ({ data }: StreamEvent) => data.playerId === you.playerId;
  const own = messages.filter(isOwn);
  const names = match.seats.map(({ displayName }) => displayName);
  const asked = messages.slice(messages.findLastIndex(isOwn) + 1).findLast(({ data }) => {
    const speaker = { speakerId: String(data.playerId), names };
    const isReply = own.some(({ id }) => id === data.replyToEventId);
    return isReply || mentionedPlayers(String(data.message), speaker).includes(you.playerId);
  });
  if (!asked || own.length >= MAX_MESSAGES) return null;
  const speakerId = String(asked.data.playerId);
  const isAccused = readStatements(String(asked.data.message), { speakerId, names }).some(
    (statement) => statement.kind === 'ACCUSE' && seatOfPlayer(statement.target) === seat,
  );
  return {
    tool: MOVE_TOOLS.say,
    arguments: { matchId: match.id, kind: isAccused ? 'DEFENSE' : 'DISCUSSION', replyToEventId: asked.id },
    ...afterLimit(own.at(-1), 'say'),
  };
}

/** A vote that others have left behind may follow them; the own elimination is never suggested. */
async function suggestVote({ match, view, you }: Player): Promise<OptionalCall | null> {
  const counts = new Map<string, number>();
  for (const { targetPlayerId } of view.votes)
    if (targetPlayerId !== null) counts.set(targetPlayerId, (counts.get(targetPlayerId) ?? 0) + 1);
  const [leader, votes = 0] = [...counts].sort(([, one], [, other]) => other - one)[0] ?? [];
  const own = you.chosenPlayerId === null ? 0 : (counts.get(you.chosenPlayerId) ?? 0);
  if (leader === undefined || leader === you.playerId || leader === you.chosenPlayerId) return null;
  if (votes - own < CLEAR_LEAD) return null;
  return {
    tool: MOVE_TOOLS.vote,
    arguments: { matchId: match.id },
    choices: { targetPlayerId: [...you.requiredAction.allowedTargets, null] },
  };
}

async function suggestWolfChat(player: Player): Promise<OptionalCall | null> {
  const { match, seat, you, view } = player;
  const mates = you.knownWolves.filter((id) => id !== playerIdOf(seat));
  if (!view.players.some(({ playerId, alive }) => alive && mates.includes(playerId))) return null;
  const events = await eventsOfPhase(player, ['wolf_message_sent', 'target_chosen', 'pack_target_chosen']);
  const by = ({ data }: StreamEvent) => data.fromWolfId ?? data.byPlayerId;
  const own = events.filter((event) => event.type === 'wolf_message_sent' && by(event) === you.playerId);
  const heard = events.findLastIndex((event) => mates.includes(String(by(event))));
  const answered = own.length > 0 && events.findLastIndex((event) => event.id === own.at(-1)?.id) > heard;
  if (answered || own.length >= MAX_WOLF_LINES) return null;
  return { tool: MOVE_TOOLS.wolf_chat, arguments: { matchId: match.id }, ...afterLimit(own.at(-1), 'wolf_chat') };
}
