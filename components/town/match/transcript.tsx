'use client';
import clsx from 'clsx';
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { seedOf } from '@/components/match/player-bar';
import { ReportLink } from '@/components/moderation/report-link';
import { SelectField } from '@/components/ui/field';
import { PlayerToken } from '@/components/ui/player-token';
import { Segments } from '@/components/ui/toggle';
import type { SnapshotPlayer } from '@/lib/domain/matches';
import type { Line, LineKind } from '@/lib/games/werewolf/transcript';
import shared from '../../ui/shared.module.css';
import { PhaseSign } from '../phase-sign';
import { PHASE_LABELS } from '../phases';
import classes from './transcript.module.css';
import { describeLine } from './words';

type Filter = 'all' | 'talk' | 'votes' | 'crier';
const FILTERS: { value: Filter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'talk', label: 'Talk' },
  { value: 'votes', label: 'Votes' },
  { value: 'crier', label: 'Crier' },
];
const SHOWN: Record<Filter, readonly LineKind[]> = {
  all: ['phase', 'message', 'vote', 'crier', 'death', 'wolf', 'secret', 'note', 'end'],
  talk: ['phase', 'message', 'wolf', 'note'],
  votes: ['phase', 'vote', 'death'],
  crier: ['phase', 'crier', 'death', 'end'],
};
const TAG_LABELS: Record<string, string> = { OPENING: 'Opening', DEFENSE: 'Defense', LAST_WORDS: 'Last words' };
/** So near to its end, the transcript follows new lines. */
const NEAR_END_PX = 80;

export interface TranscriptProps {
  matchId: string;
  lines: readonly Line[];
  players: readonly SnapshotPlayer[];
  /** The step that is shown; later lines are not. */
  step: number;
  isNewest: boolean;
  onGo: (step: number) => void;
}

/** What was said and done, newest last, with filters by kind and by player. It is drawn again only for another step or line. */
export const Transcript = memo(function Transcript({ matchId, lines, players, step, isNewest, onGo }: TranscriptProps) {
  const [filter, setFilter] = useState<Filter>('all');
  const [seat, setSeat] = useState('');
  const box = useRef<HTMLOListElement>(null);
  const followsEnd = useRef(true);
  const visibleLines = lines.flatMap((line, index) =>
    index <= step && SHOWN[filter].includes(line.kind) && isOf(line, seat) ? [{ line, index }] : [],
  );
  const count = visibleLines.length;
  // Before the browser reports a scroll: it would find the new lines below the end that the reader followed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new line moves the end
  useLayoutEffect(() => {
    const list = box.current;
    if (list && (followsEnd.current || !isNewest)) list.scrollTop = list.scrollHeight;
  }, [count, step, isNewest]);
  // A panel that was hidden, or has another height, is at its end again.
  useEffect(() => {
    const list = box.current;
    if (!list) return;
    const observer = new ResizeObserver(() => {
      if (followsEnd.current) list.scrollTop = list.scrollHeight;
    });
    observer.observe(list);
    return () => observer.disconnect();
  }, []);
  const noteScroll = () => {
    const list = box.current;
    if (list) followsEnd.current = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_END_PX;
  };
  return (
    <section className={classes.transcript} aria-label="Transcript">
      <div className={classes.filters}>
        <Segments aria-label="Show" options={FILTERS} value={filter} onChange={(value) => setFilter(value as Filter)} />
        <SelectField
          aria-label="Player"
          value={seat}
          onChange={(event) => setSeat(event.currentTarget.value)}
          options={[
            { value: '', label: 'All players' },
            ...players.map((player) => ({ value: String(player.seat), label: player.display_name })),
          ]}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <ol ref={box} className={classes.lines} tabIndex={0} onScroll={noteScroll} aria-label="What happened">
        {visibleLines.map(({ line, index }) => (
          <li key={line.id} id={`step-${index}`} className={classes.item}>
            <TranscriptLine
              matchId={matchId}
              line={line}
              step={index}
              players={players}
              answered={answeredBy(line, lines)}
              isCurrent={index === step && !isNewest}
              onGo={onGo}
            />
          </li>
        ))}
        {count === 0 && <li className={classes.none}>Nothing so far.</li>}
      </ol>
    </section>
  );
});

const isOf = (line: Line, seat: string) => seat === '' || line.kind === 'phase' || String(line.seat) === seat;

/** The message that a message answers, with its step; null for what answers nothing. */
function answeredBy({ event }: Line, lines: readonly Line[]): Answered | null {
  if (event.type !== 'message_sent' || !event.data.replyToEventId) return null;
  const { replyToEventId: id } = event.data;
  const step = lines.findIndex((line) => line.id === id);
  return step < 0 ? null : { step, seat: lines[step]?.seat ?? null };
}

interface Answered {
  step: number;
  seat: number | null;
}

interface LineProps {
  matchId: string;
  line: Line;
  step: number;
  answered: Answered | null;
  players: readonly SnapshotPlayer[];
  isCurrent: boolean;
  onGo: (step: number) => void;
}

/** The lines are made anew from all events; one that says the same is not drawn again. */
const isSameLine = (before: LineProps, after: LineProps): boolean =>
  before.line.id === after.line.id &&
  before.step === after.step &&
  before.players === after.players &&
  before.isCurrent === after.isCurrent &&
  before.onGo === after.onGo;

const TranscriptLine = memo(function TranscriptLine({
  matchId,
  line,
  step,
  players,
  answered,
  isCurrent,
  onGo,
}: LineProps) {
  const other = answered && players.find(({ seat }) => seat === answered.seat);
  const player = players.find(({ seat }) => seat === line.seat);
  const text = describeLine(line, players);
  const tag = line.event.type === 'message_sent' && TAG_LABELS[line.event.data.kind];
  switch (line.kind) {
    case 'phase':
      return (
        <div className={classes.phase} data-phase={line.phase}>
          <svg viewBox="-10 -10 20 20" aria-hidden>
            <PhaseSign sign={PHASE_LABELS[line.phase].sign} />
          </svg>
          {text}
        </div>
      );
    case 'crier':
      return (
        <p className={classes.crier}>
          <span className={clsx(shared.textColor, shared.semibold)}>Town Crier</span> <span dir="auto">{text}</span>
        </p>
      );
    case 'note':
      return (
        <p className={classes.thought} aria-current={isCurrent || undefined}>
          <bdi className={classes.name}>{player?.display_name}</bdi> thinks: <q dir="auto">{text}</q>
        </p>
      );
    case 'message':
    case 'wolf':
      return (
        <div
          className={clsx(classes.message, line.kind === 'wolf' && classes.wolf)}
          aria-current={isCurrent || undefined}
        >
          {player && <PlayerToken seed={seedOf(player)} kind={player.kind} size={32} />}
          <div className={classes.body}>
            <div className={classes.meta}>
              <bdi className={classes.name}>{player?.display_name}</bdi>
              {player?.kind === 'bot' && <span className={classes.tag}>House bot</span>}
              {line.kind === 'wolf' && <span className={classes.tag}>to the other werewolf</span>}
              {tag && <span className={classes.tag}>{tag}</span>}
              {answered && other && (
                <button type="button" className={classes.answered} onClick={() => onGo(answered.step)}>
                  answers <bdi>{other.display_name}</bdi>
                </button>
              )}
              {line.turn !== null && (
                <button type="button" className={classes.turn} onClick={() => onGo(step)} title="Go to this moment">
                  {line.turn}
                </button>
              )}
              {line.kind === 'message' && player?.kind !== 'bot' && (
                <ReportLink
                  what={`the message of ${player?.display_name}`}
                  target_kind="message"
                  target_id={line.id}
                  stream={`match:${matchId}`}
                />
              )}
            </div>
            <p className={clsx(shared.textLg, shared.noMargin)} dir="auto">
              {text}
            </p>
          </div>
        </div>
      );
    default:
      return (
        <p
          className={classes.act}
          data-kind={line.kind}
          data-winner={line.event.type === 'game_ended' ? line.event.data.winningTeam : undefined}
          aria-current={isCurrent || undefined}
        >
          {player && <bdi className={classes.name}>{player.display_name}</bdi>} <span dir="auto">{text}</span>
        </p>
      );
  }
}, isSameLine);
