import { z } from 'zod';
import type { Seat } from '@/lib/core/game';
import { TIMED_PHASES, type TimedPhase } from '@/lib/core/werewolf-phases';

/** The phases in their order. werewolf.md, 4.1. */
export const PHASES = [...TIMED_PHASES, 'ENDED'] as const;
export const ROLES = ['VILLAGER', 'WEREWOLF', 'SEER', 'DOCTOR'] as const;
export const TEAMS = ['VILLAGERS', 'WEREWOLVES'] as const;
export type Phase = (typeof PHASES)[number];
export type Role = (typeof ROLES)[number];
export type Team = (typeof TEAMS)[number];

export const SEATS = 8;
/** The roles of a match, before they are shuffled. werewolf.md, 3.1. */
export const DEALT_ROLES: readonly Role[] = [
  'WEREWOLF',
  'WEREWOLF',
  'SEER',
  'DOCTOR',
  'VILLAGER',
  'VILLAGER',
  'VILLAGER',
  'VILLAGER',
];

/** Length of each phase in milliseconds. werewolf.md, 4.2. */
export const DEFAULT_PHASE_MS: Readonly<Record<TimedPhase, number>> = {
  LOBBY: 30_000,
  NIGHT: 45_000,
  DAY_ANNOUNCE: 10_000,
  DAY_OPENING: 120_000,
  DAY_DISCUSSION: 90_000,
  DAY_VOTE: 45_000,
  DAY_RESOLUTION: 10_000,
};

const DAY_MS = 86_400_000;
const limit = (phase: TimedPhase) =>
  z
    .int()
    .min(1)
    .max(DAY_MS)
    .default(DEFAULT_PHASE_MS[phase])
    .describe(`Length of ${phase} in milliseconds, 1 to ${DAY_MS}.`);

const phaseMsSchema = z.strictObject({
  LOBBY: limit('LOBBY'),
  NIGHT: limit('NIGHT'),
  DAY_ANNOUNCE: limit('DAY_ANNOUNCE'),
  DAY_OPENING: limit('DAY_OPENING'),
  DAY_DISCUSSION: limit('DAY_DISCUSSION'),
  DAY_VOTE: limit('DAY_VOTE'),
  DAY_RESOLUTION: limit('DAY_RESOLUTION'),
});

/** The options of a match, as a lobby's config gives them. Phases that are left out have their default length. */
export const optionsSchema = z.strictObject({
  phase_ms: phaseMsSchema
    .prefault({})
    .describe('Length of each phase in milliseconds; a phase that is left out keeps its default.'),
});
export type WerewolfOptions = z.infer<typeof optionsSchema>;

const seatSchema = z
  .int()
  .min(0)
  .max(SEATS - 1);
const bySeat = <Entry extends z.ZodType>(entry: Entry) => z.array(entry).length(SEATS);

/** What happened in a night. Seats; null where nothing was chosen. */
const nightSchema = z.strictObject({
  /** By seat: the current target of each wolf. */
  wolfTargets: bySeat(seatSchema.nullable()),
  inspected: seatSchema.nullable(),
  protected: seatSchema.nullable(),
  /** The victim that the wolves' targets or the draw decided; null until the night is over. */
  attacked: seatSchema.nullable(),
});
export type Night = z.infer<typeof nightSchema>;

/** A vote: a seat, `abstain`, or null without a vote so far. */
const voteSchema = z.union([seatSchema, z.literal('abstain')]).nullable();
export type Vote = z.infer<typeof voteSchema>;

/** An entry of the public history: the result of a night or a vote, or a player who left. `seat` null: nobody died. */
const historySchema = z.strictObject({
  dayNumber: z.int(),
  kind: z.enum(['NIGHT', 'VOTE', 'LEFT']),
  seat: seatSchema.nullable(),
  /** Of a vote: what each seat had voted in the end. Absent in matches of earlier versions. */
  votes: bySeat(voteSchema).optional(),
});

/** Lists have one entry for each seat. Messages are events and not part of the state. */
export const stateSchema = z.strictObject({
  phaseMs: phaseMsSchema,
  /** Chooses the narrator's wording, so that it depends on no draw of the game. */
  narratorSeed: z.string().regex(/^[0-9a-f]{32}$/),
  phase: z.enum(PHASES),
  /** 0 until the first DAY_ANNOUNCE. */
  dayNumber: z.int(),
  roles: bySeat(z.enum(ROLES)),
  alive: bySeat(z.boolean()),
  left: bySeat(z.boolean()),
  ready: bySeat(z.boolean()),
  /** Who has spoken in the running opening or discussion. */
  spoken: bySeat(z.boolean()),
  /** The votes of the running or the latest vote. */
  votes: bySeat(voteSchema),
  /** The nights so far; the last one is the running one during NIGHT. */
  nights: z.array(nightSchema),
  history: z.array(historySchema),
  winner: z.enum(TEAMS).nullable(),
});
export type WerewolfState = z.infer<typeof stateSchema>;

/** The id of the player of a seat: `p:1` to `p:8`. */
export const playerIdOf = (seat: Seat): string => `p:${seat + 1}`;

/** The seat of a player id; null for a text that is none. */
export function seatOfPlayer(playerId: string): Seat | null {
  const number = /^p:([1-8])$/.exec(playerId)?.[1];
  return number === undefined ? null : Number(number) - 1;
}

export const forEachSeat = <T>(value: T): T[] => Array.from({ length: SEATS }, () => value);

export const isWolf = (state: Pick<WerewolfState, 'roles'>, seat: Seat): boolean => state.roles[seat] === 'WEREWOLF';

/** The living seats, in order. */
export function livingSeats({ alive }: Pick<WerewolfState, 'alive'>): Seat[] {
  return alive.flatMap((isAlive, seat) => (isAlive ? [seat] : []));
}

/** The living seats of the wolves, or of all others. */
export function livingSide(state: Pick<WerewolfState, 'alive' | 'roles'>, wolves: boolean): Seat[] {
  return livingSeats(state).filter((seat) => isWolf(state, seat) === wolves);
}

/** The running night, else undefined. */
export function runningNight({ phase, nights }: Pick<WerewolfState, 'phase' | 'nights'>): Night | undefined {
  return phase === 'NIGHT' ? nights.at(-1) : undefined;
}

/** The seat that the doctor protected in the night before the running one. A night without protection clears it. */
export function lastProtected({ phase, nights }: Pick<WerewolfState, 'phase' | 'nights'>): Seat | null {
  return nights.at(phase === 'NIGHT' ? -2 : -1)?.protected ?? null;
}

/** The seat with the most votes; null on a tie and without votes. Strict plurality. */
export function pluralityOf(votes: readonly Vote[]): Seat | null {
  const counts = new Map<Seat, number>();
  for (const vote of votes) if (typeof vote === 'number') counts.set(vote, (counts.get(vote) ?? 0) + 1);
  const [first, second] = [...counts].sort(([, one], [, other]) => other - one);
  return first && first[1] > (second?.[1] ?? 0) ? first[0] : null;
}
