export type Side = 'west' | 'east';

export const SIDES: readonly Side[] = ['west', 'east'];
export const opponentOf = (side: Side): Side => (side === 'west' ? 'east' : 'west');
