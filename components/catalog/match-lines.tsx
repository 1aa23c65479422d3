import clsx from 'clsx';
import { StatusWord } from '@/components/console/status-word';
import type { PlayerKind } from '@/components/ui/kinds';
import { Link } from '@/components/ui/link';
import links from '@/components/ui/link-list.module.css';
import { PlayerToken } from '@/components/ui/player-token';
import { RelativeTime } from '@/components/ui/relative-time';
import classes from './match-lines.module.css';

/** A match in one line. */
export interface MatchLine {
  id: string;
  live: boolean;
  ply: number;
  /** When it ended, or started if it is live. */
  at: string;
  players: { seat: number; name: string; kind: PlayerKind; seed: string; result: 'win' | 'loss' | 'draw' | null }[];
}

const RESULTS = { win: 'won', loss: 'lost', draw: 'drew' } as const;

/** Matches, the live ones first. */
export function MatchLines({ lines }: { lines: readonly MatchLine[] }) {
  return (
    <ul className={links.list}>
      {lines.map((line) => (
        <li key={line.id}>
          <Link href={`/matches/${line.id}`} className={clsx(links.link, classes.line)}>
            <span className={classes.players}>
              {line.players.map((player) => (
                <span key={player.seat} className={classes.player}>
                  <PlayerToken seed={player.seed} kind={player.kind} size={24} />
                  <bdi className={classes.name}>{player.name}</bdi>
                  {player.result && <span className={classes.result}>{RESULTS[player.result]}</span>}
                </span>
              ))}
            </span>
            <span className={classes.when}>
              {line.live ? <StatusWord tone="live">Live, move {line.ply}</StatusWord> : <RelativeTime at={line.at} />}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
