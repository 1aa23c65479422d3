'use client';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Announcer } from '@/components/match/announcer';
import { withoutBotLabels } from '@/components/match/names';
import { seedOf } from '@/components/match/player-bar';
import { headlineOf } from '@/components/town/match/headline';
import { nightActsAt } from '@/components/town/match/night';
import { endOfPhase } from '@/components/town/match/phase-end';
import { Ring } from '@/components/town/match/ring';
import { useTranscript } from '@/components/town/match/use-transcript';
import { describeLine, withNames } from '@/components/town/match/words';
import { NEXT_LABELS } from '@/components/town/phases';
import { TimeLeft } from '@/components/town/time-left';
import { RecordingPill } from '@/components/tv/recording-pill';
import classes from '@/components/tv/tv.module.css';
import { BEFORE_FIRST_EVENT, type TvMatchProps } from '@/components/tv/tv-match';
import { RESULT_SHOWN_MS, useLeave } from '@/components/tv/use-leave';
import { Link } from '@/components/ui/link';
import { LivePill } from '@/components/ui/live-pill';
import { PlayerToken } from '@/components/ui/player-token';
import type { SnapshotPlayer } from '@/lib/domain/matches';
import { type Line, type LineKind, sceneAt, topAccusations } from '@/lib/games/werewolf/transcript';

/** A line of a recording stays so long, in ms, and words as long as they take to read. */
const LINE_MS: Record<LineKind, number> = {
  phase: 2_500,
  message: 1_600,
  vote: 1_400,
  crier: 2_500,
  death: 3_000,
  wolf: 1_600,
  secret: 1_400,
  note: 1_600,
  end: 3_000,
};
const CHARACTER_MS = 32;
const MAX_LINE_MS = 8_000;
/** Lines below each other; older ones are on the page of the match. */
const MAX_LINES = 40;

/** A match of Werewolf in its hall: names, arrows, the last words at their chair, the count and the time left. */
export function TvHall({ match, hasNext, onOver, children }: TvMatchProps) {
  const isRecording = match.status === 'completed';
  const players = useMemo(() => withoutBotLabels(match.players), [match.players]);
  // The stream of a finished match is read like that of a running one.
  const [snapshot] = useState({
    ...match,
    status: 'active' as const,
    cursor: BEFORE_FIRST_EVENT,
    omniscient_delay_s: 0,
  });
  const { transcript, status, offsetMs, isOver } = useTranscript(snapshot, [], players, false);
  const { lines } = transcript;
  const recorded = useRecordedStep(lines, isRecording && isOver);
  const step = isRecording ? recorded : lines.length - 1;
  const isAtEnd = isOver && step >= lines.length - 1;
  useLeave(onOver, status.failure ? 0 : isAtEnd ? RESULT_SHOWN_MS : null);
  const scene = sceneAt(transcript, step);
  const accusations = topAccusations(scene);
  const headline = headlineOf(scene, accusations, players);
  const endsAt = isRecording || isOver ? null : endOfPhase(scene, match);
  return (
    <>
      <div className={classes.stage} data-players="hall">
        <Ring
          scene={scene}
          players={players}
          accusations={accusations}
          live={!isAtEnd}
          own={null}
          acts={nightActsAt(lines, step, scene)}
        />
      </div>
      <div className={classes.side}>
        <div className={classes.news}>
          <div className={classes.head}>
            <Link className={classes.title} href={`/town/werewolf/${match.match_id}`}>
              {match.title}
            </Link>
            {isRecording ? (
              <RecordingPill match={match} />
            ) : (
              !isOver && <LivePill state={status.state} heardAtMs={status.heardAtMs} />
            )}
            <span className={classes.left}>
              {endsAt && scene.phase !== 'ENDED' && (
                <>
                  <TimeLeft at={endsAt} offsetMs={offsetMs} className={classes.time} /> until {NEXT_LABELS[scene.phase]}
                </>
              )}
            </span>
          </div>
          <p className={classes.standing} dir="auto">
            <strong>{headline.now}</strong> {headline.why}
          </p>
          <p className={classes.said} dir="auto">
            {isAtEnd ? hasNext && 'The next match follows.' : scene.crier && withNames(scene.crier, players)}
          </p>
        </div>
        <Talk lines={lines.slice(Math.max(0, step + 1 - MAX_LINES), step + 1)} players={players} />
        {children}
      </div>
      <Announcer sentence={`${headline.now} ${headline.why}`} />
    </>
  );
}

/** The step of a recording, which goes on by itself as soon as all of it has been read. */
function useRecordedStep(lines: readonly Line[], plays: boolean): number {
  const [step, setStep] = useState(0);
  const line = lines[step];
  const words = line && 'message' in line.event.data ? String(line.event.data.message).length : 0;
  const stayMs = line ? Math.min(MAX_LINE_MS, LINE_MS[line.kind] + CHARACTER_MS * words) : 0;
  const isLast = step >= lines.length - 1;
  useEffect(() => {
    if (!plays || isLast) return;
    const timer = setTimeout(() => setStep(step + 1), stayMs);
    return () => clearTimeout(timer);
  }, [plays, isLast, step, stayMs]);
  return step;
}

const SAID: readonly LineKind[] = ['message', 'vote', 'death', 'note', 'end'];

/** What was said and done, the newest last and in sight. */
function Talk({ lines, players }: { lines: readonly Line[]; players: readonly SnapshotPlayer[] }): ReactNode {
  const list = useRef<HTMLOListElement>(null);
  const newest = lines.at(-1)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new line moves the end
  useLayoutEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [newest]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <ol ref={list} className={classes.talk} aria-label="What was said" tabIndex={0}>
      {lines
        .filter(({ kind }) => SAID.includes(kind))
        .map((line) => {
          const player = players.find(({ seat }) => seat === line.seat);
          return (
            <li key={line.id} data-kind={line.kind} dir="auto">
              {player && <PlayerToken seed={seedOf(player)} kind={player.kind} size={24} />}
              <span>
                {player && (
                  <strong>
                    <bdi>{player.display_name}</bdi>
                    {line.kind === 'note' && <span className={classes.thinks}> thinks</span>}
                  </strong>
                )}{' '}
                {describeLine(line, players)}
              </span>
            </li>
          );
        })}
    </ol>
  );
}
