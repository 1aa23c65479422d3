/** A message between the referee and a player. */
export interface TranscriptEntry {
  number: number;
  playerId: string;
  /** `not_sent`: no connection could be made. */
  direction: 'sent' | 'not_sent' | 'received';
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
