/** The phases of Werewolf that have a length, in their order. werewolf.md, 4.1 and 4.2. */
export const TIMED_PHASES = [
  'LOBBY',
  'NIGHT',
  'DAY_ANNOUNCE',
  'DAY_OPENING',
  'DAY_DISCUSSION',
  'DAY_VOTE',
  'DAY_RESOLUTION',
] as const;
export type TimedPhase = (typeof TIMED_PHASES)[number];
