import type { MoveNote } from '@/lib/core/game';
import type { MatchEvent } from './types';

/** What an agent said beside one of its moves. */
export interface NotedMove extends MoveNote {
  id: string;
  seat: number;
  /** The position after the move. */
  ply: number;
  /** Time that the move took by the clock of the platform. */
  spentMs: number;
}

const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Reads an event `move_noted`. */
export function readNote({ id, data }: MatchEvent): NotedMove {
  const model = data.model as { provider?: unknown; name?: unknown } | null | undefined;
  return {
    id,
    seat: number(data.seat) ?? 0,
    ply: number(data.ply) ?? 0,
    note: text(data.note),
    model: model ? { provider: text(model.provider), name: text(model.name) } : null,
    tokens: number(data.tokens),
    costUsd: number(data.cost_usd),
    spentMs: number(data.spent_ms) ?? 0,
  };
}

/** The last note of each seat at a position, the newest first. */
export function notesAt(notes: readonly NotedMove[], ply: number): NotedMove[] {
  const bySeat = new Map<number, NotedMove>();
  for (const note of notes) if (note.ply <= ply) bySeat.set(note.seat, note);
  return [...bySeat.values()].sort((a, b) => (a.id < b.id ? 1 : -1));
}

/** The model that a seat last said it uses at a position: `claude-sonnet-4-5`; null without one. */
export function modelAt(notes: readonly NotedMove[], seat: number, ply: number): string | null {
  const last = notes.findLast((note) => note.seat === seat && note.ply <= ply && note.model !== null);
  return last?.model?.name ?? last?.model?.provider ?? null;
}

/** Milliseconds as people say them: `0.4 s`, `12 s`, `2 min 5 s`. */
export function formatThinkingTime(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** US dollars with two significant digits below a cent: `$0.0042`, `$1.20`. */
export function formatCost(usd: number): string {
  if (usd === 0) return '$0';
  return usd < 0.01 ? `$${Number(usd.toPrecision(2))}` : `$${usd.toFixed(2)}`;
}
