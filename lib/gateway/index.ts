export { closeExperienceClient, closeExperienceClients, remoteClient, sharedRemoteClient } from './clients';
export {
  type CallContext,
  EXPERIENCE_TOOLS,
  type ExperienceClient,
  type ExperienceTarget,
  type ExperienceTool,
  REQUIRED_TOOLS,
  type UpstreamAnswer,
  type UpstreamTool,
} from './experience-client';
export { allowedPrivateHosts, checkUrl, GuardError } from './guard';
export { findUnusable, validateBySchema } from './json-schema/check';
export { findSchemaFault } from './json-schema/limits';
export {
  isRemoteKind,
  kindOfManifest,
  REMOTE_KIND_NAMES,
  REMOTE_KINDS,
  type RemoteKindName,
  remoteKind,
  targetOf,
} from './kinds';
export { callableUrl, MAX_URL_CHARACTERS } from './kinds/kind';
export { OUTBOUND_LIMITS, Outbound, type OutboundLimits } from './outbound';
export { OutcomeUnknownError } from './outcome-unknown';
export { type PeerClient, PeerError, peerClient } from './peer-client';
export { cleanText } from './text';
export { opensWebSocket } from './websocket';
