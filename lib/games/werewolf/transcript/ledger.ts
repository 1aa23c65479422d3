import type { Role } from '../state';
import { seatOf } from './events';
import { ROLE_NAMES } from './key-moments';
import { sceneAt, type VoteTrail, type WerewolfTranscript } from './read-transcript';
import type { SpokenStatement } from './scene';
import type { Statement } from './speech';

/** `TRUE`: it was so. `LIE`: it was not, and the speaker knew. `MISTAKE`: it was not, and the speaker could not know. */
export type Verdict = 'TRUE' | 'LIE' | 'MISTAKE';

/** One thing that a player said, against the truth. */
export interface LedgerEntry {
  eventId: string;
  dayNumber: number;
  speakerId: string;
  kind: Statement['kind'];
  /** The player that it was about; null for a claim about the speaker. */
  targetPlayerId: string | null;
  /** What was claimed, and what was so: "p:3 is a werewolf", "p:3 is a villager". */
  claim: string;
  truth: string;
  verdict: Verdict;
  quote: string;
}

/** A claim that a player made once or several times: the entries in their order. */
export interface RepeatedClaim {
  first: LedgerEntry;
  times: number;
  lastDayNumber: number;
}

/** The votes of one player on one day, and whether the last one was for a werewolf; null for an abstention. */
export interface JudgedVoteTrail extends VoteTrail {
  hitWolf: boolean | null;
}

export interface SpeakerSummary {
  playerId: string;
  role: Role;
  trueStatements: number;
  lies: number;
  mistakes: number;
  /** Players who voted on the same day for a player whom one of this player's lies accused; werewolves know better. */
  believedBy: string[];
  /** Final votes for a werewolf, of all final votes. */
  votesForWolves: number;
  votes: number;
  survived: boolean;
}

/** What was said and voted, against the revealed roles. */
export interface LieLedger {
  entries: LedgerEntry[];
  votes: JudgedVoteTrail[];
  speakers: SpeakerSummary[];
}

interface Truth {
  roles: ReadonlyMap<string, Role>;
  isWolf(playerId: string): boolean;
}

/** The ledger of an ended match; null while the roles are not public. */
export function buildLieLedger(transcript: WerewolfTranscript): LieLedger | null {
  const { winner, roles: finalRoles, alive } = sceneAt(transcript, null);
  if (winner === null) return null;
  const roles = new Map<string, Role>(finalRoles.flatMap((role, seat) => (role ? [[`p:${seat + 1}`, role]] : [])));
  const truth: Truth = { roles, isWolf: (playerId) => roles.get(playerId) === 'WEREWOLF' };
  const entries = transcript.statements.map((spoken) => entryOf(spoken, truth));
  const votes = transcript.votes.map((trail) => {
    const last = trail.targets.at(-1) ?? null;
    return { ...trail, hitWolf: last === null ? null : truth.isWolf(last) };
  });
  const speakers = [...roles].map(([playerId, role]) =>
    summarise({ playerId, role, survived: alive[seatOf(playerId)] ?? true }, entries, votes, truth),
  );
  return { entries, votes, speakers };
}

/** What says most about a player comes first: false claims about a role or an inspection, then other lies. */
const RANKS: readonly ((entry: LedgerEntry) => boolean)[] = [
  ({ kind, verdict }) => verdict === 'LIE' && (kind === 'CLAIM_ROLE' || kind === 'CLAIM_RESULT'),
  ({ verdict }) => verdict === 'LIE',
  ({ kind }) => kind === 'CLAIM_ROLE' || kind === 'CLAIM_RESULT',
  ({ verdict }) => verdict === 'MISTAKE',
  ({ kind }) => kind === 'ACCUSE',
];

const rankOf = (entry: LedgerEntry): number => {
  const rank = RANKS.findIndex((isSo) => isSo(entry));
  return rank < 0 ? RANKS.length : rank;
};

/** The claims of one player, each once, the most telling first; among equals the most repeated, then the earliest. */
export function claimsOf(speakerId: string, entries: readonly LedgerEntry[]): RepeatedClaim[] {
  const claims = new Map<string, RepeatedClaim>();
  for (const entry of entries) {
    if (entry.speakerId !== speakerId) continue;
    const { first, times } = claims.get(entry.claim) ?? { first: entry, times: 0 };
    claims.set(entry.claim, { first, times: times + 1, lastDayNumber: entry.dayNumber });
  }
  return [...claims.values()].sort((one, other) => rankOf(one.first) - rankOf(other.first) || other.times - one.times);
}

function entryOf({ statement, ...spoken }: SpokenStatement, truth: Truth): LedgerEntry {
  return {
    ...spoken,
    kind: statement.kind,
    targetPlayerId: statement.kind === 'CLAIM_ROLE' ? null : statement.target,
    ...judge(spoken.speakerId, statement, truth),
  };
}

const nameOf = (role: Role | undefined) => ROLE_NAMES[role ?? 'VILLAGER'];

function judge(
  speakerId: string,
  statement: Statement,
  truth: Truth,
): Pick<LedgerEntry, 'claim' | 'truth' | 'verdict'> {
  const ownRole = truth.roles.get(speakerId);
  if (statement.kind === 'CLAIM_ROLE') {
    return {
      claim: `${speakerId} is ${nameOf(statement.role)}`,
      truth: `${speakerId} is ${nameOf(ownRole)}`,
      verdict: statement.role === ownRole ? 'TRUE' : 'LIE',
    };
  }
  const { target } = statement;
  const saysWolf = statement.kind === 'CLAIM_RESULT' ? statement.isWolf : statement.kind === 'ACCUSE';
  const isRight = saysWolf === truth.isWolf(target);
  const about = {
    claim: `${target} is ${saysWolf ? 'a' : 'no'} werewolf`,
    truth: `${target} is ${nameOf(truth.roles.get(target))}`,
  };
  if (statement.kind === 'CLAIM_RESULT') {
    const isHonest = ownRole === 'SEER' && isRight;
    return { ...about, claim: `an inspection showed that ${about.claim}`, verdict: isHonest ? 'TRUE' : 'LIE' };
  }
  return { ...about, verdict: isRight ? 'TRUE' : ownRole === 'WEREWOLF' ? 'LIE' : 'MISTAKE' };
}

function summarise(
  player: Pick<SpeakerSummary, 'playerId' | 'role' | 'survived'>,
  entries: readonly LedgerEntry[],
  votes: readonly JudgedVoteTrail[],
  { isWolf }: Truth,
): SpeakerSummary {
  const own = entries.filter(({ speakerId }) => speakerId === player.playerId);
  const count = (verdict: Verdict) => own.filter((entry) => entry.verdict === verdict).length;
  const ownVotes = votes.filter(({ voterPlayerId }) => voterPlayerId === player.playerId);
  const blamed = own.filter(
    ({ kind, verdict, claim }) => verdict === 'LIE' && kind !== 'DEFEND' && !claim.includes(' no '),
  );
  const believedBy = votes
    .filter(({ voterPlayerId, dayNumber, targets }) =>
      blamed.some(
        (lie) =>
          voterPlayerId !== player.playerId &&
          !isWolf(voterPlayerId) &&
          lie.dayNumber === dayNumber &&
          lie.targetPlayerId !== null &&
          targets.at(-1) === lie.targetPlayerId,
      ),
    )
    .map(({ voterPlayerId }) => voterPlayerId);
  return {
    ...player,
    trueStatements: count('TRUE'),
    lies: count('LIE'),
    mistakes: count('MISTAKE'),
    believedBy: [...new Set(believedBy)],
    votesForWolves: ownVotes.filter(({ hitWolf }) => hitWolf === true).length,
    votes: ownVotes.length,
  };
}
