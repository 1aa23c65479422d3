import type { BracketMatch } from './types';

/** The name of a stage by how many stages are left with it: 1 is the final. */
export function stageName(left: number): string {
  if (left === 1) return 'Final';
  if (left === 2) return 'Semifinals';
  if (left === 3) return 'Quarterfinals';
  return `Last ${2 ** left}`;
}

/** The last stage in which each player of a knockout plays; "Winner" for who won the final. */
export function readReached(stages: readonly (readonly BracketMatch[])[]): Record<string, string> {
  const reached: Record<string, string> = {};
  stages.forEach((matches, stage) => {
    for (const { players, winner } of matches) {
      for (const playerId of players) if (playerId) reached[playerId] = stageName(stages.length - stage);
      if (winner && stage === stages.length - 1) reached[winner] = 'Winner';
    }
  });
  return reached;
}
