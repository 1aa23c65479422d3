import { seedOf } from '@/components/match/player-bar';
import { PlayerToken } from '@/components/ui/player-token';
import type { SnapshotPlayer } from '@/lib/domain/matches';
import { type Scene, tallyOf } from '@/lib/games/werewolf/transcript';

import classes from './tally.module.css';

/** The votes as rows: who has how many, and from whom. */
export function Tally({ scene, players }: { scene: Scene; players: readonly SnapshotPlayer[] }) {
  const rows = tallyOf(scene);
  const playerOf = (seat: number) => players.find((player) => player.seat === seat);
  const abstained = scene.votes.flatMap((vote, seat) => (vote === 'abstain' ? [seat] : []));
  if (rows.length === 0 && abstained.length === 0) {
    return (
      <p className={classes.none}>
        {scene.voteDay === null || scene.phase === 'DAY_VOTE'
          ? 'No votes so far. Every day ends with a vote: the player with the most is out, on a tie nobody.'
          : 'Nobody voted.'}
      </p>
    );
  }
  const most = rows[0]?.[1].length ?? 1;
  return (
    <ul className={classes.tally}>
      {rows.map(([target, voters]) => (
        <li key={target} className={classes.row}>
          <bdi className={classes.name}>{playerOf(target)?.display_name}</bdi>
          <span className={classes.count}>{voters.length}</span>
          <span className={classes.bar} aria-hidden>
            <span className={classes.fill} style={{ transform: `scaleX(${voters.length / most})` }} />
          </span>
          <Voters voters={voters} players={players} label="Votes of" />
        </li>
      ))}
      {abstained.length > 0 && (
        <li className={classes.row}>
          <span className={classes.name}>Abstain</span>
          <span className={classes.count}>{abstained.length}</span>
          <Voters voters={abstained} players={players} label="By" />
        </li>
      )}
    </ul>
  );
}

function Voters({
  voters,
  players,
  label,
}: {
  voters: readonly number[];
  players: readonly SnapshotPlayer[];
  label: string;
}) {
  const voting = voters.flatMap((seat) => players.find((player) => player.seat === seat) ?? []);
  const names = voting.map(({ display_name }) => display_name).join(', ');
  return (
    <span className={classes.voters} title={names}>
      {voting.map((player) => (
        <PlayerToken key={player.seat} seed={seedOf(player)} kind={player.kind} size={20} />
      ))}
      <span className="visually-hidden">
        {label} {names}
      </span>
    </span>
  );
}
