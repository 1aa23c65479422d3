import clsx from 'clsx';
import { memo } from 'react';
import { Link } from '@/components/ui/link';
import type { TownBuilding } from '@/lib/domain/werewolf';
import shared from '../ui/shared.module.css';
import classes from './building.module.css';
import { MAP, PLOTS } from './layout';
import palette from './palette.module.css';
import { PhaseSign } from './phase-sign';
import { describePhase, isDark, PHASE_LABELS } from './phases';
import scene from './scene/scene.module.css';
import { TimeLeft } from './time-left';

/** Where the windows of the eight seats are: four above, two on each side of the door. */
const SEAT_WINDOWS = [
  [-46, -80],
  [-16, -80],
  [16, -80],
  [46, -80],
  [-51, -25],
  [-29, -25],
  [29, -25],
  [51, -25],
] as const;

/** Where the gravestones of the dead stand, beside the door. */
const GRAVES = [-60, 60, -46, 46, -32, 32, -74, 74] as const;

export interface BuildingProps {
  building: TownBuilding;
  /** Server time minus browser time, ms. */
  offsetMs: number;
}

/**
 * The building of a match, a link to it: a lantern for the phase, and a window for each player, lit while the player
 * lives. It has the light of its own phase, whatever the time is over the town. It is drawn again only when its own match
 * changes.
 */
export const Building = memo(function Building({ building, offsetMs }: BuildingProps) {
  const { match_id, number, plot, phase, players, players_alive, phase_ends_at } = building;
  const place = PLOTS[plot];
  if (!place) return null;
  const { x, y, scale } = place;
  const dark = isDark(phase);
  const isOver = phase === 'ENDED';
  return (
    <Link
      href={`/town/werewolf/${match_id}`}
      className={clsx(classes.building, dark ? palette.night : palette.day)}
      data-phase={phase}
      draggable={false}
      aria-label={`Watch Werewolf Game #${number}: ${describePhase(building)}, ${players_alive} of ${players.length} alive`}
      style={{
        left: `${(100 * x) / MAP.width}%`,
        top: `${(100 * y) / MAP.height}%`,
        width: `${(100 * 200 * scale) / MAP.width}%`,
        zIndex: Math.round(y),
      }}
    >
      <svg className={classes.drawing} viewBox="-100 -180 200 200" aria-hidden>
        <defs>
          <radialGradient id={`pool-${number}`}>
            <stop className={classes.pool} offset="0.35" />
            <stop className={classes.pool} offset="1" stopOpacity="0" />
          </radialGradient>
        </defs>
        <ellipse fill={`url(#pool-${number})`} cx="0" cy="2" rx="112" ry="26" />
        <ellipse className={scene.shadow} cx="8" cy="2" rx="84" ry="9" />
        <g data-tone="warm">
          <rect className={scene.stone} x="28" y="-158" width="14" height="50" />
          <rect className={scene.wall} x="-66" y="-104" width="132" height="104" />
          <path className={scene.roof} d="M-80 -100L-46 -166H46L80 -100Z" />
          <path className={scene.detail} d="M-70 -118H70M-61 -135H61M-53 -151H53" />
          <path className={scene.roof} d="M-26 -116V-140L0 -170L26 -140V-116Z" />
          <path
            className={scene.detail}
            d="M-66 -98L-60 -58M66 -98L60 -58M-62 -98V-58M62 -98V-58M-31 -98V-58M31 -98V-58M0 -98V-58"
          />
          <path className={scene.beams} d="M-64 0V-104M64 0V-104M-31 -62V-104M31 -62V-104M0 -62V-104" />
          <path className={scene.shade} d="M-66 -104H66V-97H-66ZM40 0V-97H66V0ZM22 -100L14 -166H46L80 -100Z" />
        </g>
        {SEAT_WINDOWS.map(([left, top], seat) => (
          <g key={`${left} ${top}`}>
            {players[seat]?.alive && !isOver && <circle className={classes.warmth} cx={left} cy={top} r="24" />}
            <rect
              className={clsx(scene.glass, players[seat]?.alive && !isOver && classes.alive)}
              x={left - 8}
              y={top - 10}
              width="16"
              height="20"
              rx="2"
            />
            <path className={scene.detail} d={`M${left} ${top - 10}v20M${left - 8} ${top}h16`} />
          </g>
        ))}
        <path className={scene.door} d="M-16 0v-28a16 14 0 0 1 32 0V0Z" />
        <path className={scene.detail} d="M0 0v-42" />
        {players
          .filter(({ alive }) => !alive)
          .map(({ seat }, index) => (
            <path
              key={seat}
              className={classes.grave}
              d={`M${(GRAVES[index] ?? 0) - 5} 7v-10a5 5 0 0 1 10 0v10ZM${(GRAVES[index] ?? 0) - 2} -1h4`}
            />
          ))}
        <rect className={scene.sign} x="-68" y="-61" width="136" height="19" rx="3" />
        <text className={scene.signText} y="-47.2" textAnchor="middle" fontSize="12.4">
          Werewolf Game #{number}
        </text>
        <g transform="translate(0 -136)">
          <circle className={classes.lanternGlow} r="32" />
          <circle className={classes.lantern} r="14" />
          <PhaseSign sign={PHASE_LABELS[phase].sign} className={classes.lanternSign} />
        </g>
      </svg>
      {!isOver && <Smoke />}
      <span className={classes.chip}>
        <span className={shared.bold}>#{number}</span>
        <span className={classes.phase}>{PHASE_LABELS[phase].word}</span>
        {phase_ends_at && !isOver && <TimeLeft at={phase_ends_at} offsetMs={offsetMs} className={classes.left} />}
      </span>
    </Link>
  );
});

/** Smoke rises from the chimney while a match is being played. */
function Smoke() {
  return (
    <span className={classes.smoke} aria-hidden>
      <i />
      <i />
    </span>
  );
}
