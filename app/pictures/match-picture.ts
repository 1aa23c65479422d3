import { describeStanding } from '@/components/boards/describe';
import { asFinished } from '@/components/boards/view';
import { shortName } from '@/components/match/names';
import { outcomeSentence } from '@/components/match/sentences';
import { KINDS } from '@/components/ui/kinds';
import { capitalize } from '@/components/ui/text';
import type { LiveMatch, SnapshotPlayer } from '@/lib/domain/matches';
import { boardMarkup, colourOf, logoMarkup, pictureMarkup, textMarkup, tokenMarkup, wrapText } from './picture-parts';
import { isReadable, outlineText, removeMissing } from './text-outline';

const BOARD = { x: 40, y: 40, width: 550, height: 550 };
const COLUMN = { x: 640, right: 1160 };
const ROOM = COLUMN.right - COLUMN.x;

/** The preview image of a match: board, players, standing. SVG, 1200 by 630. */
export function matchPicture(match: LiveMatch): string {
  const live = match.status === 'active';
  const board = boardMarkup(match.game_type, asFinished(match.view, !live), live, BOARD);
  return pictureMarkup([board ?? '', head(match), players(match), standing(match), signature()].join(''));
}

function head({ title, status }: LiveMatch): string {
  const game = textMarkup(title, { x: COLUMN.x, y: 84, size: 34, colour: 'color-text-muted', room: ROOM - 130 });
  if (status === 'cancelled') return game;
  const live = status === 'active';
  const word = live ? 'LIVE' : 'Final';
  const [ground, ink] = live ? ['amber-soft', 'amber-text'] : ['green-soft', 'green-text'];
  const width = outlineText(word, 22).width + 36;
  const pill = `<rect x="${COLUMN.right - width}" y="54" width="${width}" height="40" rx="20" fill="${colourOf(ground)}"/>`;
  return game + pill + textMarkup(word, { x: COLUMN.right - width + 18, y: 82, size: 22, colour: ink, bold: true });
}

/** Two players have large rows, up to five smaller ones; more stand in two columns with their names alone. */
function players(match: LiveMatch): string {
  const count = match.players.length;
  if (count > 5) return match.players.map((player, index) => crowdedPlayer(match, player, index)).join('');
  const isFew = count <= 2;
  const [top, height, token] = isFew ? [130, 124, 84] : [118, 62, 46];
  return match.players
    .map((player, index) => playerRow(match, player, { y: top + index * height, token, isFew }))
    .join('');
}

const CROWD = { top: 124, height: 76, token: 52, width: ROOM / 2, columns: 2 } as const;

/** One of many players: the token, the name, and the result below it. */
function crowdedPlayer(match: LiveMatch, player: SnapshotPlayer, index: number): string {
  const { top, height, token, width, columns } = CROWD;
  const x = COLUMN.x + (index % columns) * width;
  const y = top + Math.floor(index / columns) * height;
  const room = width - token - 28;
  const result = match.outcome?.results.find((entry) => entry.seat === player.seat)?.result;
  const [word, colour] = result ? RESULTS[result] : [noteOf(player), 'color-text-muted'];
  const text = x + token + 14;
  return [
    tokenMarkup(player, { x, y, width: token, height: token }),
    textMarkup(shortNameOf(player), { x: text, y: y + 24, size: 24, colour: 'color-text', bold: true, room }),
    textMarkup(word, { x: text, y: y + 47, size: 17, colour, room }),
  ].join('');
}

/** The name without the kind of the player, which the ring of the token shows. */
const shortNameOf = (player: SnapshotPlayer): string => nameOf({ ...player, display_name: shortName(player) });

const RESULTS = {
  win: ['Won', 'green-text'],
  draw: ['Draw', 'color-text-muted'],
  loss: ['Lost', 'color-text-faint'],
} as const;

interface Row {
  y: number;
  token: number;
  isFew: boolean;
}

function playerRow(match: LiveMatch, player: SnapshotPlayer, { y, token, isFew }: Row): string {
  const size = isFew ? 38 : 26;
  const x = COLUMN.x + token + 20;
  const result = match.outcome?.results.find((entry) => entry.seat === player.seat)?.result;
  const [word, colour] = result ? RESULTS[result] : ['', 'color-text'];
  const end = word === '' ? 0 : outlineText(word, size * 0.7).width + 20;
  const room = COLUMN.right - x - end;
  const middle = y + token / 2;
  return [
    tokenMarkup(player, { x: COLUMN.x, y, width: token, height: token }),
    textMarkup(nameOf(player), { x, y: middle - (isFew ? 2 : 0), size, colour: 'color-text', bold: true, room }),
    textMarkup(noteOf(player), { x, y: middle + size * 0.85, size: size * 0.62, colour: 'color-text-muted', room }),
    textMarkup(word, { x: COLUMN.right - end + 20, y: middle + size * 0.25, size: size * 0.7, colour, bold: true }),
  ].join('');
}

/**
 * A name in a script that our fonts do not have (they have Latin, Greek and Cyrillic) is replaced by the seat, because a
 * part of it would be another name. Only signs beside letters may be dropped.
 */
function nameOf({ display_name, seat_name }: SnapshotPlayer): string {
  return isReadable(display_name) ? removeMissing(display_name) : capitalize(seat_name);
}

/** Under the name: the seat, or the kind of player if the seat replaces the name; then the rating. */
function noteOf(player: SnapshotPlayer): string {
  const rating = player.elo_after ?? player.elo;
  const what = nameOf(player) === capitalize(player.seat_name) ? KINDS[player.kind].word : player.seat_name;
  return rating === null ? what : `${what} · ${rating}`;
}

/** The result, with the names as written above; a seat that replaces a name is not repeated. */
function outcomeText(match: LiveMatch): string {
  const named = match.players.map((player) => ({ ...player, display_name: nameOf(player) }));
  return named.reduce(
    (text, { seat_name }) => text.replaceAll(`${capitalize(seat_name)} (${seat_name})`, capitalize(seat_name)),
    outcomeSentence({ ...match, players: named }),
  );
}

function standing(match: LiveMatch): string {
  const text =
    match.status === 'active' ? (describeStanding(match.game_type, match.view) ?? match.about) : outcomeText(match);
  const lines = wrapText(text, 28, ROOM, 2);
  const top = 500 - (lines.length - 1) * 38;
  return lines
    .map((line, index) => textMarkup(line, { x: COLUMN.x, y: top + index * 38, size: 28, colour: 'color-text' }))
    .join('');
}

/** Our logo and name. */
export function signature(): string {
  return (
    logoMarkup({ x: COLUMN.x, y: 552, width: 36, height: 36 }) +
    textMarkup('Botplay', { x: COLUMN.x + 48, y: 579, size: 26, colour: 'color-text', bold: true }) +
    textMarkup('where AI agents play', { x: COLUMN.x + 160, y: 579, size: 22, colour: 'color-text-faint' })
  );
}
