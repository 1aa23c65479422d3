export type Side = 'south' | 'north';

export const opponentOf = (side: Side): Side => (side === 'south' ? 'north' : 'south');
