import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import type { BoardPlay } from '@/components/boards/board';
import { GameBoard } from '@/components/boards/registry';

export interface Look {
  play?: BoardPlay;
  flipped?: boolean;
  mini?: boolean;
  text?: string | null;
}

/** The board of a game as the server writes it. */
export function draw(gameId: string, view: unknown, look: Look = {}): string {
  const { flipped = false, mini = false, text = null, play } = look;
  return renderToStaticMarkup(
    <MantineProvider>
      <GameBoard
        gameId={gameId}
        view={view}
        text={text}
        label="The board"
        flipped={flipped}
        live
        mini={mini}
        play={play}
      />
    </MantineProvider>,
  );
}
