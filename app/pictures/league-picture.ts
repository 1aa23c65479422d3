import type { PlayerKind } from '@/components/ui/kinds';
import { signature } from './match-picture';
import { logoMarkup, pictureMarkup, textMarkup, tokenMarkup } from './picture-parts';

/** A row of the standings on the picture. */
interface PictureRow {
  rank: number;
  name: string;
  kind: PlayerKind;
  agentId: string | null;
  /** Won, drawn, lost: "5-1-1". */
  record: string;
  points: number;
}

export interface LeaguePicture {
  name: string;
  /** The game, the format and the number of players. */
  about: string;
  /** What happened: "Ada won the league". */
  headline: string;
  /** The first of the standings. */
  rows: readonly PictureRow[];
}

const LEFT = 80;
const RIGHT = 1120;
const TABLE = { top: 284, row: 58, max: 5 };
const LOGO = { x: 1020, y: 56, width: 100, height: 100 };

/** The preview image of a league: what happened and the first of the standings. SVG, 1200 by 630. */
export function leaguePicture({ name, about, headline, rows }: LeaguePicture): string {
  return pictureMarkup(
    [
      textMarkup(name, { x: LEFT, y: 112, size: 52, colour: 'color-text', bold: true, room: 900 }),
      textMarkup(about, { x: LEFT, y: 160, size: 26, colour: 'color-text-muted', room: 900 }),
      textMarkup(headline, { x: LEFT, y: 220, size: 32, colour: 'green-text', room: RIGHT - LEFT }),
      logoMarkup(LOGO),
      ...rows.slice(0, TABLE.max).map(rowMarkup),
      signature(),
    ].join(''),
  );
}

function rowMarkup({ rank, name, kind, agentId, record, points }: PictureRow, index: number): string {
  const y = TABLE.top + index * TABLE.row;
  const player = { agent_id: agentId ?? name, display_name: name, seat: index, kind };
  return [
    textMarkup(String(rank), { x: LEFT, y, size: 28, colour: 'color-text-faint' }),
    tokenMarkup(player, { x: LEFT + 48, y: y - 34, width: 48, height: 48 }),
    textMarkup(name, { x: LEFT + 116, y, size: 28, colour: 'color-text', bold: rank === 1, room: 600 }),
    textMarkup(record, { x: 860, y, size: 26, colour: 'color-text-muted' }),
    textMarkup(`${points} points`, { x: 980, y, size: 26, colour: 'color-text', room: RIGHT - 980 }),
  ].join('');
}
