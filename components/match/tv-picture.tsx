'use client';
import { useEffect, useEffectEvent, useState } from 'react';
import { describeStanding } from '@/components/boards/describe';
import { findBoard } from '@/components/boards/registry';
import { Link } from '@/components/ui/link';
import { useNow } from '@/components/ui/use-now';
import { isWaiting, movingFirst } from '@/lib/core/live-order';
import type { LiveMatch } from '@/lib/domain/matches';
import shared from '../ui/shared.module.css';
import { Announcer } from './announcer';
import { LatestThought } from './latest-thought';
import { MatchPill } from './match-pill';
import { outcomeSentence } from './sentences';
import { Stage } from './stage';
import { type Frame, latestSentence } from './timeline';
import classes from './tv-screen.module.css';

import { useLiveMatches } from './use-live-matches';
import { useMatch } from './use-match';

/** How long the result of a match stays before the next one. */
const RESULT_SHOWN_MS = 10_000;

/** Matches that the TV remembers to have shown. */
const MAX_SEEN = 100;

/**
 * The match after those seen, oldest first, of which the last is on: the first that was not seen, else the one seen longest
 * ago; null while no other match moves. `moving` is in the order of `orderLive`.
 */
export function nextOnTv<M extends { match_id: string }>(moving: readonly M[], seen: readonly string[]): M | null {
  const others = moving.filter(({ match_id }) => match_id !== seen.at(-1));
  return others.toSorted((one, other) => seen.lastIndexOf(one.match_id) - seen.lastIndexOf(other.match_id))[0] ?? null;
}

/** The games of these matches, each once, in the order of the matches. */
export function channelsOf(moving: readonly Pick<LiveMatch, 'game_type' | 'title'>[]): Tv['channels'] {
  const titles = new Map(moving.map(({ game_type, title }) => [game_type, title]));
  return [...titles].map(([id, title]) => ({ id, title }));
}

export interface TvProps {
  live: readonly LiveMatch[];
  /** Only matches of this game. */
  game: { id: string; title: string } | null;
}

/** The match that the TV shows, and the one after it. */
export interface Tv {
  current: LiveMatch | null;
  next: LiveMatch | null;
  /** The games of which a match moves now, in the order of their best matches. */
  channels: { id: string; title: string }[];
  showNext: () => void;
}

/** One live match after another, in rounds: each match that moves is shown before one is shown again. */
export function useTv({ live: initial, game }: TvProps): Tv {
  const nowMs = useNow(5_000);
  const all = useLiveMatches(initial);
  const live = all.filter((match) => game === null || match.game_type === game.id);
  const moving = movingFirst(live, nowMs);
  const [current, setShown] = useState<LiveMatch | null>(moving[0] ?? null);
  const [seen, setSeen] = useState<readonly string[]>([]);
  const next = nextOnTv(moving, [...seen, current?.match_id ?? '']);
  const show = (match: LiveMatch) => {
    if (current) setSeen([...seen.filter((id) => id !== current.match_id), current.match_id].slice(-MAX_SEEN));
    setShown(match);
  };
  const listed = live.find(({ match_id }) => match_id === current?.match_id);
  const isStalled = current === null || (listed !== undefined && isWaiting(listed, nowMs));
  const goOn = useEffectEvent(() => next && show(next));
  useEffect(() => {
    if (isStalled && next !== null) goOn();
  }, [isStalled, next]);
  return {
    current: current ?? moving[0] ?? null,
    next,
    channels: channelsOf(movingFirst(all, nowMs)),
    showNext: () => (next ? show(next) : setShown(null)),
  };
}

/** The heading of the TV with its match, or a sentence when no match is running. */
export function TvPicture({
  tv: { current, next, showNext },
  game,
  hidesStanding = false,
}: Pick<TvProps, 'game'> & { tv: Tv; hidesStanding?: boolean }) {
  return (
    <>
      <h1 className="visually-hidden">{game ? `Botplay TV: ${game.title}` : 'Botplay TV'}</h1>
      {current ? (
        <TvMatch
          key={current.match_id}
          match={current}
          hidesStanding={hidesStanding}
          onOver={showNext}
          hasNext={next !== null}
        />
      ) : (
        <p className={classes.empty}>
          {game ? `No match of ${game.title} is moving now.` : 'No match is moving now.'} The next one appears here by
          itself.
        </p>
      )}
    </>
  );
}

interface TvMatchProps {
  match: LiveMatch;
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
          hidesStanding={hidesStanding}
        />
      </div>
      <div className={classes.caption}>
        <Link className={classes.title} href={`/matches/${match.match_id}`}>
          {match.title}
        </Link>
        {isOver ? (
          <strong className={shared.green}>{outcomeSentence(match)}</strong>
        ) : (
          <MatchPill match={match} state={status.state} heardAtMs={status.heardAtMs} />
        )}
        <span className={classes.said}>{isOver ? hasNext && 'The next match follows.' : standing}</span>
      </div>
      {match.players.some(({ kind }) => kind === 'agent') && (
        <LatestThought
          noted={hidesStanding ? undefined : notes.findLast(({ note }) => note !== null)}
          players={match.players}
        />
      )}
      <Announcer sentence={latestSentence(timeline)} />
    </>
  );
}
