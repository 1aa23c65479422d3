import { outlineText } from './text-outline';

interface Spot {
  x: number;
  y: number;
  /** Distance from the start of the curve. */
  at: number;
}

const STEPS = 96;

/** Points along `M x y Q x y x y`, the only kind of text path in our drawings; null for any other. */
function spotsAlong(d: string): Spot[] | null {
  const numbers = /^M[^A-Z]+Q[^A-Z]+$/.test(d.trim()) ? (d.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number) : [];
  if (numbers.length !== 6) return null;
  const [x0, y0, x1, y1, x2, y2] = numbers as [number, number, number, number, number, number];
  let at = 0;
  let before = { x: x0, y: y0 };
  return Array.from({ length: STEPS + 1 }, (_, step) => {
    const t = step / STEPS;
    const on = (from: number, by: number, to: number) => (1 - t) ** 2 * from + 2 * t * (1 - t) * by + t ** 2 * to;
    const point = { x: on(x0, x1, x2), y: on(y0, y1, y2) };
    at += Math.hypot(point.x - before.x, point.y - before.y);
    before = point;
    return { ...point, at };
  });
}

export interface CurvedText {
  /** The path data of the curve. */
  d: string;
  size: number;
  spacing: number;
  /** The part of the text that is at `start`, and the part of the curve: 0.5 and 0.5 is the middle. */
  anchor: number;
  start: number;
}

/** Text along a curve, each letter rotated like the curve; '' for an unknown kind of curve. */
export function outlineCurvedText(text: string, { d, size, spacing, anchor, start }: CurvedText): string {
  const spots = spotsAlong(d);
  if (!spots) return '';
  const letters = [...text].map((letter) => outlineText(letter, size));
  const width = letters.reduce((sum, letter) => sum + letter.width + spacing, -spacing);
  let at = (spots.at(-1)?.at ?? 0) * start - width * anchor;
  return letters
    .map(({ path, scale, width: own }) => {
      const middle = at + own / 2;
      at += own + spacing;
      const next = Math.max(1, spots.findIndex((spot) => spot.at >= middle) || 1);
      const [from, to] = [spots[next - 1], spots[next]];
      if (!from || !to || path === '') return '';
      const part = (middle - from.at) / (to.at - from.at);
      const [x, y] = [from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part];
      const turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
      const place = `translate(${x.toFixed(2)} ${y.toFixed(2)}) rotate(${turn.toFixed(2)}) translate(${(-own / 2).toFixed(2)} 0)`;
      return `<path transform="${place} scale(${scale.toFixed(5)})" d="${path}"/>`;
    })
    .join('');
}
