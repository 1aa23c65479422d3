'use client';
import { IconMaximize } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isInHall } from '@/components/town/place';
import { Button, ButtonLink } from '@/components/ui/button';
import { orNotLoaded } from '@/components/ui/not-loaded';
import { Toggle } from '@/components/ui/toggle';
import classes from './tv.module.css';
import { TvMatch, TvRecording } from './tv-match';
import { TvRail } from './tv-rail';
import { type TvProps, useTv } from './use-tv';

/** Loaded when a match of the town is shown. */
const TvHall = dynamic(() => orNotLoaded(import('@/components/town/tv-hall').then((module) => module.TvHall)), {
  loading: () => <div className={classes.stage} data-players="hall" />,
});

/** While nothing moves, the list of recordings is read again after this time. */
const READ_AGAIN_AFTER_MS = 30 * 60_000;

export interface TvScreenProps extends TvProps {
  /** The games that an engine can judge. */
  judgedGames: readonly string[];
}

/** One live match after another, with what moves beside it and what the viewer can choose. */
export function TvScreen(props: TvScreenProps) {
  const { game, judgedGames } = props;
  const tv = useTv(props);
  const { current, next, isQuiet } = tv;
  const [hidesStanding, setHidesStanding] = useState(false);
  const screen = useRef<HTMLDivElement>(null);
  useFreshRecordings(isQuiet, props.recordings.length > 0);
  /** The next match has a button of its own: the keyboard goes on there. */
  const hasPressed = useRef(false);
  const refocus = (button: HTMLButtonElement | null) => {
    if (hasPressed.current && document.activeElement === document.body) button?.focus({ preventScroll: true });
  };
  const isHall = current !== undefined && current !== null && isInHall(current);
  const Shown = isHall ? TvHall : current?.status === 'completed' ? TvRecording : TvMatch;
  const controls = (
    <div className={classes.controls}>
      {!isHall && <Toggle label="Hide who is ahead" checked={hidesStanding} onChange={setHidesStanding} />}
      {next && (
        <Button
          ref={refocus}
          variant="default"
          size="compact-sm"
          onClick={() => {
            hasPressed.current = true;
            tv.showNext();
          }}
          onBlur={() => {
            hasPressed.current = false;
          }}
        >
          Next match
        </Button>
      )}
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconMaximize size={16} aria-hidden />}
        onClick={() => void fillScreen(screen.current)}
      >
        Full screen
      </Button>
    </div>
  );
  return (
    <div ref={screen} className={classes.screen} data-hall={isHall}>
      <h1 className="visually-hidden">{game ? `Botplay TV: ${game.title}` : 'Botplay TV'}</h1>
      {current ? (
        <Shown
          key={current.match_id}
          match={current}
          isJudged={judgedGames.includes(current.game_type)}
          hidesStanding={hidesStanding}
          onOver={tv.leave}
          hasNext={next !== null}
        >
          {controls}
        </Shown>
      ) : (
        <div className={classes.empty}>
          <p>
            {game ? `No match of ${game.title} is moving now.` : 'No match is moving now.'} The next one appears here by
            itself.
          </p>
          <ButtonLink href={game ? '/tv' : '/play'}>{game ? 'Watch all games' : 'Begin a match'}</ButtonLink>
        </div>
      )}
      <TvRail tv={tv} game={game} />
    </div>
  );
}

/** While nothing moves, reads which matches are the best of the last day: as soon as none is there, then from time to time. */
function useFreshRecordings(isQuiet: boolean, hasRecordings: boolean): void {
  const router = useRouter();
  const refresh = useEffectEvent(() => router.refresh());
  useEffect(() => {
    if (!isQuiet) return;
    if (!hasRecordings) refresh();
    const timer = setInterval(refresh, READ_AGAIN_AFTER_MS);
    return () => clearInterval(timer);
  }, [isQuiet, hasRecordings]);
}

/** Fills the screen, and keeps it on as long as it is full. */
async function fillScreen(element: HTMLElement | null): Promise<void> {
  try {
    await element?.requestFullscreen();
    const lock = await navigator.wakeLock?.request('screen');
    document.addEventListener('fullscreenchange', () => void lock?.release(), { once: true });
  } catch {
    // Some browsers have neither; the page is the same.
  }
}
