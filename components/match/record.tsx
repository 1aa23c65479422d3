'use client';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import clsx from 'clsx';
import { useEffect, useRef } from 'react';
import { scrollToCurrent } from '@/components/ui/scroll-in-list';
import { capitalize } from '@/components/ui/text';
import type { SnapshotPlayer } from '@/lib/domain/matches';
import type { PlyAnalysis } from '@/lib/games/review/grade-move';
import shared from '../ui/shared.module.css';
import { appearAfter } from './appear-after';
import { GRADES } from './grades';
import type { Moment } from './moments';
import { shortName } from './names';
import classes from './record.module.css';
import { isForTwo, recordRows } from './record-rows';
import type { Line } from './timeline';

export interface RecordProps {
  lines: readonly Line[];
  players: readonly SnapshotPlayer[];
  /** The ply that is shown. */
  ply: number;
  onGo: (ply: number) => void;
  /** The judgement of an engine by ply. */
  analysisAt: (ply: number) => PlyAnalysis | undefined;
  /** The key moments. */
  moments?: readonly Moment[];
  /** The last line appears after this time, in ms. */
  lateMs?: number;
}

/** The record of a match, newest last: rows of turns for two players, else one line for each event. Each links to its position. */
export function MatchRecord(props: RecordProps) {
  const box = useRef<HTMLElement>(null);
  const { ply, lines, players } = props;
  const { ref: measured, height } = useElementSize<HTMLElement>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new line or another height may have moved the current one out of sight
  useEffect(() => scrollToCurrent(box.current), [ply, lines.length, height]);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section ref={useMergedRef(box, measured)} className={classes.record} aria-label="Record" tabIndex={0}>
      {isForTwo(lines, players.length) ? <Turns {...props} /> : <EventLines {...props} />}
    </section>
  );
}

/** `1. e4 e5`: a row for the turns of both sides, and the other events below. */
function Turns({ lines, players, ply, onGo, analysisAt, moments }: RecordProps) {
  const rest = lines.filter((line) => line.notation === null && line.ply > 0);
  return (
    <>
      <div className={clsx(classes.row, classes.sides)}>
        <span />
        {players.map(({ seat, seat_name }) => (
          <span key={seat}>{capitalize(seat_name)}</span>
        ))}
      </div>
      <ol className={classes.moves}>
        {recordRows(lines).map(({ number, turns }) => (
          <li key={number} className={classes.row}>
            <span className={classes.number}>{number}</span>
            {turns.map((turn, side) => (
              <span key={side === 0 ? 'first' : 'second'} className={classes.turn}>
                {turn.map((line) => (
                  <Move
                    key={line.id}
                    line={line}
                    ply={ply}
                    onGo={onGo}
                    plyAnalysis={analysisAt(line.ply)}
                    moment={momentAt(moments, line.ply)}
                  />
                ))}
              </span>
            ))}
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

interface MoveProps extends Pick<RecordProps, 'ply' | 'onGo'> {
  line: Line;
  plyAnalysis: PlyAnalysis | undefined;
  moment: Moment | undefined;
}

const momentAt = (moments: readonly Moment[] | undefined, ply: number) => moments?.find((one) => one.ply === ply);

function Move({ line, ply, onGo, plyAnalysis, moment }: MoveProps) {
  return (
    <button
      type="button"
      className={classes.move}
      onClick={() => onGo(line.ply)}
      title={moment?.description}
      aria-current={line.ply === ply ? 'step' : undefined}
    >
      {line.notation}
      {moment && !moment.isFault && <span className={classes.moment} aria-hidden />}
      {plyAnalysis?.move && <Mark move={plyAnalysis.move} />}
    </button>
  );
}

/** The sign of a fault, with the better move. */
function Mark({ move: { grade, better } }: { move: NonNullable<PlyAnalysis['move']> }) {
  if (!grade) return null;
  const { symbol, word } = GRADES[grade];
  const words = better ? `${word}, better ${better.notation}` : word;
  return (
    <span className={classes.mark} data-grade={grade} title={words}>
      <span aria-hidden>{symbol}</span>
      <span className="visually-hidden"> {words}</span>
    </span>
  );
}

/** One line for each event: a move with its player, else a sentence. */
function EventLines({ lines, players, ply, onGo, moments, lateMs = 0 }: RecordProps) {
  const current = lines.findLast((line) => line.ply <= ply);
  return (
    <ol className={classes.events}>
      {lines.map((line) => (
        <li
          key={line.id}
          className={lateMs > 0 && line === lines.at(-1) ? 'appears-late' : undefined}
          style={appearAfter(lateMs)}
        >
          <button
            type="button"
            title={momentAt(moments, line.ply)?.description}
            className={classes.event}
            onClick={() => onGo(line.ply)}
            aria-current={line === current ? 'step' : undefined}
          >
            {line.notation === null ? line.sentence : <Played line={line} players={players} />}
          </button>
        </li>
      ))}
    </ol>
  );
}

function Played({ line, players }: { line: Line; players: readonly SnapshotPlayer[] }) {
  const player = players.length > 1 ? players.find((one) => one.seat === line.seat) : undefined;
  return (
    <span className={classes.played}>
      {player && <bdi className={clsx(shared.oneLine, shared.mutedColor)}>{shortName(player)}</bdi>}
      <span className={shared.numericFont}>{line.notation}</span>
    </span>
  );
}
