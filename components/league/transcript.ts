/** A message between the referee and a player. */
export interface TranscriptEntry {
  number: number;
  playerId: string;
  direction: 'sent' | 'received';
  messageType: string;
  gameRound: number | null;
  at: string;
  message: unknown;
  /** What came back; null without an answer. */
  answer: unknown;
  answeredAt: string | null;
  /** What was wrong with the answer. */
  fault: string | null;
}
