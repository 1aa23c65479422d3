import type { Seat } from '@/lib/core/game';

export const PITS = 6;
/** Four in each of the twelve pits. */
export const SEEDS = 48;
/** By seat; south begins and is `player` in the state string. */
export const SIDES = ['south', 'north'] as const;
export type Side = (typeof SIDES)[number];

/** The mover's store in its ring: own pits 0 to 5, the store, the other's pits 7 to 12. */
export const STORE = 6;
/** Holes that a mover sows into: the other's store is skipped. */
export const RING = 2 * PITS + 1;

/** How the last seeds were sown. */
export interface Sowing {
  seat: Seat;
  /** Number of seeds that were in the pit. */
  seeds: number;
  /** Seeds taken by the capture, the capturing one included; 0 without one. */
  captured: number;
  /** The seeds that each seat moved from its own pits to its store at the end of the game. */
  swept: [number, number];
}

export interface MancalaState {
  /** By seat, each row in its owner's sowing direction: the last pit lies before the own store. */
  pits: [number[], number[]];
  stores: [number, number];
  /** The side to move; after the end, the side that would move. */
  turn: Seat;
  /** Number of the pit that was sown last, from 1. */
  last: number | null;
  /** Null at the start and in a position without a history. */
  sown: Sowing | null;
}

export const otherSeat = (seat: Seat): Seat => 1 - seat;
const isEmpty = (row: readonly number[]) => row.every((seeds) => seeds === 0);

/** Four seeds in every pit, south to move. */
export function opening(): MancalaState {
  return { pits: [Array(PITS).fill(4), Array(PITS).fill(4)], stores: [0, 0], turn: 0, last: null, sown: null };
}

export function isOver({ pits }: Pick<MancalaState, 'pits'>): boolean {
  return pits.some(isEmpty);
}

/** Pit numbers, from 1, that a seat may sow when it is its turn. */
export function sowablePits({ pits }: MancalaState, seat: Seat): number[] {
  return (pits[seat] ?? []).flatMap((seeds, index) => (seeds > 0 ? [index + 1] : []));
}

/** A hole of the board: a pit of a side by its number, or a store. */
export interface Hole {
  seat: Seat;
  /** Null for the store. */
  pit: number | null;
}

/** The holes into which the seeds of a pit are sown, in order. */
export function pathOf(seat: Seat, pit: number, seeds: number): Hole[] {
  return Array.from({ length: seeds }, (_, index) => holeAt(seat, (pit + index) % RING));
}

/** A hole of the mover's ring on the board. */
function holeAt(mover: Seat, index: number): Hole {
  if (index === STORE) return { seat: mover, pit: null };
  return index < STORE ? { seat: mover, pit: index + 1 } : { seat: otherSeat(mover), pit: index - STORE };
}

/** Across the board, in a mover's ring. */
export const oppositeIndex = (index: number): number => 2 * PITS - index;

/** The seeds in a mover's ring: own pits, own store, the other's pits. */
export function ringOf({ pits, stores }: Pick<MancalaState, 'pits' | 'stores'>, seat: Seat): number[] {
  return [...(pits[seat] as number[]), stores[seat] as number, ...(pits[otherSeat(seat)] as number[])];
}

/**
 * Sows a pit with seeds: counter-clockwise, without the other store. A last seed in the own store gives another turn; in an
 * own empty pit with seeds opposite it captures both. When a row is empty, the other side takes its own seeds.
 */
export function sow(state: MancalaState, seat: Seat, pit: number): MancalaState {
  const ring = ringOf(state, seat);
  const seeds = ring[pit - 1] as number;
  ring[pit - 1] = 0;
  for (let step = 0; step < seeds; step++) add(ring, (pit + step) % RING, 1);
  const end = (pit - 1 + seeds) % RING;
  const captured = capture(ring, end);
  const [own, theirs] = sweep(ring);
  const store = (state.stores[otherSeat(seat)] as number) + theirs;
  const mine = ring.slice(0, STORE);
  const others = ring.slice(STORE + 1);
  const home = ring[STORE] as number;
  return {
    pits: seat === 0 ? [mine, others] : [others, mine],
    stores: seat === 0 ? [home, store] : [store, home],
    turn: end === STORE ? seat : otherSeat(seat),
    last: pit,
    sown: { seat, seeds, captured, swept: seat === 0 ? [own, theirs] : [theirs, own] },
  };
}

function add(ring: number[], index: number, seeds: number): void {
  ring[index] = (ring[index] as number) + seeds;
}

/** Moves the seeds that the last seed captures into the store; returns their number. */
function capture(ring: number[], end: number): number {
  if (end >= STORE || ring[end] !== 1) return 0;
  const captured = ring[oppositeIndex(end)] as number;
  if (captured === 0) return 0;
  ring[end] = 0;
  ring[oppositeIndex(end)] = 0;
  add(ring, STORE, captured + 1);
  return captured + 1;
}

/** When a row is empty, removes all seeds from the board; returns the number of each side, the mover's first. */
function sweep(ring: number[]): [number, number] {
  let own = 0;
  let theirs = 0;
  for (let index = 0; index < STORE; index++) {
    own += ring[index] as number;
    theirs += ring[RING - 1 - index] as number;
  }
  if (own > 0 && theirs > 0) return [0, 0];
  add(ring, STORE, own);
  for (let index = 0; index < RING; index++) if (index !== STORE) ring[index] = 0;
  return [own, theirs];
}

export interface MancalaMove {
  /** 1 to 6 in the mover's own sowing direction. */
  pit: number;
}

export interface MancalaView {
  /** Seeds by side, each row in its owner's sowing direction: pit 6 lies before the own store. */
  pits: Record<Side, number[]>;
  stores: Record<Side, number>;
  status: 'in_progress' | 'game_over';
  turn: Side | null;
  /** The viewer's own side; null for spectators. */
  you: Side | null;
  winner: Side | 'draw' | null;
  last_move: {
    side: Side;
    pit: number;
    seeds: number;
    /** The holes that the seeds fell into, in order: `south4` is a pit, `south` a store. */
    path: string[];
    /** Seeds taken, the capturing one included. */
    captured: number;
    extra_turn: boolean;
    /** Seeds that each side moved to its store at the end. */
    swept: Record<Side, number>;
  } | null;
}
