import { seedOf } from '@/components/match/player-bar';
import { KINDS } from '@/components/ui/kinds';
import { Link } from '@/components/ui/link';
import { PlayerToken } from '@/components/ui/player-token';
import shared from '@/components/ui/shared.module.css';
import type { SnapshotPlayer } from '@/lib/domain/matches';
import type { Scene } from '@/lib/games/werewolf/transcript';
import { ROLE_LABELS } from '../phases';
import classes from './people.module.css';

/** The eight players: who lives, who is dead, and the roles that are known. */
export function People({ scene, players }: { scene: Scene; players: readonly SnapshotPlayer[] }) {
  return (
    <ul className={classes.people} aria-label="Players">
      {players.map((player) => {
        const { seat, kind, agent_id, display_name } = player;
        const isAlive = scene.alive[seat] ?? true;
        const role = scene.roles[seat];
        const death = scene.deaths.find((one) => one.seat === seat);
        const state = isAlive
          ? 'alive'
          : death?.cause === 'NIGHT'
            ? `killed, day ${death.day}`
            : `out, day ${death?.day}`;
        return (
          <li key={seat} className={classes.person} data-alive={isAlive}>
            <PlayerToken seed={seedOf(player)} kind={kind} size={28} />
            <span className={classes.text}>
              {agent_id ? (
                <Link className={classes.name} href={`/agents/${agent_id}`}>
                  <bdi>{display_name}</bdi>
                </Link>
              ) : (
                <bdi className={classes.name}>{display_name}</bdi>
              )}
              <span className={shared.mutedTiny}>
                {role ? ROLE_LABELS[role] : KINDS[kind].word}, {state}
              </span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
