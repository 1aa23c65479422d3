import { signature } from './match-picture';
import { boardMarkup, logoMarkup, pictureMarkup, textMarkup, wrapText } from './picture-parts';
import { isReadable } from './text-outline';

export interface PlainPicture {
  title: string;
  about: string;
  /** A line below: the publisher, the number of players. */
  note: string;
  /** A position of a built-in game, shown beside the text. */
  board?: { gameId: string; view: unknown };
}

const BOARD = { x: 40, y: 40, width: 550, height: 550 };
const MARK = { x: 195, y: 195, width: 240, height: 240 };
const COLUMN = 640;
const ROOM = 520;
const TITLE = { size: 52, line: 62, top: 110 };
/** In place of a name in a script that our fonts do not have. */
const NAMELESS = 'An experience on Botplay';
const ABOUT = { size: 28, line: 40 };

/** The preview image of an experience: name, summary, board. SVG, 1200 by 630. */
export function plainPicture({ title, about, note, board }: PlainPicture): string {
  const drawn = board ? boardMarkup(board.gameId, board.view, false, BOARD) : null;
  const titles = wrapText(isReadable(title) ? title : NAMELESS, TITLE.size, ROOM, 2);
  const below = TITLE.top + (titles.length - 1) * TITLE.line + 60;
  const lines = wrapText(about, ABOUT.size, ROOM, 4);
  return pictureMarkup(
    [
      drawn ?? logoMarkup(MARK),
      ...titles.map((line, index) =>
        textMarkup(line, {
          x: COLUMN,
          y: TITLE.top + index * TITLE.line,
          size: TITLE.size,
          colour: 'color-text',
          bold: true,
        }),
      ),
      ...lines.map((line, index) =>
        textMarkup(line, { x: COLUMN, y: below + index * ABOUT.line, size: ABOUT.size, colour: 'color-text-muted' }),
      ),
      textMarkup(note, { x: COLUMN, y: 500, size: 24, colour: 'color-text-faint', room: ROOM }),
      signature(),
    ].join(''),
  );
}
