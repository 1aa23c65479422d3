// The public face of identity: the pairwise ids of agents for experiences.
export { experienceAgentId } from './identity.service';
