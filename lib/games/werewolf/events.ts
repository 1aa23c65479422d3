import type { Audience, GameEvent, Seat } from '@/lib/core/game';
import type { MessageKind } from './moves';
import { type Phase, playerIdOf, type Role, type Team } from './state';

/** The team that reads wolf chat: `team:wolves`. */
export const WOLF_TEAM = 'wolves';

/** What the Town Crier speaks of. */
const MOMENTS = [
  'GATHERING',
  'READY',
  'NIGHT_FALLS',
  'WOLF_CHOICE',
  'SEER_CHOICE',
  'DOCTOR_CHOICE',
  'NIGHT_KILL',
  'NIGHT_SAVED',
  'NIGHT_QUIET',
  'OPENING',
  'DISCUSSION',
  'VOTE',
  'VOTED_OUT',
  'TIE',
  'NO_VOTES',
  'LEFT',
  'VILLAGERS_WIN',
  'WEREWOLVES_WIN',
] as const;
export type Moment = (typeof MOMENTS)[number];

/** Why a player died. */
export type DeathCause = 'NIGHT' | 'VOTE' | 'LEFT';

/**
 * The data of each event by its type. Names are those of werewolf.md, 9, but for `text`, which is `message` because
 * the runtime adds a `text` to events. Messages of the game name players by their ids (`p:3`), so that a page can put
 * names in their place. `phaseMs`: the phase ends that long after the event.
 */
export interface WerewolfEventData {
  phase_changed: { from: Phase; to: Phase; dayNumber: number; phaseMs: number | null };
  player_ready: { playerId: string; message: string };
  message_sent: {
    playerId: string;
    kind: MessageKind;
    message: string;
    replyToEventId: string | null;
    dayNumber: number;
  };
  wolf_message_sent: { fromWolfId: string; message: string };
  vote_cast: { voterPlayerId: string; targetPlayerId: string | null; reason: string | null; dayNumber: number };
  night_resolved: { killedPlayerId: string | null; savedByDoctor: boolean };
  player_eliminated: { playerId: string; roleRevealed: Role; cause: DeathCause; dayNumber: number };
  game_ended: { winningTeam: Team; roles: { playerId: string; role: Role }[] };
  narrated: { moment: Moment; message: string };
  role_dealt: { playerId: string; role: Role; knownWolves: string[]; message: string };
  target_chosen: { byPlayerId: string; targetPlayerId: string; night: number; message: string };
  /** To the other living werewolf: the choice of its mate. */
  pack_target_chosen: { byPlayerId: string; targetPlayerId: string; night: number; message: string };
  player_inspected: {
    targetPlayerId: string;
    alignment: 'WEREWOLF' | 'NOT_WEREWOLF';
    night: number;
    message: string;
  };
  player_protected: { byPlayerId: string; targetPlayerId: string; night: number; message: string };
}
export type WerewolfEventType = keyof WerewolfEventData;

/**
 * The event name of werewolf.md, 9 for each event of the game. Private confirmations are NARRATOR events. `match_started`
 * of the runtime is MATCH_CREATED.
 */
export const SPEC_EVENT_NAMES = {
  phase_changed: 'PHASE_CHANGED',
  player_ready: 'NARRATOR',
  message_sent: 'PUBLIC_MESSAGE',
  wolf_message_sent: 'WOLF_CHAT_MESSAGE',
  vote_cast: 'VOTE_CAST',
  night_resolved: 'NIGHT_RESULT',
  player_eliminated: 'PLAYER_ELIMINATED',
  game_ended: 'GAME_ENDED',
  narrated: 'NARRATOR',
  role_dealt: 'NARRATOR',
  target_chosen: 'NARRATOR',
  pack_target_chosen: 'NARRATOR',
  player_inspected: 'NARRATOR',
  player_protected: 'NARRATOR',
} as const satisfies Record<WerewolfEventType, string>;

export const EVENT_TYPES = Object.keys(SPEC_EVENT_NAMES) as WerewolfEventType[];

/** An event of the game; `data` must be that of its type. */
export function event<Type extends WerewolfEventType>(
  audience: Audience,
  type: Type,
  data: WerewolfEventData[Type],
): GameEvent {
  return { type, audience, data: { ...data } };
}

/** A confirmation that one player alone reads. */
export const toSeat = <Type extends WerewolfEventType>(seat: Seat, type: Type, data: WerewolfEventData[Type]) =>
  event(`seat:${seat}`, type, data);

export const publicEvent = <Type extends WerewolfEventType>(type: Type, data: WerewolfEventData[Type]) =>
  event('public', type, data);

/** The event of a death: the role is public from then on. */
export function eliminationEvent(seat: Seat, role: Role, cause: DeathCause, dayNumber: number): GameEvent {
  return publicEvent('player_eliminated', { playerId: playerIdOf(seat), roleRevealed: role, cause, dayNumber });
}
