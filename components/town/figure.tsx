'use client';
import { useReducedMotion } from '@mantine/hooks';
import { memo, useEffect, useEffectEvent, useRef } from 'react';
import { PlayerToken } from '@/components/ui/player-token';
import classes from './figure.module.css';
import type { Figure as FigureState } from './figures';
import { distance, MAP, type Point, scaleAt } from './layout';

/** Map units a second. */
const SPEED = 84;

export interface FigureProps {
  figure: FigureState;
  /** Must stay the same function, or every figure is drawn again. */
  onArrive: (key: string) => void;
}

/** A player on the map: the token as a head on a cloak. It walks with transforms only, off the main thread. */
export const Figure = memo(function Figure({ figure, onArrive }: FigureProps) {
  const { key, name, kind, place, way } = figure;
  const box = useRef<HTMLDivElement>(null);
  const arrive = useEffectEvent(() => onArrive(key));
  const isStill = useReducedMotion();

  useEffect(() => {
    const element = box.current;
    if (!way || !element) return;
    if (isStill) {
      arrive();
      return;
    }
    const { keyframes, durationMs } = walkAlong(way);
    const walk = element.animate(keyframes, { duration: durationMs, fill: 'forwards' });
    walk.onfinish = arrive;
    return () => walk.cancel();
  }, [way, isStill]);

  return (
    <div
      ref={box}
      className={classes.figure}
      data-walking={way !== null}
      data-kind={kind}
      style={{ transform: transformAt(way?.[0] ?? place), zIndex: depthOf(figure) }}
    >
      <div className={classes.body}>
        <svg className={classes.cloak} viewBox="0 0 28 30" aria-hidden>
          <ellipse className={classes.shadow} cx="14" cy="28" rx="10" ry="2" />
          <path className={classes.cloth} d="M14 4c6 0 8 6 9 13l1 10q-10 3-20 0l1-10c1-7 3-13 9-13Z" />
          <path className={classes.fold} d="M14 13v14" />
        </svg>
        <div className={classes.head}>
          <PlayerToken seed={seedOf(key)} kind={kind} size={28} />
        </div>
      </div>
      <span className={classes.name}>{name}</span>
    </div>
  );
});

/** Figures are drawn over the buildings that they walk past. */
const depthOf = ({ place, way }: FigureState): number =>
  Math.ceil(Math.max(place.y, ...(way ?? []).map(({ y }) => y))) + 1;

/** The face of a house bot does not depend on its match. */
const seedOf = (key: string) => key.slice(key.indexOf(':') + 1);

/** Lengths are shares of the width of the map, so that a figure keeps its place whatever the size of the map. */
function transformAt(point: Point): string {
  const unit = (value: number) => `${((100 * value) / MAP.width).toFixed(3)}cqw`;
  return `translate(${unit(point.x)}, ${unit(point.y)}) scale(${scaleAt(point.y).toFixed(3)})`;
}

/** The keyframes of a walk at constant speed. */
function walkAlong(way: readonly Point[]): { keyframes: Keyframe[]; durationMs: number } {
  const lengths = way.map((point, index) => (index === 0 ? 0 : distance(way[index - 1] as Point, point)));
  const total = Math.max(
    1,
    lengths.reduce((sum, length) => sum + length, 0),
  );
  let walked = 0;
  const keyframes = way.map((point, index) => {
    walked += lengths[index] as number;
    return { transform: transformAt(point), offset: Math.min(1, walked / total), easing: 'linear' };
  });
  return { keyframes, durationMs: (total / SPEED) * 1000 };
}
