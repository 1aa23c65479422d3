/** What can be read from the events of a match. No rules: pages may import this folder. */
export { listOf, seatOf, type TranscriptEvent } from './events';
export { type KeyMoment, type KeyMomentKind, ROLE_NAMES } from './key-moments';
export {
  buildLieLedger,
  claimsOf,
  type JudgedVoteTrail,
  type LieLedger,
  type RepeatedClaim,
  type SpeakerSummary,
  type Verdict,
} from './ledger';
export { type Line, type LineKind, readTranscript, sceneAt, type WerewolfTranscript } from './read-transcript';
export {
  type Accusation,
  FIRST_SCENE,
  isTalk,
  isVote,
  type Opinion,
  opinionsOf,
  type Scene,
  tallyOf,
  topAccusations,
} from './scene';
export { type DaySummary, summarizeDays } from './summarize-days';
