import { z } from 'zod';
import type { Outcome } from '@/lib/core/game';

/** One event of a match record. */
export interface RecordedEvent {
  id: string;
  audience: string;
  type: string;
  data: Record<string, unknown>;
}

/** A finished match, read from its JSON lines: docs/records.md. */
export interface MatchRecord {
  gameId: string;
  gameVersion: number;
  options: unknown;
  /** Number of seats. */
  seats: number;
  commitment: string;
  seed: string;
  status: 'completed' | 'cancelled';
  outcome: Outcome | null;
  inputs: { seat: number | null; move: unknown }[];
  events: RecordedEvent[];
}

const header = z.object({
  line: z.literal('match'),
  format: z.literal('botplay-match'),
  format_version: z.literal(1),
  game_type: z.string(),
  game_version: z.int(),
  options: z.unknown(),
  players: z.array(z.unknown()),
  seed_commitment: z.string(),
});
const input = z.object({ line: z.literal('input'), n: z.int(), seat: z.int().nullable(), move: z.unknown() });
const event = z.object({
  line: z.literal('event'),
  id: z.string(),
  audience: z.string(),
  type: z.string(),
  data: z.record(z.string(), z.unknown()),
});
const end = z.object({
  line: z.literal('end'),
  status: z.enum(['active', 'completed', 'cancelled']),
  outcome: z.custom<Outcome>().nullable(),
  seed: z.string().nullable(),
  inputs: z.int(),
  events: z.int(),
});
const anyLine = z.discriminatedUnion('line', [header, input, event, end]);

/**
 * Reads the JSON lines of a finished match.
 * @throws Error with the reason when the record is cut off, out of order, of another format or of a running match
 */
export function readRecord(text: string): MatchRecord {
  const lines = text.split('\n').filter((line) => line !== '');
  const read = lines.flatMap((line, index) => {
    const parsed = anyLine.safeParse(parseLine(line, index + 1));
    if (parsed.success) return [parsed.data];
    throw new Error(`Line ${index + 1} of the record is invalid: ${parsed.error.issues[0]?.message}.`);
  });
  const first = read[0];
  const last = read.at(-1);
  if (first?.line !== 'match') throw new Error('The record does not begin with the match.');
  if (last?.line !== 'end') throw new Error('The record is cut off.');
  if (last.status === 'active' || last.seed === null) throw new Error('The match is still being played.');
  const inputs = read.filter((line) => line.line === 'input');
  const events = read.filter((line) => line.line === 'event');
  if (inputs.length !== last.inputs || events.length !== last.events)
    throw new Error('Lines of the record are missing.');
  if (inputs.some(({ n }, index) => n !== index + 1)) throw new Error('The inputs of the record are out of order.');
  return {
    gameId: first.game_type,
    gameVersion: first.game_version,
    options: first.options,
    seats: first.players.length,
    commitment: first.seed_commitment,
    seed: last.seed,
    status: last.status,
    outcome: last.outcome,
    inputs: inputs.map(({ seat, move }) => ({ seat, move })),
    events: events.map(({ id, audience, type, data }) => ({ id, audience, type, data })),
  };
}

function parseLine(line: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new Error(`Line ${number} of the record is not valid JSON.`);
  }
}
