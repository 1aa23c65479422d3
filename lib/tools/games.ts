import { z } from 'zod';
import { InputFault } from '@/lib/core/errors';
import type { AnyGame } from '@/lib/core/game';
import type { GameWire, WireFields, WireQuestion } from '@/lib/core/game-wire';
import { randomHex } from '@/lib/core/random';
import { Rng } from '@/lib/core/rng';
import { defineTool, type ToolContext, type ToolDefinition } from '@/lib/core/tool';
import { advanceGame, keepGame, mayBeKept, positionOfGame } from '@/lib/domain/kept-games/kept-games.service';
import { ALL_GAMES } from '@/lib/games';
import { advertised, required } from './advertised';

/** Longer than any position of ours. */
const MOST_CHARACTERS = 2_000;
const EXAMPLE_GAME = 'g_123';

// biome-ignore lint/suspicious/noExplicitAny: each game has a position of its own; its wire was checked where it is declared.
type AnyWire = GameWire<any>;
type Json = Record<string, unknown>;

/** What the tools of one game are made from. */
interface Subject {
  /** Of the game, for people. */
  title: string;
  wire: AnyWire;
  /** Section of the specification. */
  source: string;
}

function toolsOf({ title, wire, rulesSource: source }: AnyGame): ToolDefinition[] {
  if (!wire) return [];
  const subject = { title, wire, source };
  const questions = [wire.legal, wire.choose].filter((question) => question !== null);
  return [beginTool(subject), applyTool(subject), ...questions.map((question) => questionTool(subject, question))];
}

function optional(fields: WireFields): WireFields {
  return Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, schema.optional()]));
}

function positionField({ stateFormat }: AnyWire) {
  return z.string().max(MOST_CHARACTERS).describe(`The position, exactly as the last answer gave it: ${stateFormat}`);
}

/** What begins a game answers its snapshot, or why nothing was begun. */
function begunSchema(wire: AnyWire) {
  const { gameId, position, ...rest } = snapshotFields(wire);
  const fields: WireFields = {
    ...rest,
    ...(wire.keepsGames ? { gameId: gameId.optional() } : {}),
    [wire.stateField]: position.optional(),
    legal: z.literal(false).describe('Only when nothing was begun').optional(),
  };
  return z.strictObject(fields);
}

/** A refusal has the position unchanged and says why, and nothing else of the game. */
function appliedSchema(wire: AnyWire) {
  const { gameId, position, ...rest } = snapshotFields(wire);
  const fields: WireFields = {
    ...rest,
    ...(wire.keepsGames ? { gameId } : {}),
    [wire.stateField]: position,
    legal: z.boolean().describe('Whether it was played'),
  };
  return z.strictObject(fields);
}

function snapshotFields(wire: AnyWire) {
  return {
    type: z.literal(wire.snapshotType).describe('What this is'),
    gameType: z.literal(wire.gameType).describe('The game'),
    gameId: z.string().describe('Under this id the position is kept, for the next call'),
    position: z.string().describe(`The whole position, for the next call: ${wire.stateFormat}`),
    ...optional(wire.snapshotFields),
    error: z.string().describe('Why not, and what would have been legal; only when legal is false').optional(),
  };
}

const headOf = ({ snapshotType, gameType }: AnyWire) => ({ type: snapshotType, gameType });

/** Chance of its own for each call; the seed is made when a number is drawn. */
function freshRng(): Rng {
  let made: string | undefined;
  const source = {
    get seed(): string {
      made ??= randomHex(32);
      return made;
    },
    drawn: 0,
  };
  return new Rng(source);
}

function beginTool({ title: group, wire, source }: Subject): ToolDefinition {
  const { tool: name, title, inputs, start } = wire.begin;
  const shown = Object.entries(inputs).map(([field, schema]) => [field, advertised(schema).optional()]);
  return defineTool({
    name,
    title,
    description: `${title}. ${BEGIN[wire.keepsGames ? 'kept' : 'carried']} Next: ${wire.apply.tool}.`,
    toolset: 'games',
    group,
    scope: 'any',
    source,
    input: z.strictObject(Object.fromEntries(shown) as WireFields),
    output: begunSchema(wire),
    errors: ['VALIDATION_ERROR', 'IDEMPOTENCY_CONFLICT'],
    hints: {},
    examples: [{}],
    run: async ({ agent }, asked) => {
      const begun = start(asked, freshRng());
      if (!begun.ok) return { ...headOf(wire), legal: false, error: begun.reason };
      const position = wire.encode(begun.position);
      const { agentId } = agent;
      const gameId = wire.keepsGames ? { gameId: await keepGame({ agentId, gameType: wire.gameType, position }) } : {};
      return { ...headOf(wire), ...gameId, [wire.stateField]: position, ...wire.snapshot(begun.position, 'begin') };
    },
  });
}

const BEGIN = {
  kept:
    'Answers the position as a string and a gameId under which it is kept: send both with every move. You may move for ' +
    'both sides; whose turn it is moves.',
  carried: 'Answers the whole state as a string, which you carry: send it with the next call.',
} as const;

function applyTool({ title: group, wire, source }: Subject): ToolDefinition {
  const { tool: name, title, move } = wire.apply;
  const gameId = z.string().max(100).describe('From the tool that began the game; any other text analyses freely');
  return defineTool({
    name,
    title,
    description: `${title}. ${applyWords(wire)}`,
    toolset: 'games',
    group,
    scope: 'any',
    source,
    input: z.strictObject({
      ...(wire.keepsGames ? { gameId } : {}),
      [wire.stateField]: positionField(wire),
      ...(move ? { [move.field]: required(move.schema) } : {}),
    } as WireFields),
    output: appliedSchema(wire),
    errors: ['VALIDATION_ERROR', 'IDEMPOTENCY_CONFLICT'],
    hints: { idempotent: wire.keepsGames },
    examples: [exampleOf(wire)],
    run: (context, input) => (wire.keepsGames ? playKept(wire, context, input) : playCarried(wire, input)),
  });
}

function applyWords({ legal, choose, keepsGames }: AnyWire): string {
  if (!keepsGames) return 'Answers the new state, which you carry to the next call. What is refused changes nothing.';
  const lists = legal ? ` ${legal.tool} lists what is legal.` : '';
  const opponent = choose ? ` When the opponent is to act, ${choose.tool} says among what to choose.` : '';
  return (
    'Acts for whose turn it is, yours or the opponent’s, and answers the new position. What is not legal changes nothing: ' +
    `legal is false and error says why.${lists}${opponent} Should the position not be the one kept under gameId, the ` +
    'answer holds the kept one: go on from it.'
  );
}

function exampleOf({ keepsGames, stateField, example, apply }: AnyWire): Json {
  return {
    ...(keepsGames ? { gameId: EXAMPLE_GAME } : {}),
    [stateField]: example.position,
    ...(apply.move ? { [apply.move.field]: example.move } : {}),
  };
}

function questionTool({ title: group, wire, source }: Subject, question: WireQuestion<unknown>): ToolDefinition {
  return defineTool({
    name: question.tool,
    title: question.title,
    description:
      question === wire.legal
        ? `${question.title}: all that whose turn it is may do in a position. Reads only. Next: ${wire.apply.tool} with one of them.`
        : `${question.title}: from what an opponent must choose exactly one, by the policy. Reads only. Next: ${wire.apply.tool} with the choice.`,
    toolset: 'games',
    group,
    scope: 'any',
    source,
    input: z.strictObject({ [wire.stateField]: positionField(wire) }),
    output: z.strictObject(question.fields),
    errors: ['VALIDATION_ERROR'],
    hints: { readOnly: true, idempotent: true },
    examples: [{ [wire.stateField]: wire.example.position }],
    run: async (_context, input) => {
      const read = readPosition(wire, input[wire.stateField] as string);
      if (!read.ok) throw unreadable(wire, read.reason);
      return question.answer(read.position);
    },
  });
}

type Read = { ok: true; position: unknown } | { ok: false; reason: string };

function readPosition(wire: AnyWire, text: string): Read {
  try {
    return { ok: true, position: wire.decode(text) };
  } catch (fault) {
    return { ok: false, reason: fault instanceof Error ? fault.message : String(fault) };
  }
}

/** A string that is no state at all is a fault of the request, as a missing one is. decisions.md, Games. */
function unreadable({ stateField }: AnyWire, reason: string): InputFault {
  return new InputFault([{ path: [stateField], message: reason }]);
}

/** A game whose state only the caller has. */
async function playCarried(wire: AnyWire, input: Json): Promise<Json> {
  const text = input[wire.stateField] as string;
  const read = readPosition(wire, text);
  if (!read.ok) throw unreadable(wire, read.reason);
  const played = wire.apply.play(read.position, undefined, freshRng());
  if (!played.ok) return refused(wire, {}, text, played.reason);
  return accepted(wire, {}, played.position, wire.encode(played.position));
}

/** One move in a game that is kept under its id, or on an analysis board when it is not: at most one statement. */
async function playKept(wire: AnyWire, { agent }: ToolContext, input: Json): Promise<Json> {
  const gameId = input.gameId as string;
  const text = input[wire.stateField] as string;
  const key = { gameId, agentId: agent.agentId, gameType: wire.gameType };
  const read = readPosition(wire, text);
  if (!read.ok) {
    const kept = resembles(text, wire) ? await positionOfGame(key) : null;
    if (kept === null) throw unreadable(wire, read.reason);
    return strayed(wire, gameId, kept);
  }
  const played = wire.apply.play(read.position, input[wire.apply.move?.field ?? ''], freshRng());
  if (!played.ok) {
    const kept = await positionOfGame(key);
    const isAstray = kept !== null && kept !== wire.encode(read.position);
    return isAstray ? strayed(wire, gameId, kept) : refused(wire, { gameId }, text, played.reason);
  }
  const to = wire.encode(played.position);
  if (mayBeKept(gameId)) {
    const advanced = await advanceGame({ ...key, from: wire.encode(read.position), to });
    if (advanced.kind === 'stands_at') return strayed(wire, gameId, advanced.position);
  }
  return accepted(wire, { gameId }, played.position, to);
}

function accepted(wire: AnyWire, game: { gameId?: string }, position: unknown, text: string): Json {
  return {
    ...headOf(wire),
    ...game,
    legal: true,
    [wire.stateField]: text,
    ...wire.snapshot(position, 'apply'),
  };
}

function refused(wire: AnyWire, game: { gameId?: string }, text: string, error: string): Json {
  return { ...headOf(wire), ...game, legal: false, [wire.stateField]: text, error };
}

/** The caller's position is not the one that is kept: it is told where the game stands. */
function strayed(wire: AnyWire, gameId: string, kept: string): Json {
  const error = `State does not match game ${gameId}. The ${wire.stateField} here is where it stands: go on from it.`;
  return refused(wire, { gameId }, kept, error);
}

/** Names of fields and ends of rows: what is left of a state's form when parts of it are damaged. */
const LANDMARK = /[A-Z]+:|\//g;

/** Whether a text that cannot be read is a damaged state of this game rather than no state at all. */
function resembles(text: string, { example }: AnyWire): boolean {
  const wanted = example.position.match(LANDMARK)?.length ?? 0;
  const found = text.match(LANDMARK)?.length ?? 0;
  return found * 2 >= wanted && found > 0;
}

/** The stateless tools of every game that has a wire, in catalog order. Specification: game-tools.md. */
export const GAME_TOOLS: readonly ToolDefinition[] = ALL_GAMES.flatMap((game) => toolsOf(game));
