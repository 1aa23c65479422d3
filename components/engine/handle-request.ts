import { judgePosition, openPosition, playBotMove, playPracticeMove } from '@/lib/games/practice';
import { type Analysis, analyse, judgedGame } from '@/lib/games/review/analysis';
import { checkMatch } from '@/lib/games/review/check';
import { JudgedLine } from '@/lib/games/review/judged-line';
import { type MatchRecord, readRecord } from '@/lib/games/review/record';
import type { EngineCall, EngineCalls, EngineProgress, EngineRequest } from './protocol';

/** What handling a request needs beside the rules. */
export interface WorkerContext {
  /** The record of a match. @throws Error with the reason */
  fetchText(url: string): Promise<string>;
  onProgress(progress: EngineProgress): void;
}

type Output = EngineCalls[EngineCall]['output'];

/**
 * Handles one request of the page. This folder alone imports the rules in the browser.
 * @throws Error with a message for the reader
 */
export async function handleRequest({ kind, input }: EngineRequest, context: WorkerContext): Promise<Output> {
  switch (kind) {
    case 'check':
      return checkMatch(await fetchRecord(input.recordUrl, context), input.positions);
    case 'analyse':
      return runAnalysis(await fetchRecord(input.recordUrl, context), context);
    case 'judgePly':
      return lineOf(input.gameId).judge(input.moves);
    case 'open':
      return openPosition(input.gameId, input.state);
    case 'play':
      return playPracticeMove(input.gameId, input.state, input.move);
    case 'playBot':
      return playBotMove(input.gameId, input.state, input.strength, input.seed);
    case 'judge':
      return judgePosition(input.gameId, input.state);
  }
}

/** The last match of each game: its next position shares all moves but one. */
const lines = new Map<string, JudgedLine>();

function lineOf(gameId: string): JudgedLine {
  const judged = judgedGame(gameId);
  if (!judged) throw new Error('This game has no judge.');
  const line = lines.get(gameId) ?? new JudgedLine(judged);
  lines.set(gameId, line);
  return line;
}

async function fetchRecord(url: string, { fetchText }: WorkerContext): Promise<MatchRecord> {
  return readRecord(await fetchText(url));
}

function runAnalysis(record: MatchRecord, { onProgress }: WorkerContext): Analysis {
  const work = analyse(record);
  for (;;) {
    const next = work.next();
    if (next.done) return next.value;
    onProgress(next.value);
  }
}
