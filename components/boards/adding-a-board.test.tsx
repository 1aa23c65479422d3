import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { toMarkup } from '@/app/pictures/markup';
import type { BoardProps } from './board-props';
import { type BoardPicture, defineBoard } from './define-board';
import { DefinedBoard } from './game-board';
import { Targets } from './player-parts';
import { parseView } from './registry';
import { countMatches, playOf, renderLoaded } from './testing/draw';
import { asFinished, boardView, MATCH_IS_OVER } from './view';

// A tiny game that follows the steps of docs/adding-a-board.md: two players put stones on three cells.

interface StonesGameView {
  cells: ('black' | 'white' | null)[];
  turn: 'black' | 'white' | null;
  /** Not drawn. */
  history: string[];
}

// Step: the view.
const stonesView = boardView<StonesGameView>()({
  cells: v.array(v.nullable(v.picklist(['black', 'white']))),
  turn: v.nullable(v.picklist(['black', 'white'])),
});
type StonesView = v.InferOutput<typeof stonesView>;

// Step: the drawing and the board.
function StonesDrawing({ view }: { view: StonesView }) {
  return (
    <svg viewBox="0 0 30 10" aria-hidden>
      {view.cells.map((cell, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
        <circle key={index} cx={10 * index + 5} cy="5" r="4" fill={cell ?? 'none'} data-cell={cell ?? 'empty'} />
      ))}
    </svg>
  );
}

function StonesBoard({ view, play }: BoardProps<StonesView>) {
  const targets = view.cells.map((cell, index) => ({
    id: String(index),
    label: `Cell ${index + 1}, ${cell ?? 'empty'}`,
    row: 0,
    column: index,
    box: { left: index * 33, top: 0, width: 33, height: 100 },
    disabled: !play?.legalMoves.includes(index),
  }));
  return (
    <>
      <StonesDrawing view={view} />
      {play && (
        <Targets targets={targets} onPick={(id) => play.onMove(Number(id))} isSending={play.isSending} label="Cells" />
      )}
    </>
  );
}

// Step: the picture.
const stonesPicture: BoardPicture<StonesView> = { draw: (view) => <StonesDrawing view={view} />, styles: {} };

// Step: the texts, and the entry.
const stones = defineBoard<StonesView>({
  view: stonesView,
  describeStanding: ({ cells }) => `${cells.filter(Boolean).length} of 3 stones`,
  describePosition: ({ cells, turn }) =>
    `${cells.map((cell) => cell ?? '.').join(' ')}\n${turn ? `${turn} to move.` : MATCH_IS_OVER}`,
  describeKeyMoment: (before, after) =>
    before.cells.includes(null) && !after.cells.includes(null) ? 'The last cell is filled' : null,
});

const view: StonesGameView = { cells: ['black', null, null], turn: 'white', history: ['1'] };

function draw(given: unknown, play?: BoardProps['play']): Promise<string> {
  return renderLoaded(
    <DefinedBoard
      definition={stones}
      Board={StonesBoard}
      view={given}
      flipped={false}
      live
      label="Stones. 1 of 3 stones."
      fallback={<p>As text</p>}
      play={play}
    />,
  );
}

describe('a game that follows docs/adding-a-board.md', () => {
  test('is drawn as one image for a spectator', async () => {
    const drawn = await draw(view);
    expect(drawn).toContain('role="img" aria-label="Stones. 1 of 3 stones."');
    expect(countMatches(drawn, /data-cell="black"/g)).toBe(1);
    expect(drawn).not.toContain('<button');
  });

  test('has a button for each place while the viewer may act', async () => {
    const drawn = await draw(view, playOf([1, 2]));
    expect(drawn).toContain('role="group"');
    expect(countMatches(drawn, /<button/g)).toBe(3);
    expect(countMatches(drawn, /aria-disabled="true"/g)).toBe(1);
  });

  test('is shown as text for a view that the board does not accept', async () => {
    expect(await draw({ cells: 'black' })).toContain('As text');
  });

  test('keeps only the fields of its view, and ends the turn of a stopped match', () => {
    expect(parseView(stones, view)).toEqual({ cells: view.cells, turn: 'white' });
    const stopped = parseView(stones, asFinished(view, true)) as StonesView;
    expect(stones.describePosition(stopped)).toBe(`black . .\n${MATCH_IS_OVER}`);
  });

  test('has a picture without styles, scripts and buttons', () => {
    const svg = toMarkup(stonesPicture.draw(v.parse(stonesView, view), true), { sheet: [], variables: {} });
    expect(svg).toBe(
      '<svg viewBox="0 0 30 10"><circle cx="5" cy="5" r="4" fill="black"></circle><circle cx="15" cy="5" r="4" fill="none"></circle><circle cx="25" cy="5" r="4" fill="none"></circle></svg>',
    );
  });
});
