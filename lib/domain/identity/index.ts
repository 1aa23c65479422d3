// The public face of identity: the pairwise ids by which experiences know agents.
export { experienceAgentId } from './identity.service';
