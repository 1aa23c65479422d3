import { DueSignal } from '@/lib/core/due';

/** Fixtures that the referee begins or continues. */
export const fixtureDue = new DueSignal('leagues.fixtures');

/** Transcripts that can be written. */
export const transcriptDue = new DueSignal('leagues.transcripts');

/** Notifies the ticker of this process that the referee has something to do. */
export const announceFixtures = (due: Date): void => fixtureDue.announce(due);
