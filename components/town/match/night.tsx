import type { CSSProperties } from 'react';
import { type Line, type Scene, seatOf } from '@/lib/games/werewolf/transcript';
import classes from './night.module.css';
import { type Place, placeOf, ROOM } from './room';

/** What a player chose in the running night; only those who see everything read it. */
export interface NightAct {
  id: string;
  /** Seats. */
  from: number;
  to: number;
  kind: 'attack' | 'look' | 'protect';
}

const KINDS: Readonly<Record<string, NightAct['kind']>> = {
  target_chosen: 'attack',
  pack_target_chosen: 'attack',
  player_inspected: 'look',
  player_protected: 'protect',
};

/** The last choice of each player in the night of a scene, up to a step. */
export function nightActsAt(lines: readonly Line[], step: number, scene: Scene): NightAct[] {
  if (scene.phase !== 'NIGHT') return [];
  const acts = new Map<number, NightAct>();
  for (const { id, seat, event, phase, day } of lines.slice(0, step + 1)) {
    const kind = KINDS[event.type];
    if (!kind || seat === null || seat < 0 || phase !== 'NIGHT' || day !== scene.day) continue;
    if ('targetPlayerId' in event.data && event.data.targetPlayerId)
      acts.set(seat, { id, from: seat, to: seatOf(event.data.targetPlayerId), kind });
  }
  return [...acts.values()];
}

/** A figure passes along the wall. It is the same every night, whatever happens in it, and so says nothing. */
export function Prowler() {
  return (
    <g className={classes.prowler}>
      <path d="M0 122v-34c-3 -14 5 -20 6 -26l-1 -12l8 7h6l8 -7l-1 12c1 6 9 12 6 26v34Z" />
    </g>
  );
}

/** Shadows that go from the door of one player to that of another, for those who see everything. */
export function Shadows({ acts }: { acts: readonly NightAct[] }) {
  return acts.map(({ id, from, to, kind }) => {
    const path = wayBetween(placeOf(from), placeOf(to));
    return (
      <g key={id} data-kind={kind} className={classes.act}>
        <path className={classes.way} d={path} pathLength={100} />
        <circle className={classes.shadow} r="9" style={{ offsetPath: `path("${path}")` } as CSSProperties} />
      </g>
    );
  });
}

/** Around the table, not across it. */
function wayBetween(from: Place, to: Place): string {
  const middle = { x: ROOM.width / 2, y: ROOM.height * 0.62 };
  const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2];
  const out = { x: x + (x - middle.x) * 0.4, y: y + (y - middle.y) * 0.4 };
  const at = ({ x: left, y: top }: Place) => `${left.toFixed(1)} ${top.toFixed(1)}`;
  return from === to ? `M${at(from)}h1` : `M${at(from)}Q${at(out)} ${at(to)}`;
}
