/** What can be read from the public events of a match. No rules: pages may import this folder. */
export type { TranscriptEvent } from './events';
export { type Accusation, findKeyMoments, type KeyMoment, type KeyMomentKind, topAccusations } from './key-moments';
export {
  buildLieLedger,
  claimsOf,
  type LieLedger,
  type RepeatedClaim,
  type SpeakerSummary,
  type Verdict,
  type VoteTrail,
} from './ledger';
export { type Chapter, tellStory } from './story';
