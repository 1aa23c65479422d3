import { clsx } from 'clsx';
import { seedOf } from '@/components/match/player-bar';
import { PlayerToken } from '@/components/ui/player-token';
import { Section } from '@/components/ui/section';
import type { SnapshotPlayer } from '@/lib/domain/matches';
import { type Accusation, isTalk, opinionsOf, type Scene, seatOf } from '@/lib/games/werewolf/transcript';
import shared from '../../ui/shared.module.css';
import classes from './accusations.module.css';
import { Suspicions } from './suspicions';
import { Tally } from './tally';
import { withNames } from './words';

/** The most accused; key moments follow below. */
const MAX_SHOWN = 4;

export interface DayPanelProps {
  scene: Scene;
  accusations: readonly Accusation[];
  players: readonly SnapshotPlayer[];
}

/** Who is accused and how the vote stands: while players talk the accusations first, then the votes. */
export function DayPanel({ scene, accusations, players }: DayPanelProps) {
  const votes = (
    <Section key="votes" title={scene.voteDay === null ? 'Votes' : `Votes of day ${scene.voteDay}`}>
      <Tally scene={scene} players={players} />
    </Section>
  );
  const accused = accusations.length > 0 && (
    <Section key="accused" title={`Accused on day ${scene.day}`}>
      <Accusations accusations={accusations.slice(0, MAX_SHOWN)} players={players} />
    </Section>
  );
  // On a day without talk no player is named any more after the end.
  const matrix = (scene.winner === null || opinionsOf(scene).length > 0) && (
    <Section key="matrix" title={scene.day === 0 ? 'Who suspects whom' : `Who suspects whom, day ${scene.day}`}>
      <Suspicions scene={scene} players={players} />
    </Section>
  );
  return isTalk(scene.phase) ? [matrix, accused, votes] : [votes, matrix, accused];
}

/** Who is accused today, by whom, and the last words about it. */
function Accusations({
  accusations,
  players,
}: {
  accusations: readonly Accusation[];
  players: readonly SnapshotPlayer[];
}) {
  const playerOf = (id: string) => players.find(({ seat }) => seat === seatOf(id));
  return (
    <ul className={classes.list}>
      {accusations.map(({ targetPlayerId, byPlayerIds, quote }) => {
        const by = byPlayerIds.flatMap((id) => playerOf(id) ?? []);
        return (
          <li key={targetPlayerId} className={shared.grid2}>
            <span className={classes.line}>
              <bdi className={clsx(shared.oneLine, shared.medium)}>{playerOf(targetPlayerId)?.display_name}</bdi>
              <span className={classes.by}>
                by
                {by.map((player) => (
                  <PlayerToken key={player.seat} seed={seedOf(player)} kind={player.kind} size={20} />
                ))}
                <span className="visually-hidden">{by.map(({ display_name }) => display_name).join(', ')}</span>
              </span>
            </span>
            <q className={classes.quote} dir="auto">
              {withNames(quote, players)}
            </q>
          </li>
        );
      })}
    </ul>
  );
}
