import type { HeardEvent } from '@/lib/core/game';
import type { Role } from '../state';
import type { ParsedEvent } from '../transcript/events';
import { mentionedPlayers, readStatements, type Statement } from '../transcript/speech';
import type { WerewolfView } from '../view';

/** A public message as a bot remembers it. */
export interface HeardMessage {
  eventId: string;
  atMs: number;
  dayNumber: number;
  speakerId: string;
  text: string;
  statements: Statement[];
  /** Other players that it names. */
  mentions: string[];
  /** Other players whom a sentence of it asks something. */
  asks: string[];
}

interface HeardVote {
  dayNumber: number;
  voterPlayerId: string;
  targetPlayerId: string | null;
  /** How often the voter has voted on that day. */
  times: number;
}

/** What a player has heard and seen so far. */
export interface Notes {
  messages: HeardMessage[];
  /** The last vote of each voter on each day. */
  votes: HeardVote[];
  /** Roles of the dead. */
  revealed: ReadonlyMap<string, Role>;
  wolfTalk: { fromWolfId: string; atMs: number; text: string; isTonight: boolean }[];
}

/** Event types that the notes are made from. */
export const HEARD_TYPES = ['message_sent', 'wolf_message_sent', 'vote_cast', 'phase_changed'];

/** The view knows every death; of the events only the newest are remembered. */
const rolesOfDead = ({ players }: Pick<WerewolfView, 'players'>): Notes['revealed'] =>
  new Map(players.flatMap(({ playerId, revealedRole }) => (revealedRole ? [[playerId, revealedRole] as const] : [])));

/** Reads the notes out of the events that a seat may know, oldest first, and its view. `names`: display names by seat. */
export function takeNotes(
  { heard, view }: { heard: readonly HeardEvent[]; view: Pick<WerewolfView, 'players'> },
  names: readonly string[],
): Notes {
  const messages: HeardMessage[] = [];
  const votes = new Map<string, HeardVote>();
  let wolfTalk: Notes['wolfTalk'] = [];
  for (const event of heard) {
    const { type, data } = event as HeardEvent & ParsedEvent;
    switch (type) {
      case 'message_sent':
        messages.push(readMessage(event, data, names));
        break;
      case 'vote_cast': {
        const key = `${data.dayNumber}|${data.voterPlayerId}`;
        votes.set(key, { ...data, times: (votes.get(key)?.times ?? 0) + 1 });
        break;
      }
      case 'wolf_message_sent':
        wolfTalk.push({ fromWolfId: data.fromWolfId, atMs: event.atMs, text: data.message, isTonight: true });
        break;
      case 'phase_changed':
        if (data.to === 'NIGHT') wolfTalk = wolfTalk.map((line) => ({ ...line, isTonight: false }));
        break;
    }
  }
  return { messages, votes: [...votes.values()], revealed: rolesOfDead(view), wolfTalk };
}

/** Reading a message takes longer than everything else that a bot does, and all bots of a match hear the same events. */
const readBefore = new WeakMap<HeardEvent, HeardMessage>();

function readMessage(
  event: HeardEvent,
  data: { playerId: string; message: string; dayNumber: number },
  names: readonly string[],
): HeardMessage {
  const cached = readBefore.get(event);
  if (cached) return cached;
  const read = parseMessage(event, data, names);
  readBefore.set(event, read);
  return read;
}

function parseMessage(
  { id, atMs }: HeardEvent,
  { playerId, message, dayNumber }: { playerId: string; message: string; dayNumber: number },
  names: readonly string[],
): HeardMessage {
  const context = { speakerId: playerId, names };
  return {
    eventId: id,
    atMs,
    dayNumber,
    speakerId: playerId,
    text: message,
    statements: readStatements(message, context),
    mentions: mentionedPlayers(message, context),
    asks: (message.match(/[^.!?]+[.!?]*/g) ?? [])
      .filter((sentence) => sentence.includes('?'))
      .flatMap((sentence) => mentionedPlayers(sentence, context)),
  };
}

/** The players who claim a role, in the order of their claims; an inspection result claims to be the seer. */
export function claimants({ messages }: Notes, role: Role): string[] {
  const found = messages.filter(({ statements }) =>
    statements.some(
      (statement) =>
        (statement.kind === 'CLAIM_ROLE' && statement.role === role) ||
        (role === 'SEER' && statement.kind === 'CLAIM_RESULT'),
    ),
  );
  return [...new Set(found.map(({ speakerId }) => speakerId))];
}

/** The results that a player says to have from inspections, the latest for each target. */
export function claimedResults({ messages }: Notes, speakerId: string): Map<string, boolean> {
  const results = new Map<string, boolean>();
  for (const message of messages) {
    if (message.speakerId !== speakerId) continue;
    for (const statement of message.statements)
      if (statement.kind === 'CLAIM_RESULT') results.set(statement.target, statement.isWolf);
  }
  return results;
}
