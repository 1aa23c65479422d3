import type { Phase } from '../state';
import { type ParsedEvent, seatOf, type TranscriptEvent } from './events';
import { findKeyMoments, type KeyMoment } from './key-moments';
import { FIRST_SCENE, nextScene, type Scene, type SpokenStatement, withdrawsVotes } from './scene';
import { readStatements } from './speech';

/** What a line of the transcript is. `secret`, `wolf` and `note` lines are in the omniscient view alone, `note` lines after the end for all. */
export type LineKind = 'phase' | 'message' | 'vote' | 'crier' | 'death' | 'wolf' | 'secret' | 'note' | 'end';

/** One line of the transcript. Its step is its index, from 0. */
export interface Line {
  id: string;
  at: string;
  kind: LineKind;
  /** The player who speaks, votes, acts or dies; null for the narrator and for phases. */
  seat: number | null;
  event: ParsedEvent;
  phase: Phase;
  day: number;
  /** The place among the messages of the match, from 1. */
  turn: number | null;
  /** The number of the last public line so far, from 0: the same moment has the same number in every view. */
  publicStep: number;
}

/** The votes of one player on one day in their order; null is an abstention. A vote that was taken back has none. */
export interface VoteTrail {
  dayNumber: number;
  voterPlayerId: string;
  targets: (string | null)[];
}

/** Everything that the events of a match say. Texts name players by their ids. */
export interface WerewolfTranscript {
  lines: readonly Line[];
  /** The game after each line. */
  scenes: readonly Scene[];
  /** What players said, as far as it can be understood, oldest first. */
  statements: readonly SpokenStatement[];
  /** By day and voter. */
  votes: readonly VoteTrail[];
  moments: readonly KeyMoment[];
}

/**
 * Reads the events of a match, oldest first. Events of unknown types are left out.
 * @param names display names by seat, for mentions in messages
 */
export function readTranscript(events: readonly TranscriptEvent[], names: readonly string[]): WerewolfTranscript {
  const lines: Line[] = [];
  const scenes: Scene[] = [];
  const statements: SpokenStatement[] = [];
  const trails = new Map<string, VoteTrail>();
  const claims: Parameters<typeof findKeyMoments>[0]['claims'] = new Map();
  const moments: KeyMoment[] = [];
  const seatsOfMessages = new Map<string, number>();
  let scene = FIRST_SCENE;
  let turn = 0;
  let publicLines = 0;
  for (const { id, at, audience = 'public', ...source } of events) {
    const event = source as ParsedEvent;
    const before = scene;
    const spoken = event.type === 'message_sent' ? speechOf(id, event.data, before.day, names) : [];
    statements.push(...spoken);
    if (event.type === 'vote_cast') addVote(trails, event.data, before.day);
    if (event.type === 'player_eliminated' && withdrawsVotes(before, event.data.cause))
      withdrawVotes(trails, event.data.playerId, before.day);
    scene = nextScene(before, event, at, spoken);
    if (event.type === 'message_sent') scene = withAnswer(scene, event.data, seatsOfMessages);
    if (event.type === 'message_sent') seatsOfMessages.set(id, seatOf(event.data.playerId));
    const line = lineOf(event, scene);
    if (line && !isDuplicate({ ...line, event }, lines.at(-1))) {
      if (line.kind === 'message') turn++;
      if (audience === 'public') publicLines++;
      const { phase, day } = scene;
      const count = { turn: line.kind === 'message' ? turn : null, publicStep: Math.max(0, publicLines - 1) };
      lines.push({ id, at, ...line, event, phase, day, ...count });
      scenes.push(scene);
    }
    const step = Math.max(0, lines.length - 1);
    const { day: dayNumber } = scene;
    for (const moment of findKeyMoments({ event, before, spoken, claims }))
      moments.push({ eventId: id, at, step, dayNumber, quote: null, ...moment });
  }
  return { lines, scenes, statements, votes: [...trails.values()], moments };
}

/** The scene with whom its last message answers. */
function withAnswer(
  scene: Scene,
  { replyToEventId }: { replyToEventId: string | null },
  seats: ReadonlyMap<string, number>,
): Scene {
  const answers = replyToEventId ? seats.get(replyToEventId) : undefined;
  return answers === undefined || !scene.lastMessage
    ? scene
    : { ...scene, lastMessage: { ...scene.lastMessage, answers } };
}

/** The scene at a step; the newest one for null. */
export function sceneAt({ scenes }: Pick<WerewolfTranscript, 'scenes'>, step: number | null): Scene {
  return (step === null ? scenes.at(-1) : scenes[Math.min(step, scenes.length - 1)]) ?? FIRST_SCENE;
}

function speechOf(
  eventId: string,
  { playerId: speakerId, message: quote }: { playerId: string; message: string },
  dayNumber: number,
  names: readonly string[],
): SpokenStatement[] {
  return readStatements(quote, { speakerId, names }).map((statement) => ({
    eventId,
    dayNumber,
    speakerId,
    statement,
    quote,
  }));
}

function addVote(
  trails: Map<string, VoteTrail>,
  { voterPlayerId, targetPlayerId }: { voterPlayerId: string; targetPlayerId: string | null },
  dayNumber: number,
): void {
  const key = `${dayNumber}|${voterPlayerId}`;
  const targets = [...(trails.get(key)?.targets ?? []), targetPlayerId];
  trails.set(key, { dayNumber, voterPlayerId, targets });
}

/** Removes the trail of a player who leaves during a vote, and those that end with a vote for this player. */
function withdrawVotes(trails: Map<string, VoteTrail>, playerId: string, dayNumber: number): void {
  for (const [key, trail] of trails) {
    const isOfPlayer = trail.voterPlayerId === playerId || trail.targets.at(-1) === playerId;
    if (trail.dayNumber === dayNumber && isOfPlayer) trails.delete(key);
  }
}

/** The choice of a werewolf is an event for each of the pack; those who see everything read it once. */
const isDuplicate = ({ kind, seat, event }: Pick<Line, 'kind' | 'seat' | 'event'>, last: Line | undefined): boolean =>
  kind === 'secret' && last?.kind === kind && last.seat === seat && targetOf(event) === targetOf(last.event);

const targetOf = ({ data }: ParsedEvent) => ('targetPlayerId' in data ? data.targetPlayerId : null);

/** Null for what another line says. */
function lineOf({ type, data }: ParsedEvent, { roles }: Scene): Pick<Line, 'kind' | 'seat'> | null {
  switch (type) {
    case 'phase_changed':
      return { kind: 'phase', seat: null };
    case 'message_sent':
      return { kind: 'message', seat: seatOf(data.playerId) };
    case 'vote_cast':
      return { kind: 'vote', seat: seatOf(data.voterPlayerId) };
    case 'player_eliminated':
      return { kind: 'death', seat: seatOf(data.playerId) };
    case 'game_ended':
    case 'match_cancelled':
      return { kind: 'end', seat: null };
    case 'player_ready':
      return data.message ? { kind: 'crier', seat: null } : null;
    case 'narrated':
      return { kind: 'crier', seat: null };
    case 'wolf_message_sent':
      return { kind: 'wolf', seat: seatOf(data.fromWolfId) };
    case 'target_chosen':
    case 'pack_target_chosen':
    case 'player_protected':
      return { kind: 'secret', seat: seatOf(data.byPlayerId) };
    case 'move_noted':
      return { kind: 'note', seat: data.seat };
    case 'player_inspected':
      return { kind: 'secret', seat: roles.indexOf('SEER') };
    default:
      return null;
  }
}
