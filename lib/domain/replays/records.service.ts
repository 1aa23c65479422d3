import { createHash } from 'node:crypto';
import { now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import type { AnyGame, GameRecord, RecordedMatch } from '@/lib/core/game';
import { PromiseCache } from '@/lib/core/promise-cache';
import { matchStream } from '@/lib/core/stream';
import { findArchivedHistory, loadMatchSnapshot, type MatchKind, type MatchRow, readMatch } from '@/lib/domain/matches';
import { readEvents } from '@/lib/events';
import { gameById } from '@/lib/games';
import { whyNoBoard } from '@/lib/games/practice';
import { resimulate, type Simulation } from '@/lib/games/simulate';
import { type Archived, archivedError, findArchivedInputs, findInputs, type RecordedInput } from './replays.repo';

/** Raised when a reader of the format must change; an added field does not raise it. */
const FORMAT_VERSION = 1;
const PAGE_SIZE = 1_000;
/** A long game of chess is 10 KB; to play it again takes some 40 ms. */
const MAX_CACHED_NOTATIONS = 500;
/** Words are hidden and names removed after the end too: what was read before them is not confirmed longer than this. */
const CONFIRMED_MS = 3_600_000;
const LINES_TYPE = 'application/x-ndjson; charset=utf-8';

/** Notations of matches that are over, by their version, which changes every hour. */
const written = new PromiseCache<string>(MAX_CACHED_NOTATIONS);

/** A match as a file to keep. */
export interface RecordFile {
  name: string;
  mediaType: string;
  /** Changes whenever the content does; known without reading it. */
  version: string;
  /** The content is final. */
  isFinal: boolean;
  /** The content, in pieces; read only when it is needed. */
  read(): AsyncGenerator<string>;
}

export type RecordExtension = 'jsonl' | GameRecord<unknown>['extension'];

/**
 * A match as a file: `jsonl` for every game, and the notation of its players where it has one. While a match of
 * hidden information runs, it contains only what the public sees.
 * @throws NOT_FOUND when there is no such match or its game has no such notation; INVALID_STATE when it must end first; ARCHIVED when
 * its inputs or events were removed
 */
export async function openRecord(args: {
  matchId: string;
  extension: RecordExtension;
  /** Where people look at the match. */
  url: string;
}): Promise<RecordFile> {
  const match = await readMatch(args.matchId);
  const game = match && gameById(match.gameId);
  if (!match || !game) throw new AppError('NOT_FOUND', 'There is no match with this id.');
  const archived = await findArchivedRecord(match);
  if (archived) throw archivedError(PLAYED, archived);
  const file = {
    name: `botplay-${game.id}-${match.startedAt.toISOString().slice(0, 10)}-${match.id.slice(-8)}.${args.extension}`,
    version: versionOf(game, match, args),
    isFinal: match.closedAt !== null,
  };
  if (args.extension === 'jsonl') return { ...file, mediaType: LINES_TYPE, read: () => exportMatch(match) };
  const { record } = game;
  if (record?.extension !== args.extension)
    throw new AppError('NOT_FOUND', `${game.title} is not written as ${args.extension.toUpperCase()}.`);
  if (!arePublicInputs(game, match))
    throw new AppError('INVALID_STATE', 'The record can be read after the end of the match.');
  const write = () => writeNotation(record, match, args.url);
  const text = () => (file.isFinal ? written.get(file.version, write) : write());
  return { ...file, mediaType: record.mediaType, read: () => inOnePiece(text) };
}

const PLAYED = 'The moves of this match';

/** When inputs or events of a match that is over left. A running match has all of them. */
async function findArchivedRecord(match: MatchRow): Promise<Archived | null> {
  if (match.status === 'active') return null;
  return (await findArchivedInputs(match.id)) ?? findArchivedHistory(match);
}

/**
 * What the content follows from: the row, the rules and the format by which it is written, and where people look at it.
 * Nothing is played again for it. While a match runs it follows from the newest public event alone: the row changes with
 * every secret move and every look, and a repeated request must not reveal those.
 */
function versionOf(game: AnyGame, match: MatchRow, { extension, url }: { extension: string; url: string }): string {
  const version = match.status === 'active' ? (match.head.lastIds.public ?? '') : match.version;
  const row = [match.id, version, match.closedAt?.getTime() ?? 0];
  const period = Math.floor(now().getTime() / CONFIRMED_MS);
  const means = [game.version, extension, FORMAT_VERSION, url, ...(match.closedAt ? [period] : [])];
  return createHash('sha256')
    .update([...row, ...means].join(' '))
    .digest('base64url')
    .slice(0, 24);
}

/** Whether everyone may read the inputs. While a match runs, only those of a game that declares perfect information. */
function arePublicInputs(game: AnyGame, match: MatchRow): boolean {
  return match.status !== 'active' || game.information === 'perfect';
}

/**
 * A match as JSON lines, by docs/records.md: what it is, its inputs, its events, how it ended. While it runs only public
 * events are included, and its inputs only where nothing is hidden; afterwards everything, with the seed, so that anyone can
 * play it again.
 */
async function* exportMatch(match: MatchRow): AsyncGenerator<string> {
  const snapshot = await loadMatchSnapshot({ matchId: match.id, viewer: 'spectator' });
  const game = gameById(match.gameId);
  if (!snapshot || !game) throw new AppError('NOT_FOUND', 'There is no match with this id.');
  const {
    view: _view,
    text: _text,
    clock: _clock,
    cursor: _cursor,
    rivalry: _,
    commentary: _line,
    ...header
  } = snapshot;
  const format = { format: 'botplay-match', format_version: FORMAT_VERSION };
  yield line('match', {
    ...format,
    ...header,
    game_version: match.gameVersion,
    options: match.options,
    move_time_ms: match.moveTimeMs,
  });
  let inputs = 0;
  if (arePublicInputs(game, match)) {
    for await (const { n, seat, move, at, spentMs } of pagesOfInputs(match.id)) {
      inputs++;
      yield line('input', { n, seat, move, at, spent_ms: spentMs });
    }
  }
  const events = yield* exportEvents(match);
  const { status, outcome, end_reason, seed } = header;
  yield line('end', { status, outcome, end_reason, seed, inputs, events });
}

async function* exportEvents(match: MatchRow): AsyncGenerator<string, number> {
  const audiences = match.status === 'active' ? (['public'] as const) : 'all';
  let after = '';
  for (let count = 0; ; ) {
    const events = await readEvents({ stream: matchStream(match.id), after, audiences, limit: PAGE_SIZE });
    for (const { id, audience, type, at, data } of events) yield line('event', { id, audience, type, at, data });
    count += events.length;
    if (events.length < PAGE_SIZE) return count;
    after = events.at(-1)?.id ?? after;
  }
}

const line = (kind: string, data: object): string => `${JSON.stringify({ line: kind, ...data })}\n`;

async function* pagesOfInputs(matchId: string): AsyncGenerator<RecordedInput> {
  for (let after = 0; ; after += PAGE_SIZE) {
    const page = await findInputs(matchId, after, PAGE_SIZE);
    yield* page;
    if (page.length < PAGE_SIZE) return;
  }
}

/** Every input of a match in order; a match has no more than its game can take. @throws ARCHIVED when they were removed */
export async function readInputs(matchId: string): Promise<RecordedInput[]> {
  const inputs: RecordedInput[] = [];
  for await (const input of pagesOfInputs(matchId)) inputs.push(input);
  const archived = inputs.length === 0 ? await findArchivedInputs(matchId) : null;
  if (archived) throw archivedError(PLAYED, archived);
  return inputs;
}

const EVENTS: Record<MatchKind, string> = {
  exhibition: 'Botplay exhibition',
  lobby: 'Botplay match',
  solo: 'Botplay practice against a house bot',
  league: 'Botplay league match',
  town: 'Botplay match in town',
};

async function* inOnePiece(text: () => Promise<string>): AsyncGenerator<string> {
  yield await text();
}

async function writeNotation(record: GameRecord<unknown>, match: MatchRow, url: string): Promise<string> {
  const inputs = await readInputs(match.id);
  return record.write(recordedMatch(match, inputs, playAgain(match, inputs), url));
}

/** @throws INVALID_STATE when the rules of today refuse what was played under older ones */
function playAgain({ gameId, seed, options, seats }: MatchRow, inputs: readonly RecordedInput[]): Simulation {
  try {
    return resimulate({ gameId, seed, options, seats: seats.length, inputs });
  } catch (cause) {
    throw new AppError('INVALID_STATE', 'This match was played under older rules, so its notation cannot be written.', {
      cause,
    });
  }
}

function recordedMatch(
  match: MatchRow,
  inputs: readonly RecordedInput[],
  { steps }: Simulation,
  url: string,
): RecordedMatch {
  const played = inputs.flatMap(({ seat, move, spentMs }, index) => {
    const step = steps[index + 1];
    const notation = step?.events.find(({ type }) => type === 'move_played')?.data.notation;
    return !step || seat === null || typeof notation !== 'string'
      ? []
      : [{ move: { seat, move, notation, spentMs }, state: step.state }];
  });
  return {
    url,
    event: match.rated ? `${EVENTS[match.kind]}, rated` : EVENTS[match.kind],
    startedAt: match.startedAt,
    status: match.status,
    moveTimeMs: match.moveTimeMs,
    timeControl: match.timeControl,
    players: match.seats.map(({ displayName, kind, eloBefore }) => ({ name: displayName, kind, elo: eloBefore })),
    states: [steps[0]?.state, ...played.map(({ state }) => state)],
    moves: played.map(({ move }) => move),
    outcome: match.outcome,
  };
}

/**
 * Where an unrated board takes up a finished match: the position after so many moves, as its game encodes it. While a
 * match runs it is withheld: a board with an engine beside it would help the players.
 * @throws NOT_FOUND when there is no such match or its game has no board; INVALID_STATE while it runs
 */
export async function positionOfMatch(args: {
  matchId: string;
  /** null: the last position. */
  ply: number | null;
}): Promise<{ gameId: string; state: string }> {
  const match = await readMatch(args.matchId);
  const game = match && gameById(match.gameId);
  if (!match || !game) throw new AppError('NOT_FOUND', 'There is no match with this id.');
  const closed = whyNoBoard(game);
  if (closed) throw new AppError('NOT_FOUND', closed);
  if (match.status === 'active') throw new AppError('INVALID_STATE', 'A match can be continued when it is over.');
  const { steps } = playAgain(match, await readInputs(match.id));
  const last = Math.min(match.ply, steps.length - 1);
  const at = Math.max(0, Math.min(args.ply ?? last, last));
  return { gameId: game.id, state: game.encode(steps[at]?.state) };
}
