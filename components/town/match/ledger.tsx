import { seedOf } from '@/components/match/player-bar';
import type { Player } from '@/components/match/types';
import { PlayerToken } from '@/components/ui/player-token';
import type { Chapter, LedgerEntry, LieLedger, SpeakerSummary, Verdict } from '@/lib/games/werewolf/transcript';
import classes from './ledger.module.css';
import { type Line, ROLE_WORDS, seatOf, withNames } from './story';

const VERDICT_WORDS: Record<Verdict, string> = { TRUE: 'true', LIE: 'lie', MISTAKE: 'mistake' };

export interface LedgerProps {
  /** Null while the roles are not public. */
  ledger: LieLedger | null;
  chapters: readonly Chapter[];
  lines: readonly Line[];
  players: readonly Player[];
  onGo: (step: number) => void;
}

/** After the end: the match in short, and what each player said against the truth. */
export function Ledger({ ledger, chapters, lines, players, onGo }: LedgerProps) {
  return (
    <div className={classes.ledger}>
      <ol className={classes.chapters}>
        {chapters.map(({ dayNumber, sentences }) => (
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
            {ledger.speakers.map((speaker) => (
              <Speaker
                key={speaker.playerId}
                speaker={speaker}
                ledger={ledger}
                players={players}
                onGo={(eventId) => onGo(lines.findLastIndex(({ id }) => id <= eventId))}
              />
            ))}
          </ul>
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
  players: readonly Player[];
  onGo: (eventId: string) => void;
}

function Speaker({ speaker, ledger, players, onGo }: SpeakerProps) {
  const { playerId, role } = speaker;
  const player = players.find(({ seat }) => seat === seatOf(playerId));
  if (!player) return null;
  const entries = ledger.entries.filter(({ speakerId }) => speakerId === playerId);
  const trails = ledger.votes.filter(({ voterPlayerId }) => voterPlayerId === playerId);
  return (
    <li className={classes.speaker}>
      <div className={classes.head}>
        <PlayerToken seed={seedOf(player)} kind={player.kind} size={28} />
        <bdi className={classes.name}>{player.display_name}</bdi>
        <span className={classes.role} data-role={role}>
          {ROLE_WORDS[role]}
        </span>
      </div>
      <p className={classes.numbers}>{numbersOf(speaker, players)}</p>
      <ul className={classes.facts}>
        {entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one message can hold the same claim about two players
          <li key={`${entry.eventId} ${index}`}>
            <button type="button" className={classes.fact} onClick={() => onGo(entry.eventId)} title={entry.quote}>
              <span className={classes.sign} data-verdict={entry.verdict}>
                {VERDICT_WORDS[entry.verdict]}
              </span>
              <span>{withNames(claimOf(entry), players)}</span>
            </button>
          </li>
        ))}
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
    </li>
  );
}

const claimOf = ({ dayNumber, kind, claim, truth, verdict }: LedgerEntry): string =>
  `Day ${dayNumber}: ${kind === 'CLAIM_ROLE' ? 'said' : 'held'} that ${claim}${verdict === 'TRUE' ? '' : `; ${truth}`}`;

function numbersOf({ lies, mistakes, trueStatements, believedBy }: SpeakerSummary, players: readonly Player[]): string {
  if (lies + mistakes + trueStatements === 0) return 'Claimed nothing that can be checked.';
  const believed = believedBy.length > 0 ? ` Believed by ${believedBy.join(', ')}.` : '';
  return withNames(`${trueStatements} true, ${mistakes} mistaken, ${lies} lies.${believed}`, players);
}
