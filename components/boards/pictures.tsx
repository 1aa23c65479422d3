import type { ReactElement } from 'react';
import chessClasses from './chess.module.css';
import { ChessDrawing } from './chess_drawing';
import { piecesOf } from './chess_position';
import { EvenOddDrawing } from './even_odd';
import evenOddClasses from './even_odd.module.css';
import { TicTacToeDrawing } from './tic_tac_toe';
import ticTacToeClasses from './tic_tac_toe.module.css';
import { chessView, evenOddView, ticTacToeView } from './views';

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
    styles: { 'chess.module.css': chessClasses },
  },
  tic_tac_toe: {
    draw: (view, live) => <TicTacToeDrawing view={ticTacToeView.parse(view)} live={live} mini />,
    styles: { 'tic_tac_toe.module.css': ticTacToeClasses },
  },
  even_odd: {
    draw: (view, live) => <EvenOddDrawing view={evenOddView.parse(view)} live={live} mini={false} hand={[]} />,
    styles: { 'even_odd.module.css': evenOddClasses },
  },
};
