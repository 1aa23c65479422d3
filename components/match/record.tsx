'use client';
import { useEffect, useRef } from 'react';
import classes from './record.module.css';
import type { Line } from './timeline';

export interface RecordProps {
  lines: readonly Line[];
  /** The ply that is shown. */
  ply: number;
  onGo: (ply: number) => void;
}

/** The record of a match, newest last: moves in pairs, or what happened line by line. Each leads to its position. */
export function MatchRecord(props: RecordProps) {
  const box = useRef<HTMLDivElement>(null);
  const { ply, lines } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new line may have moved the current one out of sight
  useEffect(() => {
    const list = box.current;
    const current = list?.querySelector<HTMLElement>('[aria-current]');
    if (!list || !current) return;
    const top = current.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop;
    const isAbove = top < list.scrollTop;
    const isBelow = top + current.offsetHeight > list.scrollTop + list.clientHeight;
    if (isAbove || isBelow) list.scrollTop = top - list.clientHeight / 2;
  }, [ply, lines.length]);

  const isMoves = lines.some((line) => line.notation !== null);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section ref={box} className={classes.record} aria-label="Record" tabIndex={0}>
      {isMoves ? <Moves {...props} /> : <Happenings {...props} />}
    </section>
  );
}

/** `1. e4 e5`, two moves a row, and what else happened below. */
function Moves({ lines, ply, onGo }: RecordProps) {
  const moves = lines.filter((line) => line.notation !== null);
  const rest = lines.filter((line) => line.notation === null && line.ply > 0);
  const opensSecond = moves[0]?.seat === 1;
  const cells: (Line | null)[] = opensSecond ? [null, ...moves] : moves;
  const rows = Array.from({ length: Math.ceil(cells.length / 2) }, (_, index) => [
    cells[index * 2],
    cells[index * 2 + 1],
  ]);
  return (
    <>
      <ol className={classes.moves}>
        {rows.map((row, index) => (
          <li key={row[0]?.id ?? row[1]?.id ?? 'opening'} className={classes.row}>
            <span className={classes.number}>{index + 1}</span>
            {row.map((line, half) =>
              line ? (
                <Move key={line.id} line={line} ply={ply} onGo={onGo} />
              ) : (
                <span key={half === 0 ? 'none' : 'open'} />
              ),
            )}
          </li>
        ))}
      </ol>
      {rest.map((line) => (
        <p key={line.id} className={classes.note}>
          {line.sentence}
        </p>
      ))}
    </>
  );
}

function Move({ line, ply, onGo }: { line: Line; ply: number; onGo: (ply: number) => void }) {
  return (
    <button
      type="button"
      className={classes.move}
      onClick={() => onGo(line.ply)}
      aria-current={line.ply === ply ? 'step' : undefined}
    >
      {line.notation}
    </button>
  );
}

function Happenings({ lines, ply, onGo }: RecordProps) {
  const current = lines.findLast((line) => line.ply <= ply);
  return (
    <ol className={classes.happenings}>
      {lines.map((line) => (
        <li key={line.id}>
          <button
            type="button"
            className={classes.happening}
            onClick={() => onGo(line.ply)}
            aria-current={line === current ? 'step' : undefined}
          >
            {line.sentence}
          </button>
        </li>
      ))}
    </ol>
  );
}
