'use client';
import { IconMaximize } from '@tabler/icons-react';
import Link from 'next/link';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { describeStanding } from '@/components/boards/describe';
import { findBoard } from '@/components/boards/registry';
import { Button } from '@/components/ui/button';
import { LivePill } from '@/components/ui/live-pill';
import { Toggle } from '@/components/ui/toggle';
import { Announcer } from './announcer';
import { outcomeSentence } from './sentences';
import { Stage } from './stage';
import { type Frame, latestSentence } from './timeline';
import classes from './tv-screen.module.css';
import type { ListedMatch } from './types';
import { useLiveMatches } from './use-live-matches';
import { useMatch } from './use-match';

/** How long the result of a match stays before the next one. */
const RESULT_SHOWN_MS = 10_000;

export interface TvScreenProps {
  live: readonly ListedMatch[];
  /** Only matches of this game. */
  game: { id: string; title: string } | null;
  /** In a frame of another page: without controls. */
  bare?: boolean;
}

/** One live match after another: the most interesting first, the next when one is over. */
export function TvScreen({ live: initial, game, bare = false }: TvScreenProps) {
  const matches = useLiveMatches(initial).filter((match) => game === null || match.game_type === game.id);
  const [shown, setShown] = useState<ListedMatch | null>(matches[0] ?? null);
  const [hidesStanding, setHidesStanding] = useState(false);
  const screen = useRef<HTMLDivElement>(null);
  const next = matches.find(({ match_id }) => match_id !== shown?.match_id) ?? null;
  const current = shown ?? matches[0] ?? null;
  useEffect(() => {
    if (shown === null && matches[0]) setShown(matches[0]);
  }, [shown, matches]);

  return (
    <div ref={screen} className={classes.screen} data-bare={bare || undefined}>
      <h1 className="visually-hidden">{game ? `Botplay TV: ${game.title}` : 'Botplay TV'}</h1>
      {current ? (
        <TvMatch
          key={current.match_id}
          match={current}
          hidesStanding={hidesStanding}
          onOver={() => setShown(next)}
          hasNext={next !== null}
        />
      ) : (
        <p className={classes.empty}>
          {game ? `No match of ${game.title} is running now.` : 'No match is running now.'} The next one appears here by
          itself.
        </p>
      )}
      {!bare && (
        <div className={classes.controls}>
          <Toggle checked={hidesStanding} onChange={setHidesStanding}>
            Hide who is ahead
          </Toggle>
          {next && (
            <Button variant="default" size="compact-md" onClick={() => setShown(next)}>
              Next match
            </Button>
          )}
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconMaximize size={16} aria-hidden />}
            onClick={() => void screen.current?.requestFullscreen?.().catch(() => {})}
          >
            Full screen
          </Button>
        </div>
      )}
    </div>
  );
}

interface TvMatchProps {
  match: ListedMatch;
  hidesStanding: boolean;
  /** The result has been shown long enough. */
  onOver: () => void;
  hasNext: boolean;
}

function TvMatch({ match: listed, hidesStanding, onOver, hasNext }: TvMatchProps) {
  const { timeline, status, offsetMs } = useMatch({ ...listed, cursor: '', omniscient_delay_s: 0 }, [], 'public');
  const { match, notes } = timeline;
  const frame = timeline.frames.at(-1) as Frame;
  const isOver = match.status !== 'active';
  const leave = useEffectEvent(onOver);
  useEffect(() => {
    if (!isOver) return;
    const timer = setTimeout(leave, RESULT_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isOver]);
  const standing = hidesStanding ? null : describeStanding(match.game_type, frame.view);
  return (
    <>
      <div className={classes.stage} data-players={match.players.length === 2 ? 'two' : 'row'}>
        <Stage
          match={match}
          frame={frame}
          following
          flipped={false}
          offsetMs={offsetMs}
          notes={notes}
          mini={findBoard(match.game_type)?.isTall}
          namesOnly
        />
      </div>
      <div className={classes.caption}>
        <Link className={classes.title} href={`/matches/${match.match_id}`}>
          {match.title}
        </Link>
        {isOver ? (
          <strong className={classes.final}>{outcomeSentence(match)}</strong>
        ) : (
          <LivePill state={status.state} heardAtMs={status.heardAtMs} />
        )}
        <span className={classes.said}>{isOver ? hasNext && 'The next match follows.' : standing}</span>
      </div>
      <Announcer sentence={latestSentence(timeline)} />
    </>
  );
}
