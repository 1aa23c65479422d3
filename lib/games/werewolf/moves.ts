import { z } from 'zod';
import type { AnsweredEvent, MoveLimit, MoveRefusal, Seat } from '@/lib/core/game';
import { plainParagraphs } from '@/lib/core/plain-text';
import { unwrapAction } from '@/lib/games/action';
import {
  isWolf,
  lastProtected,
  livingSeats,
  livingSide,
  type Phase,
  playerIdOf,
  type Role,
  runningNight,
  seatOfPlayer,
  type WerewolfState,
} from './state';

const MESSAGE_KINDS = ['OPENING', 'DISCUSSION', 'DEFENSE', 'LAST_WORDS'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];
/** Of a message that names none. werewolf.md, say_public. */
const DEFAULT_KIND: MessageKind = 'DISCUSSION';

const MAX_MESSAGE_LENGTH = 500;
const MAX_WOLF_MESSAGE_LENGTH = 400;
const MAX_REASON_LENGTH = 200;

/** Any text: an id that is no player's is refused after phase and role, so that a refusal shows no role. */
const targetSchema = z.string();
/** What people and models read: no control characters, no turned direction, not blank. */
export const messageSchema = plainParagraphs(MAX_MESSAGE_LENGTH);
export const wolfMessageSchema = plainParagraphs(MAX_WOLF_MESSAGE_LENGTH);
export const reasonSchema = z.union([z.literal(''), plainParagraphs(MAX_REASON_LENGTH)]);

const moveSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready') }),
  z.strictObject({
    type: z.literal('say'),
    text: messageSchema,
    kind: z.enum(MESSAGE_KINDS).optional(),
    replyToEventId: z.string().max(100).nullish(),
  }),
  z.strictObject({
    type: z.literal('vote'),
    targetPlayerId: targetSchema.nullable(),
    reason: reasonSchema.nullish(),
  }),
  z.strictObject({ type: z.literal('wolf_chat'), text: wolfMessageSchema }),
  z.strictObject({ type: z.literal('wolf_kill'), targetPlayerId: targetSchema }),
  z.strictObject({ type: z.literal('seer_inspect'), targetPlayerId: targetSchema }),
  z.strictObject({ type: z.literal('doctor_protect'), targetPlayerId: targetSchema }),
]);

/** An action of a player, with the argument names of the tools of werewolf.md. */
export type WerewolfMove = z.infer<typeof moveSchema>;
export type MoveType = WerewolfMove['type'];

const WHAT_TO_SEND: Record<MoveType, string> = {
  ready: 'Send {"type":"ready"}.',
  say: `Send {"type":"say","text":"…"} with 1 to ${MAX_MESSAGE_LENGTH} characters, without control characters; "kind" (${MESSAGE_KINDS.join(', ')}) and "replyToEventId" may be left out.`,
  vote: `Send {"type":"vote","targetPlayerId":"p:3"}, or null to abstain; "reason" may be added, at most ${MAX_REASON_LENGTH} characters.`,
  wolf_chat: `Send {"type":"wolf_chat","text":"…"} with 1 to ${MAX_WOLF_MESSAGE_LENGTH} characters.`,
  wolf_kill: 'Send {"type":"wolf_kill","targetPlayerId":"p:3"}.',
  seer_inspect: 'Send {"type":"seer_inspect","targetPlayerId":"p:3"}.',
  doctor_protect: 'Send {"type":"doctor_protect","targetPlayerId":"p:3"}.',
};
/** The tools of werewolf.md that make these moves. */
export const MOVE_TOOLS: Record<MoveType, string> = {
  ready: 'et.werewolf.match.ready',
  say: 'et.werewolf.match.say_public',
  vote: 'et.werewolf.match.vote',
  wolf_chat: 'et.werewolf.match.night.wolf_chat',
  wolf_kill: 'et.werewolf.match.night.wolf_kill',
  seer_inspect: 'et.werewolf.match.night.seer_inspect',
  doctor_protect: 'et.werewolf.match.night.doctor_protect',
};
const MOVE_TYPES = Object.keys(WHAT_TO_SEND) as MoveType[];

/** Parses an action. A faulty one is refused with the form of the action that was meant. */
export const move = z.unknown().transform((action, context): WerewolfMove => {
  const sent = unwrapAction(action);
  const parsed = moveSchema.safeParse(sent);
  if (parsed.success) return withoutDefaults(parsed.data);
  const type = typeof sent === 'object' && sent !== null && 'type' in sent ? sent.type : undefined;
  const meant = MOVE_TYPES.find((name) => name === type);
  const message = meant ? WHAT_TO_SEND[meant] : `Act with {"type"} ${MOVE_TYPES.join(', ')}; see legal_moves.`;
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

/** A message without what it says anyway: its move is stored. */
export function withoutDefaults(sent: WerewolfMove): WerewolfMove {
  if (sent.type !== 'say') return sent;
  const { kind, replyToEventId, ...message } = sent;
  return {
    ...message,
    ...(kind && kind !== DEFAULT_KIND ? { kind } : {}),
    ...(replyToEventId ? { replyToEventId } : {}),
  };
}

/** One public message in three seconds and one of wolf chat in two. werewolf.md, 8.6. */
export function limitOf({ type }: WerewolfMove): MoveLimit | null {
  if (type === 'say') return { name: 'public_message', what: 'public message', durationMs: 3_000 };
  return type === 'wolf_chat' ? { name: 'wolf_chat', what: 'message to the pack', durationMs: 2_000 } : null;
}

/** A reply answers a public message of the match. werewolf.md, say_public. */
export function answeredEvent(move: WerewolfMove): AnsweredEvent | null {
  if (move.type !== 'say' || !move.replyToEventId) return null;
  return { id: move.replyToEventId, type: 'message_sent', field: 'replyToEventId' };
}

export const actionSchema = {
  type: 'object',
  properties: {
    type: { enum: MOVE_TYPES },
    targetPlayerId: { type: ['string', 'null'], description: 'p:1 to p:8; null only to abstain from a vote.' },
    text: { type: 'string', minLength: 1, maxLength: MAX_MESSAGE_LENGTH },
    kind: { enum: MESSAGE_KINDS },
    replyToEventId: { type: ['string', 'null'], description: 'The id of a public message of this match.' },
    reason: { type: ['string', 'null'], maxLength: MAX_REASON_LENGTH },
  },
  required: ['type'],
};

const PHASES_OF: Record<MoveType, readonly Phase[]> = {
  ready: ['LOBBY'],
  say: ['DAY_OPENING', 'DAY_DISCUSSION'],
  vote: ['DAY_VOTE'],
  wolf_chat: ['NIGHT'],
  wolf_kill: ['NIGHT'],
  seer_inspect: ['NIGHT'],
  doctor_protect: ['NIGHT'],
};

const ROLE_OF: Partial<Record<MoveType, Role>> = {
  wolf_chat: 'WEREWOLF',
  wolf_kill: 'WEREWOLF',
  seer_inspect: 'SEER',
  doctor_protect: 'DOCTOR',
};

const nameOf = (type: MoveType): string => (type === 'say' ? 'A public message' : type);

const refuse = (code: string, reason: string): MoveRefusal => ({ ok: false, code, reason });

/**
 * The reason why a seat may not make a move; null when it may. What is public is checked first (seat, life, phase), then
 * the caller's own role, then the rest: a caller of another role hears the same whatever it sends, and no refusal shows
 * anything that the caller's own view does not.
 */
export function findRefusal(state: WerewolfState, seat: Seat, move: WerewolfMove): MoveRefusal | null {
  const { type } = move;
  if (state.roles[seat] === undefined) return refuse('NOT_A_PLAYER', 'You have no seat in this match.');
  const phases = PHASES_OF[type];
  if (state.phase === 'ENDED') return refuse('WRONG_PHASE', 'The game is over.');
  if (!state.alive[seat]) return refuse('PLAYER_DEAD', 'You are dead: you may watch, but not act.');
  if (!phases.includes(state.phase))
    return refuse('WRONG_PHASE', `${nameOf(type)} belongs to ${phases.join(' and ')}; the phase is ${state.phase}.`);
  const role = ROLE_OF[type];
  if (role && state.roles[seat] !== role) return refuse('WRONG_ROLE', `Only the role ${role} may use ${type}.`);
  if (move.type === 'say') return findMessageRefusal(state, seat, move.kind);
  return 'targetPlayerId' in move ? findTargetRefusal(state, seat, move) : null;
}

function findMessageRefusal(state: WerewolfState, seat: Seat, kind: MessageKind | undefined): MoveRefusal | null {
  if (kindOf(state.phase, kind) === null) {
    const expected = state.phase === 'DAY_OPENING' ? 'only OPENING' : 'DISCUSSION, DEFENSE or LAST_WORDS';
    return refuse('WRONG_PHASE', `${state.phase} takes ${expected} as kind.`);
  }
  if (state.phase === 'DAY_OPENING' && state.spoken[seat])
    return refuse('ALREADY_SUBMITTED', 'You have made your opening statement today. Wait for DAY_DISCUSSION.');
  return null;
}

/**
 * The kind of a message in a phase; null when the phase does not take the given one. DISCUSSION is what the tool's schema
 * gives to a message without a kind, so it becomes OPENING in DAY_OPENING.
 */
export function kindOf(phase: Phase, kind: MessageKind | undefined): MessageKind | null {
  if (phase === 'DAY_OPENING')
    return kind === undefined || kind === DEFAULT_KIND || kind === 'OPENING' ? 'OPENING' : null;
  if (kind === 'OPENING') return null;
  return kind ?? DEFAULT_KIND;
}

function findTargetRefusal(
  state: WerewolfState,
  seat: Seat,
  { type, targetPlayerId }: Extract<WerewolfMove, { targetPlayerId: string | null }>,
): MoveRefusal | null {
  if (type === 'seer_inspect' && (runningNight(state)?.inspected ?? null) !== null)
    return refuse('ALREADY_SUBMITTED', 'You have inspected a player this night.');
  if (targetPlayerId === null) return null;
  const target = seatOfPlayer(targetPlayerId);
  if (target === null || !state.alive[target])
    return refuse('INVALID_TARGET', `The target must be a living player: ${namesOf(livingSeats(state))}.`);
  if (allowedTargets(state, seat, type).includes(target)) return null;
  return refuse('INVALID_TARGET', OWN_TARGET_RULES[type] ?? 'This player is no target.');
}

/** The rules that the caller alone can break: each names nothing but what its own view shows. */
const OWN_TARGET_RULES: Partial<Record<MoveType, string>> = {
  wolf_kill: 'Werewolves do not attack a werewolf.',
  seer_inspect: 'You cannot inspect yourself.',
  doctor_protect: 'You cannot protect the player that you protected last night.',
};

const namesOf = (seats: readonly Seat[]) => seats.map(playerIdOf).join(', ');

/** The seats that a living seat of the right role may choose with a move. */
export function allowedTargets(state: WerewolfState, seat: Seat, type: MoveType): Seat[] {
  switch (type) {
    case 'vote':
      return livingSeats(state);
    case 'wolf_kill':
      return livingSide(state, false);
    case 'seer_inspect':
      return hasSubmitted(state, seat) ? [] : livingSeats(state).filter((target) => target !== seat);
    case 'doctor_protect':
      return livingSeats(state).filter((target) => target !== lastProtected(state));
    default:
      return [];
  }
}

/** The seats that may act now, also those that the game does not wait for. */
export function actors(state: WerewolfState): Seat[] {
  switch (state.phase) {
    case 'LOBBY':
    case 'DAY_DISCUSSION':
    case 'DAY_VOTE':
      return livingSeats(state);
    case 'DAY_OPENING':
      return livingSeats(state).filter((seat) => !state.spoken[seat]);
    case 'NIGHT':
      return livingSeats(state).filter((seat) => {
        if (state.roles[seat] === 'SEER') return runningNight(state)?.inspected === null;
        return state.roles[seat] !== 'VILLAGER';
      });
    default:
      return [];
  }
}

/** The actors that have not done their part: these the game waits for. */
export function awaited(state: WerewolfState): Seat[] {
  return actors(state).filter((seat) => !hasSubmitted(state, seat));
}

/** Whether a living seat has done its part of the running phase. It may still act: change a vote, speak again. */
export function hasSubmitted(state: WerewolfState, seat: Seat): boolean {
  const night = runningNight(state);
  switch (state.phase) {
    case 'LOBBY':
      return state.ready[seat] ?? false;
    case 'DAY_OPENING':
    case 'DAY_DISCUSSION':
      return state.spoken[seat] ?? false;
    case 'DAY_VOTE':
      return state.votes[seat] !== null;
    case 'NIGHT':
      if (isWolf(state, seat)) return night?.wolfTargets[seat] !== null;
      return (state.roles[seat] === 'SEER' ? night?.inspected : night?.protected) !== null;
    default:
      return false;
  }
}

/** Examples of messages, because a list of legal moves cannot contain free text. */
const EXAMPLES = {
  say: ['Who do you suspect, and why?', 'I am a villager.'],
  wolf_chat: ['Whom do we attack tonight?'],
} as const;

/** The moves of a seat; a message stands for any text. */
export function legalMoves(state: WerewolfState, seat: Seat): WerewolfMove[] {
  if (!actors(state).includes(seat)) return [];
  const aim = <Type extends 'vote' | 'wolf_kill' | 'seer_inspect' | 'doctor_protect'>(type: Type) =>
    allowedTargets(state, seat, type).map((target) => ({ type, targetPlayerId: playerIdOf(target) }));
  switch (state.phase) {
    case 'LOBBY':
      return [{ type: 'ready' }];
    case 'DAY_OPENING':
    case 'DAY_DISCUSSION':
      return EXAMPLES.say.map((text) => ({ type: 'say', text }));
    case 'DAY_VOTE':
      return [...aim('vote'), { type: 'vote', targetPlayerId: null }];
    case 'NIGHT':
      if (state.roles[seat] === 'SEER') return aim('seer_inspect');
      if (state.roles[seat] === 'DOCTOR') return aim('doctor_protect');
      return [...aim('wolf_kill'), ...EXAMPLES.wolf_chat.map((text) => ({ type: 'wolf_chat' as const, text }))];
    default:
      return [];
  }
}
