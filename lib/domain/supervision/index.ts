// The public face of supervision: an owner ends sessions and stops agents.
export { endOwnedSession, resumeAgents, stopAgents } from './supervision.service';
