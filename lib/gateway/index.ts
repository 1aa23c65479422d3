export { callAgent, isAgentCardUrl, readAgentCard } from './a2a-client';
export { closeExperienceClient, closeExperienceClients, remoteClient, sharedRemoteClient } from './clients';
export { fetchDocument } from './document';
export {
  type CallContext,
  EXPERIENCE_TOOLS,
  type ExperienceClient,
  isContractAction,
  REQUIRED_TOOLS,
  type ServerDescription,
  type UpstreamAnswer,
  type UpstreamTool,
} from './experience-client';
export { isRefusedAddress } from './guard';
export { findPublisherSchemaFault, validateBySchema } from './json-schema/check';
export { findSchemaFault } from './json-schema/limits';
export {
  type ExperienceTarget,
  isRemoteKind,
  kindOfManifest,
  originOf,
  originOfManifest,
  protocolOf,
  REMOTE_KIND_NAMES,
  REMOTE_KINDS,
  type RemoteKindName,
  remoteKind,
  targetOf,
} from './kinds';
export { callableUrl, MAX_URL_CHARACTERS, type PlayProtocol } from './kinds/kind';
export type { HttpExchange } from './observed-outbound';
export { OUTBOUND_LIMITS } from './outbound';
export { mayHaveTakenEffect, OutcomeUnknownError } from './outcome-unknown';
export { callPeer, findPeerUrlFault, type PeerAnswer } from './peer-client';
export { removeSecrets } from './secrets';
export { closeMail, mailServerFault, sendMail, sendsMail } from './smtp';
export { cleanText, isQuotableName, messageIn, parseJson, readableText } from './text';
export type { ResultForm } from './tool-result';
export { isUnknownSession, NotThereError, upstreamMessage } from './upstream-error';
export { findPushFault, type PushAddress, postPush } from './web-push';
export { findWebhookUrlFault, postWebhook, type WebhookAnswer } from './webhook';
export { findWebSocketFault } from './websocket';
