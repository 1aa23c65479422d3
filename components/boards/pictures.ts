import { blackjackPicture } from './blackjack/picture';
import { checkersPicture } from './checkers/picture';
import { chessPicture } from './chess/picture';
import type { BoardPicture } from './define-board';
import { evenOddPicture } from './even_odd/picture';
import { fourInARowPicture } from './four_in_a_row/picture';
import { mancalaPicture } from './mancala/picture';
import { seaBattlePicture } from './sea_battle/picture';
import { slotsPicture } from './slots/picture';
import { ticTacToePicture } from './tic_tac_toe/picture';
import { werewolfPicture } from './werewolf/picture';

/** The game whose first position stands for all boards. */
export const SHOWN_FIRST = 'chess';

/** The drawings for preview images and small boards of cards by game id. Only the server draws them. */
// biome-ignore lint/suspicious/noExplicitAny: the views differ; each picture was checked in its own file.
export const PICTURES: Readonly<Record<string, BoardPicture<any>>> = {
  chess: chessPicture,
  tic_tac_toe: ticTacToePicture,
  checkers: checkersPicture,
  four_in_a_row: fourInARowPicture,
  mancala: mancalaPicture,
  sea_battle: seaBattlePicture,
  even_odd: evenOddPicture,
  blackjack: blackjackPicture,
  slots: slotsPicture,
  werewolf: werewolfPicture,
};
