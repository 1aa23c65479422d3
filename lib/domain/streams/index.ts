/** The public face of streams: what their names mean and who may read them. */
export type { Deliver, Opening, Source, SpectatorView, WatchedEvent } from './source';
export type { AgentView, NextAction, OmniscientGrant } from './stream-kind';
export {
  agentStreamForms,
  followForSpectators,
  grantOmniscience,
  viewForAgent,
} from './stream-kinds';
