/** A move of any game as text: `e2e4`, `column 3`, `hit`, `bet 10`. */
export function moveToText(move: unknown): string {
  if (typeof move === 'string') return move;
  if (typeof move === 'number' || typeof move === 'boolean') return String(move);
  if (typeof move !== 'object' || move === null) return '?';
  return Object.entries(move)
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join(', ');
}
