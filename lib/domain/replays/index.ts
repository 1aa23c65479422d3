/** The public face of replays and match records: other modules import only from here. */
export { listPlayedSessions, type PlayedSession, type PlayedStep, readPlayedSession } from './played-sessions';
export { openRecord, positionOfMatch, type RecordExtension, type RecordFile } from './records.service';
export { replaySession } from './replays.service';
export { readStepBoards, type SessionSums, type StepBoards, type StepPosition, sumSessions } from './step-boards';
export { exportTraces } from './traces.service';
export {
  findMatchOfSession,
  readTranscript,
  type ShownJson,
  type Transcript,
  type TranscriptLine,
} from './transcripts.service';
