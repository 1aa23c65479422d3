/** The public face of streams: what their names mean and who may read them. */
export type {
  DeliverEvents,
  Source,
  SpectatorView,
  StreamSnapshot,
  WatchedEvent,
} from './source';
export type { AgentView, NextAction, OmniscientGrant, PersonalStream } from './stream-kind';
export {
  agentStreamForms,
  followForSpectators,
  grantOmniscience,
  openPersonalStream,
  viewForAgent,
  viewOfSpectator,
} from './stream-kinds';
