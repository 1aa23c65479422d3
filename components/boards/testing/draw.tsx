import { text as readText } from 'node:stream/consumers';
import type { ReactNode } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import type { BoardPlay } from '@/components/boards/board-props';
import { GameBoard } from '@/components/boards/game-board';

export interface BoardOptions {
  play?: BoardPlay;
  flipped?: boolean;
  mini?: boolean;
  text?: string | null;
}

/** The HTML of an element when all of its parts are loaded, as the server writes it. */
export async function renderLoaded(element: ReactNode): Promise<string> {
  const failures: unknown[] = [];
  const { prelude } = await prerenderToNodeStream(element, { onError: (error) => void failures.push(error) });
  const html = await readText(prelude);
  if (failures.length > 0) throw failures[0];
  return html.replaceAll(/<!--.*?-->/g, '');
}

/** The board of a game as the server writes it. */
export async function draw(gameId: string, view: unknown, look: BoardOptions = {}): Promise<string> {
  const { flipped = false, mini = false, text = null, play } = look;
  return renderLoaded(
    <GameBoard
      gameId={gameId}
      view={view}
      text={text}
      label="The board"
      flipped={flipped}
      live
      mini={mini}
      play={play}
    />,
  );
}

/** How often a pattern occurs in drawn markup. */
export function countMatches(markup: string, pattern: RegExp): number {
  return [...markup.matchAll(pattern)].length;
}

/** The opening tags of all buttons. */
export function buttonTags(markup: string): string[] {
  return [...markup.matchAll(/<button[^>]*>/g)].map(([tag]) => tag);
}

/** The label and the key of each button that has a key. */
export function buttonKeys(markup: string): [string | undefined, string | undefined][] {
  const pattern = /<button[^>]*aria-label="([^"]+)"[^>]*aria-keyshortcuts="([^"]+)"/g;
  return [...markup.matchAll(pattern)].map(([, label, key]) => [label, key]);
}

/** Lets a viewer act, and ignores the moves. */
export function playOf(legalMoves: readonly unknown[]): BoardPlay {
  return { legalMoves, onMove: () => {}, isSending: false };
}
