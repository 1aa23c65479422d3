import { seedOf } from '@/components/match/player-bar';
import { PlayerToken } from '@/components/ui/player-token';
import type { SnapshotPlayer } from '@/lib/domain/matches';
import { type Accusation, seatOf } from '@/lib/games/werewolf/transcript';
import classes from './accusations.module.css';
import { withNames } from './words';

/** Who is accused today, by whom, and the last words about it. */
export function Accusations({
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
          <li key={targetPlayerId} className={classes.accused}>
            <span className={classes.line}>
              <bdi className={classes.name}>{playerOf(targetPlayerId)?.display_name}</bdi>
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
