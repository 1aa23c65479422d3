import { clsx } from 'clsx';
import { seedOf } from '@/components/match/player-bar';
import { PlayerToken } from '@/components/ui/player-token';
import type { SnapshotPlayer } from '@/lib/domain/matches';
import {
  claimsOf,
  type DaySummary,
  type JudgedVoteTrail,
  type LieLedger,
  type Line,
  type RepeatedClaim,
  type SpeakerSummary,
  seatOf,
  type Verdict,
} from '@/lib/games/werewolf/transcript';
import shared from '../../ui/shared.module.css';
import { ROLE_LABELS } from '../phases';
import classes from './ledger.module.css';
import { withNames } from './words';

/** Claims of a player that are shown without a click. */
const SHOWN_CLAIMS = 3;

const VERDICT_LABELS: Record<Verdict, string> = { TRUE: 'true', LIE: 'lie', MISTAKE: 'mistake' };

export interface LedgerProps {
  /** Null while the roles are not public. */
  ledger: LieLedger | null;
  days: readonly DaySummary[];
  lines: readonly Line[];
  players: readonly SnapshotPlayer[];
  onGo: (step: number) => void;
}

/** After the end: the match in short, and what each player said against the truth. */
export function Ledger({ ledger, days, lines, players, onGo }: LedgerProps) {
  return (
    <div className={classes.ledger}>
      <ol className={classes.chapters}>
        {days.map(({ dayNumber, sentences }) => (
          <li key={dayNumber}>
            <strong>{dayNumber === 0 ? 'Before the first night' : `Day ${dayNumber}`}</strong>{' '}
            {withNames(sentences.join(' '), players)}
          </li>
        ))}
      </ol>
      {ledger ? (
        <>
          <p className={classes.hint}>
            What players claimed, found in their words, against the truth. A lie is what the speaker knew to be false; a
            villager who accuses the wrong player is mistaken.
          </p>
          <ul className={classes.speakers}>
            {mostLiesFirst(ledger.speakers.filter(hasClaimed)).map((speaker) => (
              <Speaker
                key={speaker.playerId}
                speaker={speaker}
                ledger={ledger}
                players={players}
                onGo={(eventId) => onGo(lines.findLastIndex(({ id }) => id <= eventId))}
              />
            ))}
          </ul>
          <Silent players={players} speakers={ledger.speakers.filter((speaker) => !hasClaimed(speaker))} />
        </>
      ) : (
        <p className={classes.hint}>The match ended before the roles were shown.</p>
      )}
    </div>
  );
}

interface SpeakerProps {
  speaker: SpeakerSummary;
  ledger: LieLedger;
  players: readonly SnapshotPlayer[];
  onGo: (eventId: string) => void;
}

function Speaker({ speaker, ledger, players, onGo }: SpeakerProps) {
  const { playerId, role } = speaker;
  const player = players.find(({ seat }) => seat === seatOf(playerId));
  if (!player) return null;
  const claims = claimsOf(playerId, ledger.entries);
  const folded = claims.slice(SHOWN_CLAIMS);
  const trails = ledger.votes.filter(({ voterPlayerId }) => voterPlayerId === playerId);
  const showClaim = (claim: RepeatedClaim) => (
    <Claim key={claim.first.claim} claim={claim} players={players} onGo={() => onGo(claim.first.eventId)} />
  );
  return (
    <li className={classes.speaker}>
      <div className={shared.row8}>
        <PlayerToken seed={seedOf(player)} kind={player.kind} size={28} />
        <bdi className={clsx(shared.oneLine, shared.semibold)}>{player.display_name}</bdi>
        <span className={classes.role} data-role={role}>
          {ROLE_LABELS[role]}
        </span>
      </div>
      <p className={classes.numbers}>{numbersOf(speaker, players)}</p>
      <ul className={clsx(shared.list, shared.grid2)}>{claims.slice(0, SHOWN_CLAIMS).map(showClaim)}</ul>
      {folded.length > 0 && (
        <details className={classes.fold}>
          <summary>
            {folded.length} more {folded.length === 1 ? 'claim' : 'claims'}
          </summary>
          <ul className={clsx(shared.list, shared.grid2)}>{folded.map(showClaim)}</ul>
        </details>
      )}
      {trails.length > 0 && <Votes trails={trails} players={players} />}
    </li>
  );
}

const hasClaimed = ({ lies, mistakes, trueStatements }: SpeakerSummary): boolean =>
  lies + mistakes + trueStatements > 0;

/** Who claimed nothing that can be checked, in one sentence. */
function Silent({ speakers, players }: { speakers: readonly SpeakerSummary[]; players: readonly SnapshotPlayer[] }) {
  if (speakers.length === 0) return null;
  const names = speakers.map(({ playerId, role }) => `${playerId} (${ROLE_LABELS[role].toLowerCase()})`).join(', ');
  return <p className={classes.hint}>{withNames(`Claimed nothing that can be checked: ${names}.`, players)}</p>;
}

const mostLiesFirst = (speakers: readonly SpeakerSummary[]) =>
  speakers.toSorted((one, other) => other.lies - one.lies || other.mistakes - one.mistakes);

/** A claim once, with the truth and how often it was made; a click shows where it was made first. */
function Claim({
  claim: { first, times, lastDayNumber },
  players,
  onGo,
}: {
  claim: RepeatedClaim;
  players: readonly SnapshotPlayer[];
  onGo: () => void;
}) {
  const { kind, claim, truth, verdict, dayNumber, quote } = first;
  const truthPart = verdict === 'TRUE' ? '' : `; ${truth}`;
  return (
    <li>
      <button type="button" className={classes.fact} onClick={onGo} title={quote}>
        <span className={classes.sign} data-verdict={verdict}>
          {VERDICT_LABELS[verdict]}
        </span>
        <span>
          {withNames(`${kind === 'CLAIM_ROLE' ? 'Said' : 'Held'} that ${claim}${truthPart}`, players)}{' '}
          <span className={clsx(shared.mutedColor, shared.noWrap)}>{whenSaid(times, dayNumber, lastDayNumber)}</span>
        </span>
      </button>
    </li>
  );
}

function whenSaid(times: number, firstDay: number, lastDay: number): string {
  const days = firstDay === lastDay ? `day ${firstDay}` : `days ${firstDay}–${lastDay}`;
  return times === 1 ? days : `${times} times, ${days}`;
}

/** The votes of a player by day, folded under how many were for a werewolf. */
function Votes({ trails, players }: { trails: readonly JudgedVoteTrail[]; players: readonly SnapshotPlayer[] }) {
  const hits = trails.filter(({ hitWolf }) => hitWolf).length;
  return (
    <details className={classes.fold}>
      <summary>
        {hits} of {trails.length} {trails.length === 1 ? 'vote' : 'votes'} for a werewolf
      </summary>
      <ul className={clsx(shared.list, shared.grid2)}>
        {trails.map(({ dayNumber, targets, hitWolf }) => (
          <li key={dayNumber} className={classes.vote}>
            <span className={classes.sign} data-verdict={hitWolf ? 'TRUE' : undefined}>
              {hitWolf ? 'a wolf' : 'vote'}
            </span>
            <span>
              Day {dayNumber}: {withNames(targets.map((target) => target ?? 'abstained').join(' → '), players)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function numbersOf(
  { lies, mistakes, trueStatements, believedBy }: SpeakerSummary,
  players: readonly SnapshotPlayer[],
): string {
  const believed = believedBy.length > 0 ? ` Believed by ${believedBy.join(', ')}.` : '';
  return withNames(
    `${trueStatements} true, ${mistakes} mistaken, ${lies} ${lies === 1 ? 'lie' : 'lies'}.${believed}`,
    players,
  );
}
