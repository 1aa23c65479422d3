// The public face of the relay: rooms in which a person's page and agents use one application together.
export { decideApproval } from './approvals';
export { registerRelayApp } from './apps';
export { callTool } from './call-tool';
export { endIdleRelaySessions } from './end-idle';
export { type Frame, makeFrame, PROTOCOL } from './frames';
export { type Joined, joinAsAgent, joinAsHost, leaveRoom, withdrawCalls } from './join-room';
export { countMembers, countShownCharacters, type Member, resendAnswer } from './local-rooms';
export { type LogLine, logLineSchema, toJsonl } from './log-lines';
export {
  logRefusal,
  resetState,
  sendAgentMessage,
  sendSnapshot,
  sendUserMessage,
  setControl,
  takeUserAction,
} from './messages';
export { DEFAULT_ROOM, RelayFault, type Requester, type Role } from './relay.schema';
export type { RelayApp, RelayStep } from './relay-app';
export { remoteApp } from './remote-app';
export {
  cancelForwarded,
  forwardCall,
  forwardEnd,
  forwardMessage,
  forwardSnapshot,
  forwardStart,
  publishView,
  takeAnswer,
  takeProgress,
} from './remote-host';
export { RepeatedRequest } from './repeated-requests';
export { renewJoinToken } from './room-keys';
export { endSession, startSession } from './sessions';
export {
  listStudySessions,
  readLinkedStudyLog,
  readStudyExport,
  readStudyLog,
  readStudyReplay,
  readStudyState,
  type StudySession,
  type StudyStep,
  studyReplaySchema,
  studySessionSchema,
  studyStateSchema,
} from './studies';
export {
  isOriginAllowed,
  listStudyRooms,
  makeStudyRooms,
  removeStudyRoom,
  renewStudyRoom,
  type StudyRoom,
  studyRoomSchema,
} from './study-rooms';
