'use client';
import { IconMaximize } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { Toggle } from '@/components/ui/toggle';
import { TvPicture, type TvProps, useTv } from './tv-picture';
import classes from './tv-screen.module.css';

/** One live match after another, with what the viewer can choose. */
export function TvScreen(props: TvProps) {
  const tv = useTv(props);
  const [hidesStanding, setHidesStanding] = useState(false);
  const screen = useRef<HTMLDivElement>(null);
  return (
    <div ref={screen} className={classes.screen}>
      <TvPicture tv={tv} game={props.game} hidesStanding={hidesStanding} />
      <nav className={classes.channels} aria-label="Channels">
        <Link href="/tv" aria-current={props.game === null ? 'page' : undefined}>
          All games
        </Link>
        {tv.channels.map(({ id, title }) => (
          <Link key={id} href={`/tv?game=${id}`} aria-current={props.game?.id === id ? 'page' : undefined}>
            {title}
          </Link>
        ))}
      </nav>
      <div className={classes.controls}>
        <Toggle label="Hide who is ahead" checked={hidesStanding} onChange={setHidesStanding} />
        {tv.next && (
          <Button variant="default" size="compact-md" onClick={tv.showNext}>
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
    </div>
  );
}
