import type { MatchSnapshot } from '@/components/match/types';
import { useLiveMatches } from '@/components/match/use-live-matches';
import { NextLiveMatch } from '@/components/match/what-next';
import { Button, ButtonLink } from '@/components/ui/button';
import type { SnapshotPlayer } from '@/lib/domain/matches';
import type { LieLedger, SpeakerSummary } from '@/lib/games/werewolf/transcript';
import classes from './end-panel.module.css';
import { withNames } from './words';

export interface EndPanelProps {
  match: MatchSnapshot;
  /** Null while the roles are not public. */
  ledger: LieLedger | null;
  players: readonly SnapshotPlayer[];
  /** The viewer had a seat. */
  hasPlayed: boolean;
  onReplay: () => void;
}

/** After the end: who lied and who hunted best, the replay, and the next match. */
export function EndPanel({ match, ledger, players, hasPlayed, onReplay }: EndPanelProps) {
  const live = useLiveMatches([]);
  const liar =
    ledger && bestOf(ledger.speakers, (one) => (one.role === 'WEREWOLF' ? one.lies + 3 * one.believedBy.length : 0));
  const hunter = ledger && bestOf(ledger.speakers, (one) => (one.role === 'WEREWOLF' ? 0 : one.votesForWolves));
  return (
    <div className={classes.end}>
      {liar && (
        <p className={classes.award}>
          <strong>Best liar</strong>
          <span>
            {withNames(liar.playerId, players)}: {liar.lies} {liar.lies === 1 ? 'lie' : 'lies'}
            {liar.believedBy.length > 0 && `, believed by ${liar.believedBy.length}`}
          </span>
        </p>
      )}
      {hunter && (
        <p className={classes.award}>
          <strong>Best hunter</strong>
          <span>
            {withNames(hunter.playerId, players)}: {hunter.votesForWolves} of {hunter.votes} votes for a werewolf
          </span>
        </p>
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={onReplay}>
          Replay from the start
        </Button>
        <ButtonLink href="/town">{hasPlayed ? 'Play again' : 'To the town'}</ButtonLink>
      </div>
      <NextLiveMatch match={match} live={live} sawEnd={false} />
    </div>
  );
}

function bestOf(speakers: readonly SpeakerSummary[], scoreOf: (one: SpeakerSummary) => number): SpeakerSummary | null {
  const [best] = speakers.toSorted((one, other) => scoreOf(other) - scoreOf(one));
  return best && scoreOf(best) > 0 ? best : null;
}
