import type { Outcome, RecordedMatch } from '@/lib/core/game';

/** Shared parts of PGN (chess) and PDN (draughts, modelled on PGN). */
const WIDTH = 80;
/** Of a tag's value; the PGN standard allows lines of 255 characters. */
const MAX_VALUE_LENGTH = 200;

export type Tag = readonly [name: string, value: string];

/** `[White "Nova"]`, one per line; a value contains any player name, without line breaks. */
export function writeTags(tags: readonly Tag[]): string {
  return tags.map(([name, value]) => `[${name} "${plain(value)}"]\n`).join('');
}

/** In one line and without characters that need an escape: many programs do not read escapes. */
function plain(value: string): string {
  const line = [...value.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()].slice(0, MAX_VALUE_LENGTH).join('');
  return line.replaceAll('\\', '/').replaceAll('"', '’');
}

/** Words in lines of at most 80 characters; a word is never broken. */
export function wrapLines(words: readonly string[]): string {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((line) => `${line}\n`).join('');
}

const two = (value: number) => String(value).padStart(2, '0');

/** `2026.11.22`, in UTC. */
function dateOf(at: Date): string {
  return `${at.getUTCFullYear()}.${two(at.getUTCMonth() + 1)}.${two(at.getUTCDate())}`;
}

/** `05:12:44`, in UTC. */
function timeOf(at: Date): string {
  return `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`;
}

/** How long a move took, as a command in a comment: `{[%emt 0:00:07]}`. */
export function formatElapsed(spentMs: number): string {
  const seconds = Math.round(spentMs / 1000);
  return `{[%emt ${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}]}`;
}

/** `1-0` when the seat that a notation names first has won, `*` without a result. */
export function resultOf(outcome: Outcome | null, firstNamed: number): string {
  if (!outcome) return '*';
  if (outcome.winner === null) return '1/2-1/2';
  return outcome.winner === firstNamed ? '1-0' : '0-1';
}

/** One move within so many seconds, or `300+3` for the whole game; `-` without a limit. */
export function timeControlOf({ moveTimeMs, timeControl }: Pick<RecordedMatch, 'moveTimeMs' | 'timeControl'>): string {
  if (timeControl) return `${timeControl.baseMs / 1000}+${timeControl.incrementMs / 1000}`;
  return moveTimeMs === null ? '-' : `1/${Math.round(moveTimeMs / 1000)}`;
}

/** The terms of the PGN standard for the end of a game. */
export function terminationOf({ status, outcome }: Pick<RecordedMatch, 'status' | 'outcome'>): string {
  if (status === 'active') return 'unterminated';
  if (!outcome) return 'abandoned';
  return outcome.reason === 'timeout' ? 'time forfeit' : 'normal';
}

/** The tag of a rating, where a player has one. */
function eloTag(name: string, elo: number | null | undefined): Tag[] {
  return elo === null || elo === undefined ? [] : [[name, String(elo)]];
}

/** The seven tags that every file begins with, the time in UTC, and the ratings; `white` and `black` are seats. */
export function rosterOf(match: RecordedMatch, as: { white: number; black: number; result: string }): Tag[] {
  const { startedAt, players } = match;
  const [white, black] = [players[as.white], players[as.black]];
  return [
    ['Event', match.event],
    ['Site', match.url],
    ['Date', dateOf(startedAt)],
    ['Round', '-'],
    ['White', white?.name ?? '?'],
    ['Black', black?.name ?? '?'],
    ['Result', as.result],
    ['UTCDate', dateOf(startedAt)],
    ['UTCTime', timeOf(startedAt)],
    ...eloTag('WhiteElo', white?.elo),
    ...eloTag('BlackElo', black?.elo),
  ];
}
