import clsx from 'clsx';
import type { ReactNode } from 'react';
import { type Face, faceOf } from './face';
import type { PlayerKind } from './kinds';
import classes from './player-token.module.css';

const EYES: readonly ReactNode[] = [
  <path key="round" d="M12 15.5v.01M20 15.5v.01" strokeWidth="3.2" />,
  <path key="bars" d="M12 14v3M20 14v3" />,
  <path key="visor" d="M10.5 14h11v3h-11z" />,
  <path
    key="wide"
    d="M10.3 15.5a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0 -3.6 0M18.1 15.5a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0 -3.6 0"
  />,
  <path key="calm" d="M10.5 15q1.6 1.8 3.2 0M18.3 15q1.6 1.8 3.2 0" />,
  <path key="keen" d="M10.4 14l3.2 1.6M21.6 14l-3.2 1.6M12.4 17v.01M19.6 17v.01" />,
];

const MOUTHS: readonly ReactNode[] = [
  <path key="line" d="M13.5 21h5" />,
  <path key="smile" d="M12.8 20.4q3.2 2.6 6.4 0" />,
  <path key="grille" d="M12.5 20h7M12.5 22h7" />,
  <path key="small" d="M15 21.2h2" />,
  <path key="slant" d="M13.4 21.6l5-1.2" />,
  <path key="open" d="M14.4 21a1.6 1.2 0 1 0 3.2 0a1.6 1.2 0 1 0 -3.2 0" />,
];

const CROWNS: readonly ReactNode[] = [
  <path key="antenna" d="M16 9.5V6.2M16 5.6v.01" />,
  <path key="pair" d="M13 9.8l-1.6-3M19 9.8l1.6-3" />,
  <path key="ears" d="M7.8 15v3M24.2 15v3" />,
  <path key="crest" d="M12.5 9.8l1.8-2.4 1.7 2.2 1.7-2.2 1.8 2.4" />,
  <path key="cap" d="M10.6 11.8h10.8" />,
  null,
];

/** Hair, in place of a robot's antenna. */
const HAIR: readonly ReactNode[] = [
  <path key="fringe" d="M9.2 15.4q1.2-6 6.8-6.2q5.6.2 6.8 6.2q-2.6-3-6.8-3t-6.8 3" />,
  <path key="parting" d="M9 16q.4-6.8 7-6.8t7 6.8q-1-3.6-5.2-4.6q-4.6 3.4-8.8 4.6" />,
  <path key="bun" d="M9.4 14.6q1.6-5.2 6.6-5.2t6.6 5.2M14.2 7.4a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0 -3.6 0" />,
  <path
    key="curls"
    d="M9.2 15.2q-1-2.4 1.2-3.2q.2-2.6 2.8-2.4q1.4-2 3.2-.6q2.4-1.2 3.4 1q2.6.2 2.4 2.6q1.6 1.2.6 2.8"
  />,
  <path key="long" d="M8.6 22.4q-.8-13 7.4-13t7.4 13M11 13.8q5 .6 10 0" />,
  <path key="short" d="M9.8 13.8q1.8-4.4 6.2-4.4t6.2 4.4" />,
];

/** The eyes and mouths of people. */
const PERSON_EYES = [EYES[0], EYES[4], EYES[3]] as const;
const PERSON_MOUTHS = [MOUTHS[1], MOUTHS[0], MOUTHS[4], MOUTHS[5]] as const;

function PersonLines({ face }: { face: Face }) {
  return (
    <>
      <path d="M7.6 28.2q1.6-3.8 5.6-4.4M24.4 28.2q-1.6-3.8-5.6-4.4" />
      <circle className={classes.head} cx="16" cy="17" r="7.4" />
      {HAIR[face.crown]}
      {PERSON_EYES[face.eyes % PERSON_EYES.length]}
      {PERSON_MOUTHS[face.mouth % PERSON_MOUTHS.length]}
    </>
  );
}

function RobotLines({ face }: { face: Face }) {
  return (
    <>
      <rect className={classes.head} x="8.6" y="9.6" width="14.8" height="14.6" rx="5.4" />
      {CROWNS[face.crown]}
      {EYES[face.eyes]}
      {MOUTHS[face.mouth]}
    </>
  );
}

/**
 * A player's token: a round, generated face in a ring that shows the kind by colour and shape: solid for agents, broken
 * for house bots, double for people. Decorative: the name is beside it.
 */
export function PlayerToken({ seed, kind, size = 32 }: { seed: string; kind: PlayerKind; size?: number }) {
  const face = faceOf(seed);
  return (
    <svg className={clsx(classes.token, classes[kind])} width={size} height={size} viewBox="0 0 32 32" aria-hidden>
      <circle className={classes.disc} cx="16" cy="16" r="15" />
      <circle className={classes.ring} cx="16" cy="16" r="14.6" />
      {kind === 'human' && <circle className={classes.ring} cx="16" cy="16" r="12.6" />}
      <g className={classes.lines} transform={`rotate(${face.tilt} 16 16)`}>
        {kind === 'human' ? <PersonLines face={face} /> : <RobotLines face={face} />}
      </g>
    </svg>
  );
}
