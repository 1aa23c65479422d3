import { judgePosition, openPosition, playHouse, playOn } from '@/lib/games/practice';
import { type Analysis, analyse } from '@/lib/games/review/analysis';
import { checkMatch } from '@/lib/games/review/check';
import { type MatchRecord, readRecord } from '@/lib/games/review/record';
import type { EngineCall, EngineCalls, EngineProgress, EngineQuestion } from './protocol';

/** What an answer needs beside the rules. */
export interface Surroundings {
  /** The record of a match. @throws Error with the reason */
  fetchText(url: string): Promise<string>;
  onProgress(progress: EngineProgress): void;
}

type Answer = EngineCalls[EngineCall]['answer'];

/**
 * Answers one question of the page. The rules are asked here and nowhere else in the browser: this room alone may import
 * them.
 * @throws Error with words for the reader
 */
export async function answer({ kind, ask }: EngineQuestion, around: Surroundings): Promise<Answer> {
  switch (kind) {
    case 'check':
      return checkMatch(await recordAt(ask.recordUrl, around), ask.shown);
    case 'analyse':
      return analyseAll(await recordAt(ask.recordUrl, around), around);
    case 'open':
      return openPosition(ask.gameId, ask.state);
    case 'play':
      return playOn(ask.gameId, ask.state, ask.move);
    case 'house':
      return playHouse(ask.gameId, ask.state, ask.strength, ask.seed);
    case 'judge':
      return judgePosition(ask.gameId, ask.state);
  }
}

async function recordAt(url: string, { fetchText }: Surroundings): Promise<MatchRecord> {
  return readRecord(await fetchText(url));
}

function analyseAll(record: MatchRecord, { onProgress }: Surroundings): Analysis {
  const work = analyse(record);
  for (;;) {
    const next = work.next();
    if (next.done) return next.value;
    onProgress(next.value);
  }
}
