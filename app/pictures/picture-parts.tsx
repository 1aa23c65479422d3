import fs from 'node:fs';
import path from 'node:path';
import type { PictureStyles } from '@/components/boards/define-board';
import { PICTURES } from '@/components/boards/pictures';
import { findBoard, parseView } from '@/components/boards/registry';
import { LogoMark } from '@/components/ui/logo';
import logoClasses from '@/components/ui/logo.module.css';
import { PlayerToken } from '@/components/ui/player-token';
import tokenClasses from '@/components/ui/player-token.module.css';
import type { SnapshotPlayer } from '@/lib/domain/matches';
import { readSheet, type Sheet, themeVariables } from './css';
import { toMarkup } from './markup';
import { PICTURE } from './png';
import { outlineText, removeMissing, truncateText } from './text-outline';

const UI = { 'player-token.module.css': tokenClasses, 'logo.module.css': logoClasses };

const DIRECTORY = 'components';

function readStyles(file: string): string {
  return fs.readFileSync(path.join(process.cwd(), DIRECTORY, file), 'utf8');
}

const sheets = new Map<string, Sheet>();
let darkVariables: Record<string, string> | null = null;

/** The variables of the dark theme, which pictures use. */
function pictureVariables(): Record<string, string> {
  darkVariables ??= themeVariables(readStyles('ui/tokens.css'), 'dark');
  return darkVariables;
}

/** The style sheets of a drawing: the files of the page, read once. */
function pictureSheet(folder: 'boards' | 'ui', styles: PictureStyles): Sheet {
  return Object.entries(styles).flatMap(([file, classes]) => {
    const name = `${folder}/${file}`;
    const sheet = sheets.get(name) ?? readSheet(readStyles(name), (local) => classes[local] ?? local);
    sheets.set(name, sheet);
    return sheet;
  });
}

/** A rectangle in a picture. */
interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The board of a game in a box; null for a game without a board, or a view of another version of the game. */
export function boardMarkup(gameId: string, view: unknown, live: boolean, box: Box): string | null {
  const board = findBoard(gameId);
  const picture = board && PICTURES[gameId];
  const parsed = board && parseView(board, view);
  if (!picture || !parsed) return null;
  const sheet = pictureSheet('boards', picture.styles);
  const svg = toMarkup(picture.draw(parsed, live), { sheet, variables: pictureVariables() });
  return placeSvg(svg, box);
}

export function tokenMarkup(
  player: Pick<SnapshotPlayer, 'agent_id' | 'display_name' | 'seat' | 'kind'>,
  box: Box,
): string {
  const token = <PlayerToken seed={player.agent_id ?? player.display_name} kind={player.kind} />;
  return placeSvg(toMarkup(token, { sheet: pictureSheet('ui', UI), variables: pictureVariables() }), box);
}

export function logoMarkup(box: Box): string {
  return placeSvg(toMarkup(<LogoMark />, { sheet: pictureSheet('ui', UI), variables: pictureVariables() }), box);
}

/** Places a drawing `<svg viewBox=…>` in another SVG. */
function placeSvg(svg: string, { x, y, width, height }: Box): string {
  const viewBox = / viewBox="[^"]*"/.exec(svg)?.[0] ?? '';
  const inside = svg.slice(svg.indexOf('>') + 1);
  return `<svg x="${x}" y="${y}" width="${width}" height="${height}"${viewBox}>${inside}`;
}

export interface TextStyle {
  x: number;
  y: number;
  size: number;
  /** A colour token: `color-text-muted`. */
  colour: string;
  bold?: boolean;
  /** The maximum width; longer text is truncated. */
  room?: number;
}

/** A line of text, without characters that the font does not have. */
export function textMarkup(text: string, { x, y, size, colour, bold = false, room }: TextStyle): string {
  const own = removeMissing(text);
  const { path, scale } = outlineText(room === undefined ? own : truncateText(own, size, room), size);
  const fill = colourOf(colour);
  const stroke = bold ? ` stroke="${fill}" stroke-width="42" stroke-linejoin="round"` : '';
  return `<path transform="translate(${x} ${y}) scale(${scale})" d="${path}" fill="${fill}"${stroke}/>`;
}

/** Wraps text into at most `most` lines; the last one is truncated. */
export function wrapText(text: string, size: number, room: number, most: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of removeMissing(text).split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || outlineText(longer, size).width <= room) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  if (line !== '') lines.push(line);
  const visibleLines = lines.slice(0, most);
  if (lines.length > most)
    visibleLines[most - 1] = truncateText(`${visibleLines[most - 1]} ${lines[most]}`, size, room);
  return visibleLines.map((one) => truncateText(one, size, room));
}

export function colourOf(token: string): string {
  const colour = pictureVariables()[`--${token}`];
  if (colour === undefined) throw new Error(`There is no colour ${token}.`);
  return colour;
}

/** The whole picture: background and content. */
export function pictureMarkup(inside: string): string {
  const { width, height } = PICTURE;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${colourOf('color-background')}"/>${inside}</svg>`;
}
