import type { AnyGame } from '@/lib/core/game';
import { blackjackCommentary } from '@/lib/games/blackjack/commentary';
import { checkersCommentary } from '@/lib/games/checkers/commentary';
import { chessCommentary } from '@/lib/games/chess/commentary';
import { evenOddCommentary } from '@/lib/games/even-odd/commentary';
import { fourCommentary } from '@/lib/games/four-in-a-row/commentary';
import { mancalaCommentary } from '@/lib/games/mancala/commentary';
import { seaBattleCommentary } from '@/lib/games/sea-battle/commentary';
import { slotsCommentary } from '@/lib/games/slots/commentary';
import { ticTacToeCommentary } from '@/lib/games/tic-tac-toe/commentary';
import { GENERAL, generalRemark } from './general';
import type { Commentary, Occasion, PublicStep, Remark } from './occasion';

// biome-ignore lint/suspicious/noExplicitAny: each entry was checked against the view of its own game.
type AnyCommentary = Commentary<any, any>;

/**
 * What the platform says about a match, by the id of the game. To add a game, add it here. In Werewolf the Town Crier of the
 * game itself speaks.
 */
export const COMMENTARIES: Readonly<Record<string, AnyCommentary>> = {
  tic_tac_toe: ticTacToeCommentary,
  chess: chessCommentary,
  checkers: checkersCommentary,
  four_in_a_row: fourCommentary,
  mancala: mancalaCommentary,
  sea_battle: seaBattleCommentary,
  even_odd: evenOddCommentary,
  blackjack: blackjackCommentary,
  slots: slotsCommentary,
};

/** What {@link commentOn} needs of a match. */
export interface CommentedMatch {
  id: string;
  game: Pick<AnyGame, 'id' | 'title'>;
  /** Number of seats. */
  seats: number;
}

/**
 * One line about a step of a match, with `{0}` and `{1}` for the names of the seats; null where nothing is said. It is made of
 * what the public saw, the id of the match and the number of the move alone, so that it is the same wherever it is made.
 */
export function commentOn(match: CommentedMatch, step: PublicStep<unknown>): string | null {
  const commentary = COMMENTARIES[match.game.id];
  if (!commentary) return null;
  const general = generalRemark(step, { title: match.game.title, seats: match.seats, wins: commentary.wins });
  const remark = general ?? commentary.remark(step);
  if (!remark) return null;
  const occasion = general ? GENERAL[general.occasion] : (commentary.occasions[remark.occasion] as Occasion);
  return write(remark, occasion, formAt(`${match.id} ${remark.occasion}`, step.ply));
}

/** The number of lines of an occasion. */
const FORMS = 15;

/**
 * The form of a line. Neighbouring moves share neither its opening nor its ending, and a form returns after eight moves at
 * the earliest.
 */
function formAt(key: string, ply: number): number {
  return (hash(key) + (ply >> 1) + (ply & 1) * 8) % FORMS;
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}

/** The characters of a line that two lines of a card hold, behind "Botplay: ". */
const MAX_LENGTH = 66;
/** Stands for a name in the length of a line. */
const NAME = 'Kestrel';

/** The opening with the ending of the form, with the next ending that leaves the line short enough, or without one. */
function write({ me, you, words = {} }: Remark, { openings, endings }: Occasion, form: number): string {
  const fill = (text: string) =>
    text
      .replace(/\{(\w+)\}/g, (braces, word: string) => String(words[word] ?? braces))
      .replaceAll('{me}', `{${me}}`)
      .replaceAll('{you}', `{${you}}`);
  const opening = fill(openings[form % openings.length] as string);
  const lines = endings.map((_, at) => `${opening} ${fill(endings[(form + at) % endings.length] as string)}`);
  return lines.find((line) => lengthWithNames(line) <= MAX_LENGTH) ?? opening;
}

/** The length of a line on a page, where seats are names. */
export const lengthWithNames = (line: string): number => line.replace(/\{\d\}/g, NAME).length;
