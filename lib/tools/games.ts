import { z } from 'zod';
import { InputFault } from '@/lib/core/errors';
import type { AnyGame } from '@/lib/core/game';
import { randomHex } from '@/lib/core/random';
import { Rng } from '@/lib/core/rng';
import type { PositionQuery, StatelessAdapter, ToolFields } from '@/lib/core/stateless-adapter';
import { defineTool, type ToolContext, type ToolDefinition } from '@/lib/core/tool';
import { type AdvanceResult, advanceGame, findGamePosition, isGameId, storeGame } from '@/lib/domain/kept-games';
import { ALL_GAMES } from '@/lib/games';
import { advertised, required } from './advertised';

/** Above the length of every valid position. */
const MAX_STATE_LENGTH = 2_000;
const EXAMPLE_GAME = 'g_123';

// biome-ignore lint/suspicious/noExplicitAny: each game has another type of position; its adapter was checked where it is declared.
type AnyAdapter = StatelessAdapter<any>;
type Json = Record<string, unknown>;

/** The source of the tools of one game. */
interface Subject {
  /** Title of the game, for people. */
  title: string;
  adapter: AnyAdapter;
  /** Section of the specification. */
  source: string;
}

function toolsOf({ title, statelessAdapter: adapter, rulesSource: source }: AnyGame): ToolDefinition[] {
  if (!adapter) return [];
  const subject = { title, adapter, source };
  const questions = [adapter.legal, adapter.choose].filter((question) => question !== null);
  return [beginTool(subject), applyTool(subject), ...questions.map((question) => questionTool(subject, question))];
}

function optional(fields: ToolFields): ToolFields {
  return Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, schema.optional()]));
}

function positionField({ stateFormat }: AnyAdapter) {
  return z.string().max(MAX_STATE_LENGTH).describe(`The position, exactly as the last answer gave it: ${stateFormat}`);
}

/** The answer of a begin tool: a snapshot, or the reason for the refusal. */
function beginAnswerSchema(adapter: AnyAdapter) {
  const { gameId, position, ...rest } = snapshotFields(adapter);
  const fields: ToolFields = {
    ...rest,
    ...(adapter.keepsGames ? { gameId: gameId.optional() } : {}),
    [adapter.stateField]: position.optional(),
    legal: z.literal(false).describe('Only when nothing was begun').optional(),
  };
  return z.strictObject(fields);
}

/** The answer of an apply tool: a snapshot, or a refusal with the unchanged position and the reason. */
function applyAnswerSchema(adapter: AnyAdapter) {
  const { gameId, position, ...rest } = snapshotFields(adapter);
  const fields: ToolFields = {
    ...rest,
    ...(adapter.keepsGames ? { gameId } : {}),
    [adapter.stateField]: position,
    legal: z.boolean().describe('Whether it was played'),
  };
  return z.strictObject(fields);
}

function snapshotFields(adapter: AnyAdapter) {
  return {
    type: z.literal(adapter.snapshotType).describe('What this is'),
    gameType: z.literal(adapter.gameType).describe('The game'),
    gameId: z.string().describe('Under this id the position is kept, for the next call'),
    position: z.string().describe(`The whole position, for the next call: ${adapter.stateFormat}`),
    ...optional(adapter.snapshotFields),
    error: z.string().describe('Why not, and what would have been legal; only when legal is false').optional(),
  };
}

const headOf = ({ snapshotType, gameType }: AnyAdapter) => ({ type: snapshotType, gameType });

/** A new random generator for each call; its seed is made when the first number is drawn. */
function freshRng(): Rng {
  let cached: string | undefined;
  const source = {
    get seed(): string {
      cached ??= randomHex(32);
      return cached;
    },
    drawn: 0,
  };
  return new Rng(source);
}

function beginTool({ title: group, adapter, source }: Subject): ToolDefinition {
  const { tool: name, title, inputs, start } = adapter.begin;
  const fields = Object.entries(inputs).map(([field, schema]) => [field, advertised(schema).optional()]);
  return defineTool({
    name,
    title,
    description: `${title}. ${BEGIN[adapter.keepsGames ? 'kept' : 'carried']} Next: ${adapter.apply.tool}.`,
    toolset: 'games',
    group,
    scope: 'any',
    source,
    input: z.strictObject(Object.fromEntries(fields) as ToolFields),
    output: beginAnswerSchema(adapter),
    errors: ['VALIDATION_ERROR', 'IDEMPOTENCY_CONFLICT'],
    hints: {},
    examples: [{}],
    run: async ({ agent }, asked) => {
      const begun = start(asked, freshRng());
      if (!begun.ok) return { ...headOf(adapter), legal: false, error: begun.reason };
      const position = adapter.encode(begun.position);
      const { agentId } = agent;
      const gameId = adapter.keepsGames
        ? {
            gameId: await storeGame({
              agentId,
              gameType: adapter.gameType,
              position,
              repetitionKey: adapter.repetition?.keyOf(begun.position),
            }),
          }
        : {};
      return {
        ...headOf(adapter),
        ...gameId,
        [adapter.stateField]: position,
        ...adapter.snapshot(begun.position, 'begin'),
      };
    },
  });
}

const BEGIN = {
  kept:
    'Answers the position as a string and a gameId under which it is kept: send both with every move. You may move for ' +
    'both sides; whose turn it is moves.',
  carried: 'Answers the whole state as a string, which you carry: send it with the next call.',
} as const;

function applyTool({ title: group, adapter, source }: Subject): ToolDefinition {
  const { tool: name, title, move } = adapter.apply;
  const gameId = z.string().max(100).describe('From the tool that began the game; any other text analyses freely');
  return defineTool({
    name,
    title,
    description: `${title}. ${applyText(adapter)}`,
    toolset: 'games',
    group,
    scope: 'any',
    source,
    input: z.strictObject({
      ...(adapter.keepsGames ? { gameId } : {}),
      [adapter.stateField]: positionField(adapter),
      ...(move ? { [move.field]: required(move.schema) } : {}),
    } as ToolFields),
    output: applyAnswerSchema(adapter),
    errors: ['VALIDATION_ERROR', 'IDEMPOTENCY_CONFLICT'],
    hints: { idempotent: adapter.keepsGames },
    examples: [exampleOf(adapter)],
    run: (context, input) => (adapter.keepsGames ? playStored(adapter, context, input) : playUnstored(adapter, input)),
  });
}

function applyText({ legal, choose, keepsGames }: AnyAdapter): string {
  if (!keepsGames) return 'Answers the new state, which you carry to the next call. What is refused changes nothing.';
  const lists = legal ? ` ${legal.tool} lists what is legal.` : '';
  const opponent = choose ? ` When the opponent is to act, ${choose.tool} says among what to choose.` : '';
  return (
    'Acts for whose turn it is, yours or the opponent’s, and answers the new position. What is not legal changes nothing: ' +
    `legal is false and error says why.${lists}${opponent} Should the position not be the one kept under gameId, the ` +
    'answer holds the kept one: continue from it.'
  );
}

function exampleOf({ keepsGames, stateField, example, apply }: AnyAdapter): Json {
  return {
    ...(keepsGames ? { gameId: EXAMPLE_GAME } : {}),
    [stateField]: example.position,
    ...(apply.move ? { [apply.move.field]: example.move } : {}),
  };
}

function questionTool({ title: group, adapter, source }: Subject, question: PositionQuery<unknown>): ToolDefinition {
  return defineTool({
    name: question.tool,
    title: question.title,
    description:
      question === adapter.legal
        ? `${question.title}: all that whose turn it is may do in a position. Reads only. Next: ${adapter.apply.tool} with one of them.`
        : `${question.title}: from what an opponent must choose exactly one, by the policy. Reads only. Next: ${adapter.apply.tool} with the choice.`,
    toolset: 'games',
    group,
    scope: 'any',
    source,
    input: z.strictObject({ [adapter.stateField]: positionField(adapter) }),
    output: z.strictObject(question.fields),
    errors: ['VALIDATION_ERROR'],
    hints: { readOnly: true, idempotent: true },
    examples: [{ [adapter.stateField]: adapter.example.position }],
    run: async (_context, input) => {
      const read = readPosition(adapter, input[adapter.stateField] as string);
      if (!read.ok) throw unreadableState(adapter, read.reason);
      return question.answer(read.position);
    },
  });
}

type Read = { ok: true; position: unknown } | { ok: false; reason: string };

function readPosition(adapter: AnyAdapter, text: string): Read {
  try {
    return { ok: true, position: adapter.decode(text) };
  } catch (fault) {
    return { ok: false, reason: fault instanceof Error ? fault.message : String(fault) };
  }
}

/** An unreadableState state is an input fault, like a missing one. decisions.md, Games. */
function unreadableState({ stateField }: AnyAdapter, reason: string): InputFault {
  return new InputFault([{ path: [stateField], message: reason }]);
}

/** One move in a game that is not stored. */
async function playUnstored(adapter: AnyAdapter, input: Json): Promise<Json> {
  const text = input[adapter.stateField] as string;
  const read = readPosition(adapter, text);
  if (!read.ok) throw unreadableState(adapter, read.reason);
  const played = adapter.apply.play(read.position, undefined, freshRng());
  if (!played.ok) return refused(adapter, {}, text, played.reason);
  return accepted(adapter, {}, played.position, adapter.encode(played.position));
}

/**
 * One move in a stored game: at most one statement. An id that is none of ours is an analysis board, where nothing is stored;
 * an id of ours without a game of this caller is refused, so that an agent never plays on in a game that is not kept.
 */
async function playStored(adapter: AnyAdapter, { agent }: ToolContext, input: Json): Promise<Json> {
  const gameId = input.gameId as string;
  const text = input[adapter.stateField] as string;
  const key = { gameId, agentId: agent.agentId, gameType: adapter.gameType };
  const read = readPosition(adapter, text);
  if (!read.ok) {
    const stored = looksLikeState(text, adapter) ? await findGamePosition(key) : null;
    if (stored === null) throw unreadableState(adapter, read.reason);
    return positionMismatch(adapter, gameId, stored);
  }
  const played = adapter.apply.play(read.position, input[adapter.apply.move?.field ?? ''], freshRng());
  if (!played.ok) {
    const stored = await findGamePosition(key);
    if (stored === null && isGameId(gameId)) return notKept(adapter, gameId, text);
    const isMismatch = stored !== null && stored !== adapter.encode(read.position);
    return isMismatch ? positionMismatch(adapter, gameId, stored) : refused(adapter, { gameId }, text, played.reason);
  }
  const to = adapter.encode(played.position);
  if (!isGameId(gameId)) return accepted(adapter, { gameId }, played.position, to);
  const { quietMoves, repetition } = adapter;
  const advanced = await advanceGame({
    ...key,
    from: adapter.encode(read.position),
    to,
    quietMoves: quietMoves?.countIn(played.position),
    quietLimit: quietMoves?.limit,
    repetition: repetition && {
      key: repetition.keyOf(played.position),
      isIrreversible: repetition.isIrreversible(played.position),
      limit: repetition.limit,
    },
  });
  if (advanced.kind === 'not_found') return notKept(adapter, gameId, text);
  if (advanced.kind === 'conflict') return positionMismatch(adapter, gameId, advanced.position);
  if (advanced.kind === 'drawn') return refused(adapter, { gameId }, text, 'Illegal move. The game is over: a draw.');
  return accepted(adapter, { gameId }, withStoredDraw(adapter, played.position, advanced), to);
}

/** The position with what only the stored game knows. */
function withStoredDraw({ quietMoves, repetition }: AnyAdapter, position: unknown, advanced: AdvanceResult): unknown {
  if (advanced.kind !== 'played') return position;
  if (advanced.isRepeated) return repetition?.withDraw(position);
  return quietMoves ? quietMoves.withCount(position, advanced.quietMoves) : position;
}

function accepted(adapter: AnyAdapter, game: { gameId?: string }, position: unknown, text: string): Json {
  return {
    ...headOf(adapter),
    ...game,
    legal: true,
    [adapter.stateField]: text,
    ...adapter.snapshot(position, 'apply'),
  };
}

function refused(adapter: AnyAdapter, game: { gameId?: string }, text: string, error: string): Json {
  return { ...headOf(adapter), ...game, legal: false, [adapter.stateField]: text, error };
}

/** The refusal when the caller's position is not the stored one; it contains the stored position. */
function positionMismatch(adapter: AnyAdapter, gameId: string, stored: string): Json {
  const error = `State does not match game ${gameId}. Continue from the ${adapter.stateField} in this answer.`;
  return refused(adapter, { gameId }, stored, error);
}

/** The refusal for an id of ours under which this caller has no game. */
function notKept(adapter: AnyAdapter, gameId: string, text: string): Json {
  const error =
    `Game ${gameId} is not kept any more, or is no ${adapter.gameType} game of yours: begin one with ${adapter.begin.tool}, ` +
    'or send another text as gameId to analyse this position.';
  return refused(adapter, { gameId }, text, error);
}

/** Field names and row separators, which survive when parts of a state are damaged. */
const LANDMARK = /[A-Z]+:|\//g;

/** Whether an unreadable text is a damaged state of this game. */
function looksLikeState(text: string, { example }: AnyAdapter): boolean {
  const wanted = example.position.match(LANDMARK)?.length ?? 0;
  const found = text.match(LANDMARK)?.length ?? 0;
  return found * 2 >= wanted && found > 0;
}

/** The stateless tools of every game that has a stateless adapter, in catalog order. Specification: game-tools.md. */
export const GAME_TOOLS: readonly ToolDefinition[] = ALL_GAMES.flatMap((game) => toolsOf(game));
