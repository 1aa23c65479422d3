import clsx from 'clsx';
import { seedOf } from '@/components/match/player-bar';
import { PlayerToken } from '@/components/ui/player-token';
import type { SnapshotPlayer } from '@/lib/domain/matches';
import { type Opinion, opinionsOf, type Scene } from '@/lib/games/werewolf/transcript';
import classes from './suspicions.module.css';
import { withNames } from './words';

const KIND_LABELS: Record<Opinion['kind'], string> = { suspects: 'suspects', defends: 'defends' };

/** Who suspects, defends and votes for whom today: a row for each player, a column for each other one. */
export function Suspicions({ scene, players }: { scene: Scene; players: readonly SnapshotPlayer[] }) {
  const opinions = opinionsOf(scene);
  const rows = players.filter(({ seat }) => scene.alive[seat] || opinions.some(({ from }) => from === seat));
  if (opinions.length === 0)
    return <p className={classes.none}>Nobody has named anybody today. What players say of each other appears here.</p>;
  return (
    <table className={classes.matrix}>
      <thead>
        <tr>
          <td />
          {rows.map((player) => (
            <th key={player.seat} scope="col" title={player.display_name}>
              <PlayerToken seed={seedOf(player)} kind={player.kind} size={20} />
              <span className="visually-hidden">{player.display_name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((player) => (
          <tr key={player.seat} data-alive={scene.alive[player.seat]}>
            <th scope="row">
              <bdi className={classes.name}>{player.display_name}</bdi>
            </th>
            {rows.map(({ seat: to, display_name: name }) => {
              const opinion = opinions.find((one) => one.from === player.seat && one.to === to);
              if (!opinion) return <td key={to} className={clsx(to === player.seat && classes.own)} />;
              const { kind, voted, quote } = opinion;
              const words = `${player.display_name} ${KIND_LABELS[kind]} ${name}${voted ? ', and votes so' : ''}`;
              return (
                <td key={to} title={quote ? `${words}: “${withNames(quote, players)}”` : words}>
                  <span className={classes.mark} data-kind={kind} data-voted={voted}>
                    <span className="visually-hidden">{words}</span>
                  </span>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
