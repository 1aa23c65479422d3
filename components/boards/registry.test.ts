import fs from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { ALL_GAMES } from '@/lib/games';
import { ALL_BOARDS } from './all-boards';
import { BOARD_COMPONENTS } from './board-components';
import { PICTURES } from './pictures';
import { BOARDS, findBoard, parseView } from './registry';
import { boardView } from './view';

/** Tests may name the game that they play. */
const isTest = (file: string) => /\.test\.tsx?$|(^|\/)testing\//.test(file);
/** A game is named in its own folder and in the registries; the town is the place of one game. */
/** Boards, the town, the seat of a chat that reads answers of its tools, and the program of a guide that plays one game. */
const mayNameGames = (file: string) =>
  /^components\/boards\/((registry|pictures|board-components|all-boards)\.tsx?$|[a-z_]+\/)|^(app(\/docs)?(\/\([a-z]+\))?|components)\/town\/|^components\/(mcp-app\/seat|console\/connect-guides\/programs)\.ts$/.test(
    file,
  );

async function readSources(): Promise<{ file: string; text: string }[]> {
  const found: { file: string; text: string }[] = [];
  for (const folder of ['app', 'components']) {
    for (const name of await fs.readdir(folder, { recursive: true })) {
      const file = path.join(folder, name);
      if (/\.(tsx?|css)$/.test(file) && !isTest(file)) found.push({ file, text: await fs.readFile(file, 'utf8') });
    }
  }
  return found;
}

/** The name of a game in a text, as `sea_battle`, `sea-battle`, `Sea battle`, `seaBattle` or `SeaBattle`; else null. */
function findName(text: string, { id, title }: { id: string; title: string }): string | null {
  const words = `${id.split('_').join('[ _-]')}|${title.replace(/[^a-z]+/gi, '.{1,3}')}`;
  const camelCase = id.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  const written = new RegExp(`(?<![a-z])(${words})(?![a-z])`, 'i').exec(text);
  return (
    (written ?? new RegExp(`[${camelCase[0]}${camelCase[0]?.toUpperCase()}]${camelCase.slice(1)}`).exec(text))?.[0] ??
    null
  );
}

describe('the boards', () => {
  test('are one for each game of the catalog', () => {
    const games = ALL_GAMES.map(({ id }) => id).sort();
    for (const list of [BOARDS, BOARD_COMPONENTS, ALL_BOARDS, PICTURES])
      expect(Object.keys(list).sort()).toEqual(games);
    expect(findBoard('constructor')).toBeUndefined();
  });

  test('are the only files of the pages that name a game', async () => {
    const found = (await readSources()).flatMap(({ file, text }) => {
      const names = ALL_GAMES.flatMap((game) => findName(text, game) ?? []);
      const isOwn = mayNameGames(file);
      return names.length > 0 && !isOwn ? [`${file}: ${names.join(', ')}`] : [];
    });
    expect(found).toEqual([]);
  });

  test('name no game but their own', async () => {
    const found = (await readSources()).flatMap(({ file, text }) => {
      const own = /^components\/boards\/([a-z_]+)\//.exec(file)?.[1];
      if (own === undefined) return [];
      const others = ALL_GAMES.filter(({ id }) => id !== own);
      return others.flatMap((game) => (findName(text, game) ? [`${file}: ${game.id}`] : []));
    });
    expect(found).toEqual([]);
  });

  test('parse only the fields that they draw, and refuse the view of another version', () => {
    const board = findBoard('tic_tac_toe');
    if (!board) return expect.fail('no board');
    const view = {
      board: ['...', '...', '...'],
      status: 'in_progress',
      turn: 'X',
      winner: null,
      winning_line: null,
      last_move: null,
    };
    expect(parseView(board, { ...view, you: 'X' })).toEqual(view);
    expect(parseView(board, { ...view, stopped: true })).toMatchObject({ turn: null });
    expect(parseView(board, { ...view, board: 'XXX' })).toBeNull();
  });

  test('have a view that the compiler checks against the view of the game', () => {
    interface GameView {
      turn: 'left' | 'right' | null;
      scores: readonly number[];
    }
    boardView<GameView>()({
      turn: v.nullable(v.picklist(['left', 'right'])),
      scores: v.pipe(v.array(v.number()), v.readonly()),
    });
    // @ts-expect-error the game has no such field
    boardView<GameView>()({ score: v.number() });
    // @ts-expect-error the game also has null here
    boardView<GameView>()({ turn: v.picklist(['left', 'right']) });
    // @ts-expect-error the game has numbers here
    boardView<GameView>()({ scores: v.pipe(v.array(v.string()), v.readonly()) });
  });
});
