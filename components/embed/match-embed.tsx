'use client';
import type { ReactNode } from 'react';
import { describeStanding } from '@/components/boards/describe';
import { findBoard } from '@/components/boards/registry';
import { Announcer } from '@/components/match/announcer';
import { MatchPill } from '@/components/match/match-pill';
import { outcomeSentence } from '@/components/match/sentences';
import { Stage } from '@/components/match/stage';
import { type Frame, latestSentence } from '@/components/match/timeline';
import type { MatchSnapshot } from '@/components/match/types';
import { useMatch } from '@/components/match/use-match';
import { LogoMark } from '@/components/ui/logo';
import shared from '../ui/shared.module.css';
import classes from './match-embed.module.css';

/** A match embedded in another page: it fills the frame and follows the same stream. */
export function MatchEmbed({ snapshot }: { snapshot: MatchSnapshot }) {
  const { timeline, status, offsetMs } = useMatch(snapshot, [], 'public');
  const { match } = timeline;
  const frame = timeline.frames.at(-1) as Frame;
  const isOver = match.status !== 'active';
  const announcement = isOver ? outcomeSentence(match) : describeStanding(match.game_type, frame.view);
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
      <Foot path={`/matches/${match.match_id}`}>
        {isOver ? (
          <strong className={shared.green}>{match.status === 'cancelled' ? 'Cancelled' : 'Final'}</strong>
        ) : (
          <MatchPill match={match} state={status.state} heardAtMs={status.heardAtMs} />
        )}
        <span className={classes.announcement}>{announcement}</span>
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

/** A match that has no board. */
export function LobbyEmbed({ title, matchId }: { title: string; matchId: string }) {
  return (
    <div className={classes.screen}>
      <h1 className={classes.waiting}>{title}</h1>
      <p className={classes.note}>This match has no board to show here.</p>
      <Foot path={`/matches/${matchId}`}>
        <span className={classes.announcement}>Open the match page to see who has joined.</span>
      </Foot>
    </div>
  );
}

/** An address that names no match. */
export function MissingEmbed() {
  return (
    <div className={classes.screen}>
      <h1 className={classes.waiting}>Nothing is at this address</h1>
      <p className={classes.note}>The address in this frame names no match and no league.</p>
      <Foot path="/">{null}</Foot>
    </div>
  );
}

/** The line below what is embedded, with the link to its page. */
export function Foot({ path, children }: { path: string; children: ReactNode }) {
  return (
    <footer className={classes.foot}>
      {children}
      <a className={classes.link} href={path} target="_blank" rel="noopener">
        <LogoMark size={16} />
        <span>Watch on Botplay</span>
        <svg className={classes.arrow} viewBox="0 0 24 24" width={14} height={14} aria-hidden>
          <path d="M12 6H6a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-6M11 13l9-9M15 4h5v5" />
        </svg>
      </a>
    </footer>
  );
}
