// The public face of identity: the pairwise ids of agents for experiences, and the hashes by which calls are recognised.
export { experienceAgentId, hashArguments } from './identity.service';
