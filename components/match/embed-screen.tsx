'use client';
import { IconExternalLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { describeStanding } from '@/components/boards/describe';
import { findBoard } from '@/components/boards/registry';
import { LivePill } from '@/components/ui/live-pill';
import { LogoMark } from '@/components/ui/logo';
import { Announcer } from './announcer';
import classes from './embed-screen.module.css';
import { outcomeSentence } from './sentences';
import { Stage } from './stage';
import { type Frame, latestSentence } from './timeline';
import type { MatchSnapshot } from './types';
import { useMatch } from './use-match';

/** A match embedded in another page: it fills the frame and follows the same stream. */
export function EmbedScreen({ snapshot }: { snapshot: MatchSnapshot }) {
  const { timeline, status, offsetMs } = useMatch(snapshot, [], 'public');
  const { match } = timeline;
  const frame = timeline.frames.at(-1) as Frame;
  const isOver = match.status !== 'active';
  const said = isOver ? outcomeSentence(match) : describeStanding(match.game_type, frame.view);
  return (
    <div className={classes.screen} data-players={rowsOf(match.players.length)}>
      <h1 className="visually-hidden">{match.title}</h1>
      <div className={classes.stage}>
        <Stage
          match={match}
          frame={frame}
          following
          flipped={false}
          offsetMs={offsetMs}
          mini={findBoard(match.game_type)?.isTall}
          namesOnly
        />
      </div>
      <Foot matchId={match.match_id}>
        {isOver ? (
          <strong className={classes.final}>{match.status === 'cancelled' ? 'Cancelled' : 'Final'}</strong>
        ) : (
          <LivePill state={status.state} heardAtMs={status.heardAtMs} />
        )}
        <span className={classes.announcement}>{said}</span>
      </Foot>
      <Announcer sentence={latestSentence(timeline)} />
    </div>
  );
}

/** How the names of the players stand: above and below the board, or in rows below it. */
function rowsOf(players: number): 'two' | 'row' | 'rows' {
  if (players === 2) return 'two';
  return players > 4 ? 'rows' : 'row';
}

/** The embedded page of a match that has no board. */
export function EmbedWaiting({ title, matchId }: { title: string; matchId: string }) {
  return (
    <div className={classes.screen}>
      <h1 className={classes.waiting}>{title}</h1>
      <p className={classes.note}>This match has no board to show here.</p>
      <Foot matchId={matchId}>
        <span className={classes.announcement}>Open the match page to see who has joined.</span>
      </Foot>
    </div>
  );
}

function Foot({ matchId, children }: { matchId: string; children: ReactNode }) {
  return (
    <footer className={classes.foot}>
      {children}
      <a className={classes.link} href={`/matches/${matchId}`} target="_blank" rel="noopener">
        <LogoMark size={16} />
        <span>Watch on Botplay</span>
        <IconExternalLink size={14} stroke={1.75} aria-hidden />
      </a>
    </footer>
  );
}
