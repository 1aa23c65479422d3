'use client';
import clsx from 'clsx';
import { ALL_BOARDS } from '@/components/boards/all-boards';
import { describeStanding } from '@/components/boards/describe';
import { GameBoard } from '@/components/boards/game-board';
import { asFinished } from '@/components/boards/view';
import { paceOf } from '@/components/match/match-pill';
import { nameInText, platformLine, shortName } from '@/components/match/names';
import { seedOf } from '@/components/match/player-bar';
import { matchup, outcomeSentence } from '@/components/match/sentences';
import { whyItMatters } from '@/components/match/why-it-matters';
import { Link } from '@/components/ui/link';
import { PlayerToken } from '@/components/ui/player-token';
import { useNow } from '@/components/ui/use-now';
import type { LiveMatch, SnapshotPlayer } from '@/lib/domain/matches';
import shared from '../ui/shared.module.css';
import classes from './live-card.module.css';

/** A small match: the live board, the players, who is ahead and why it matters. */
export function LiveCard({ match, large }: { match: LiveMatch; large: boolean }) {
  const isOn = match.status === 'active';
  const line = platformLine(match.commentary, match.players) ?? describeStanding(match.game_type, match.view);
  const standing = isOn ? line : outcomeSentence(match);
  return (
    <Link
      className={clsx(classes.card, large && classes.large)}
      href={`/matches/${match.match_id}`}
      aria-label={`Watch ${match.title}: ${matchup(match.players)}`}
    >
      <div className={classes.board}>
        <GameBoard
          gameId={match.game_type}
          boards={ALL_BOARDS}
          view={asFinished(match.view, !isOn)}
          text={match.text}
          label={`${match.title} board`}
          flipped={false}
          live={isOn}
          mini
        />
      </div>
      <div className={classes.caption}>
        <div className={classes.title}>
          <span className={classes.game}>{match.title}</span>
          {isOn ? <Pace match={match} /> : <span className={classes.final}>Final</span>}
        </div>
        {match.players.length > MAX_LINES ? (
          <Crowd players={match.players} />
        ) : (
          match.players.map((player) => (
            <PlayerLine
              key={player.seat}
              player={player}
              named={match.players.length > 1}
              toMove={isOn && match.clock.seats_to_move.includes(player.seat)}
            />
          ))
        )}
        <p className={classes.standing}>{standing}</p>
        <p className={classes.reason}>{whyItMatters(match)}</p>
        {large && <p className={classes.about}>{match.about}</p>}
      </div>
    </Link>
  );
}

/** More players are shown as a row of tokens. */
const MAX_LINES = 4;

/** Many players: their tokens, and their names in one line. */
function Crowd({ players }: { players: readonly SnapshotPlayer[] }) {
  return (
    <div className={classes.crowd}>
      <span className={classes.tokens} aria-hidden>
        {players.map((player) => (
          <PlayerToken key={player.seat} seed={seedOf(player)} kind={player.kind} size={24} />
        ))}
      </span>
      <span className={clsx(shared.twoLines, shared.mutedColor)}>{players.map(nameInText).join(', ')}</span>
    </div>
  );
}

/** A younger move is not worth a number that changes. */
const SHOWN_AGE_MS = 10_000;

/**
 * LIVE with the age of the last move, or for how long the match has waited for one: `waiting 4 min`. A correspondence game is
 * never LIVE: `3 d a move`.
 */
function Pace({ match }: { match: LiveMatch }) {
  const nowMs = useNow(5_000);
  const pace = paceOf(match, nowMs);
  if (pace === 'LIVE') {
    const waitedMs = match.moved_at === null || match.kind === 'town' ? 0 : nowMs - Date.parse(match.moved_at);
    return (
      <span className={classes.live} title="LIVE, and the time since the last move">
        <span>LIVE</span>
        <span className={classes.age} suppressHydrationWarning>
          {waitedMs < SHOWN_AGE_MS ? '' : `${Math.floor(waitedMs / 5_000) * 5} s`}
        </span>
      </span>
    );
  }
  return <span className={classes.waits}>{pace}</span>;
}

/** `named` adds the seat, because the sentence below names seats. */
function PlayerLine({ player, named, toMove }: { player: SnapshotPlayer; named: boolean; toMove: boolean }) {
  return (
    <div className={classes.player}>
      <PlayerToken seed={seedOf(player)} kind={player.kind} size={28} />
      <bdi className={clsx(shared.oneLine, shared.minWidth0)}>{shortName(player)}</bdi>
      {named && <span className={clsx(shared.mutedSmall, shared.noShrink)}>{player.seat_name}</span>}
      {player.elo !== null && (
        <span className={clsx(shared.mutedTiny, shared.numericFont, shared.noShrink)}>{player.elo}</span>
      )}
      <span className={classes.turn}>{toMove && 'to move'}</span>
    </div>
  );
}
