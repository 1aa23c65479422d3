import { z } from 'zod';
import type { Seat } from '@/lib/core/game';
import type { Rng } from '@/lib/core/rng';

const PHASES = ['night', 'announce', 'day', 'vote', 'ended'] as const;
const ROLES = ['masked', 'watcher', 'guest'] as const;
export type Phase = (typeof PHASES)[number];
export type Role = (typeof ROLES)[number];

const seatSchema = z.int().min(0).max(7);
export const optionsSchema = z.strictObject({
  night_ms: z.int().min(1).default(45_000),
  announce_ms: z.int().min(1).default(10_000),
  day_ms: z.int().min(1).default(90_000),
  vote_ms: z.int().min(1).default(45_000),
});

const watchedSchema = z.strictObject({ night: z.int(), target: seatSchema, masked: z.boolean() });

/** Lists have one entry for each seat. Messages are events and not part of the state. */
export const stateSchema = z.strictObject({
  options: optionsSchema,
  phase: z.enum(PHASES),
  /** Nights so far, the running one included. */
  day: z.int(),
  roles: z.array(z.enum(ROLES)),
  alive: z.array(z.boolean()),
  /** Tonight's target of each masked player. */
  marks: z.array(seatSchema.nullable()),
  /** The results of the watcher, one a night. */
  watched: z.array(watchedSchema),
  /** Who has finished talking today. */
  done: z.array(z.boolean()),
  /** `abstain`, a seat, or null without a vote so far. */
  votes: z.array(z.union([seatSchema, z.literal('abstain')]).nullable()),
});
export type MasqueradeState = z.infer<typeof stateSchema>;

/** One masked player, two from six seats on; one watcher; the others are guests. */
export function dealRoles(seats: number, rng: Rng): Role[] {
  const masked = seats >= 6 ? 2 : 1;
  const roles = Array.from(
    { length: seats },
    (_, index): Role => (index < masked ? 'masked' : index === masked ? 'watcher' : 'guest'),
  );
  return rng.shuffle(roles);
}

export function livingSeats({ alive }: MasqueradeState): Seat[] {
  return alive.flatMap((isAlive, seat) => (isAlive ? [seat] : []));
}

export function livingSeatsByTeam(state: MasqueradeState, isMasked: boolean): Seat[] {
  return livingSeats(state).filter((seat) => (state.roles[seat] === 'masked') === isMasked);
}

/** The seat with the most votes; null on a tie or without votes. */
export function pluralityOf(votes: readonly (Seat | 'abstain' | null)[]): Seat | null {
  const counts = new Map<Seat, number>();
  for (const vote of votes) if (typeof vote === 'number') counts.set(vote, (counts.get(vote) ?? 0) + 1);
  const [first, second] = [...counts].sort(([, a], [, b]) => b - a);
  return first && first[1] > (second?.[1] ?? 0) ? first[0] : null;
}
