import { clsx } from 'clsx';
import { BoardAsText } from '@/components/boards/board-as-text';
import { ReportLink } from '@/components/moderation/report-link';
import { ButtonLink } from '@/components/ui/button';
import { KeyHelp } from '@/components/ui/key-help';
import { duration } from '@/components/ui/time';
import { Toggle } from '@/components/ui/toggle';
import type { FixturePlace } from '@/lib/domain/leagues';
import type { LiveMatch } from '@/lib/domain/matches';
import shared from '../ui/shared.module.css';
import { EmbedButton } from './embed-button';
import { Facts } from './facts';
import { Fairness } from './fairness';
import type { GameFacts } from './game-facts';
import classes from './match-screen.module.css';
import { ShareButton } from './share-button';
import type { Timeline } from './timeline';
import type { View } from './types';
import type { Replay } from './use-replay';
import type { SwitchableMatch } from './use-view-switch';
import { WhatNext } from './what-next';

const KEYS = [
  { keys: ['←', '→'], does: 'Previous move, next move' },
  { keys: ['Home', 'End'], does: 'First position, newest position' },
  { keys: ['Space'], does: 'Play or pause' },
  { keys: ['p', 'n'], does: 'Previous key moment, next key moment' },
  { keys: ['f'], does: 'Flip the board' },
];

export interface MatchAsideProps {
  timeline: Timeline;
  replay: Replay;
  facts: GameFacts;
  league: FixturePlace | null;
  /** Given while the viewer may switch to the omniscient view. */
  viewSwitch: SwitchableMatch | null;
  /** As in `MatchPanelsProps`. */
  whatNext: readonly LiveMatch[] | null;
  /** The view on the board. */
  view: View;
}

/** The facts of the match, what can be done with it, and how to verify it. */
export function MatchAside({ timeline, replay, facts, league, viewSwitch, whatNext, view }: MatchAsideProps) {
  const { match } = timeline;
  const { frame, state, name } = replay;
  return (
    <div className={classes.left}>
      <div className={classes.facts}>
        <Facts match={match} league={league} />
        <div className={classes.actions}>
          <ShareButton path={`/matches/${match.match_id}`} ply={state.ply} moment={name} />
          {/* Only of finished matches: a board with an engine would help the players. */}
          {facts.canContinue && match.status !== 'active' && (
            <ButtonLink
              reloads
              href={`/matches/${match.match_id}/continue?ply=${frame.ply}`}
              size="compact-sm"
              variant="default"
            >
              Continue from here
            </ButtonLink>
          )}
          <EmbedButton
            path={`/embed/matches/${match.match_id}`}
            title={match.title}
            what="match"
            about="The board updates while the match runs, and links back to this page."
          />
          <KeyHelp rows={KEYS} />
          <ReportLink what="this match" target_kind="match" target_id={match.match_id} />
        </div>
        {viewSwitch && (
          <ViewSwitch
            view={viewSwitch.view}
            delayS={match.status === 'active' ? match.omniscient_delay_s : 0}
            refusal={viewSwitch.refusal}
            onChange={viewSwitch.setView}
          />
        )}
        <Downloads matchId={match.match_id} notation={facts.notation} />
        <BoardAsText gameId={match.game_type} view={view} text={frame.text} />
      </div>
      {whatNext && (
        <div className={classes.whatNext}>
          <WhatNext match={match} live={whatNext} />
        </div>
      )}
      <div className={classes.fairness}>
        <Fairness
          matchId={match.match_id}
          commitment={match.seed_commitment}
          seed={match.seed}
          hasChance={facts.hasChance}
          positions={() => timeline.frames.map(({ ply, view }) => ({ ply, view }))}
        />
      </div>
    </div>
  );
}

/** Downloads of the record: in the notation of the game, if it has one, and as JSON lines. */
function Downloads({ matchId, notation }: { matchId: string; notation: GameFacts['notation'] }) {
  const extensions = notation ? [notation, 'jsonl'] : ['jsonl'];
  return (
    <p className={clsx(shared.muted, shared.noMargin)}>
      Download:{' '}
      {extensions.map((extension, index) => (
        <span key={extension}>
          {index > 0 && ', '}
          <a href={`/matches/${matchId}/record.${extension}`} download>
            {extension === 'jsonl' ? 'JSON lines' : extension.toUpperCase()}
          </a>
        </span>
      ))}
    </p>
  );
}

/** Switches to the omniscient view, for people who own none of the players. */
function ViewSwitch({
  view,
  delayS,
  refusal,
  onChange,
}: {
  view: 'public' | 'omniscient';
  /** How late hidden information is shown, in seconds; 0 when it is shown as it happens. */
  delayS: number;
  /** Why it was refused the last time. */
  refusal: string | null;
  onChange: (view: 'public' | 'omniscient') => void;
}) {
  return (
    <div className={classes.viewSwitch}>
      <Toggle
        label="Show hidden information"
        description={`For signed-in people who own none of the players.${delayS > 0 ? ` Shown ${duration(delayS * 1000)} late.` : ''}`}
        error={view === 'public' && refusal}
        checked={view === 'omniscient'}
        onChange={(isOn) => onChange(isOn ? 'omniscient' : 'public')}
      />
    </div>
  );
}
