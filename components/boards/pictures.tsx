import type { ReactElement } from 'react';
import blackjackClasses from './blackjack.module.css';
import { BlackjackTable } from './blackjack_table';
import checkersClasses from './checkers.module.css';
import { CheckersDrawing } from './checkers_drawing';
import chessClasses from './chess.module.css';
import { ChessDrawing } from './chess_drawing';
import { piecesOf } from './chess_position';
import { EvenOddDrawing } from './even_odd';
import evenOddClasses from './even_odd.module.css';
import { FourInARowDrawing } from './four_in_a_row';
import fourInARowClasses from './four_in_a_row.module.css';
import { MancalaDrawing } from './mancala';
import mancalaClasses from './mancala.module.css';
import playingCardClasses from './playing_card.module.css';
import { SeaBattleDrawing } from './sea_battle';
import seaBattleClasses from './sea_battle.module.css';
import slotSymbolClasses from './slot_symbol.module.css';
import slotsClasses from './slots.module.css';
import { SlotsCabinet } from './slots_cabinet';
import squaresClasses from './squares.module.css';
import { TicTacToeDrawing } from './tic_tac_toe';
import ticTacToeClasses from './tic_tac_toe.module.css';
import {
  blackjackView,
  checkersView,
  chessView,
  evenOddView,
  fourInARowView,
  mancalaView,
  seaBattleView,
  slotsView,
  ticTacToeView,
} from './views';

/** The style sheets of a drawing by the names of their files, each with what its classes are called in the markup. */
export type PictureStyles = Readonly<Record<string, Readonly<Record<string, string | undefined>>>>;

/** A board as a drawing alone: no hooks, nothing of the browser, the very elements that the page shows. */
interface BoardPicture {
  draw: (view: unknown, live: boolean) => ReactElement;
  styles: PictureStyles;
}

/** By game id. A picture is made of what the public sees. */
export const BOARD_PICTURES: Readonly<Record<string, BoardPicture>> = {
  chess: {
    draw(given, live) {
      const view = chessView.parse(given);
      return <ChessDrawing view={view} pieces={piecesOf(view.fen)} flipped={false} live={live} mini={false} />;
    },
    styles: { 'squares.module.css': squaresClasses, 'chess.module.css': chessClasses },
  },
  tic_tac_toe: {
    draw: (view, live) => <TicTacToeDrawing view={ticTacToeView.parse(view)} live={live} mini />,
    styles: { 'tic_tac_toe.module.css': ticTacToeClasses },
  },
  even_odd: {
    draw: (view, live) => <EvenOddDrawing view={evenOddView.parse(view)} live={live} mini={false} hand={[]} />,
    styles: { 'even_odd.module.css': evenOddClasses },
  },
  checkers: {
    draw: (view, live) => <CheckersDrawing view={checkersView.parse(view)} flipped={false} live={live} mini={false} />,
    styles: { 'squares.module.css': squaresClasses, 'checkers.module.css': checkersClasses },
  },
  four_in_a_row: {
    draw: (view, live) => (
      <FourInARowDrawing view={fourInARowView.parse(view)} flipped={false} live={live} mini={false} />
    ),
    styles: { 'four_in_a_row.module.css': fourInARowClasses },
  },
  mancala: {
    draw: (view, live) => <MancalaDrawing view={mancalaView.parse(view)} flipped={false} live={live} mini={false} />,
    styles: { 'mancala.module.css': mancalaClasses },
  },
  sea_battle: {
    draw: (view, live) => <SeaBattleDrawing view={seaBattleView.parse(view)} flipped={false} live={live} mini />,
    styles: { 'sea_battle.module.css': seaBattleClasses },
  },
  blackjack: {
    draw: (view) => (
      <BlackjackTable view={blackjackView.parse(view)} mini={false} isActing={false} turns={new Map()} id="arc" />
    ),
    styles: { 'blackjack.module.css': blackjackClasses, 'playing_card.module.css': playingCardClasses },
  },
  slots: {
    draw: (view) => (
      <SlotsCabinet view={slotsView.parse(view)} mini={false} isActing={false} isNew={false} id="window" />
    ),
    styles: { 'slots.module.css': slotsClasses, 'slot_symbol.module.css': slotSymbolClasses },
  },
};
