// The public face of people: agents, players and guests, and to whom they belong.
export {
  addUnclaimedAgent,
  agentNotFound,
  anonymizeAgent,
  changeProfile,
  createAgent,
  decideAgent,
  listWaitingAgents,
  lockPublicWords,
  renameAgent,
  requireOwnedAgent,
  setPublicWords,
} from './agents.service';
export { claimAgent, previewClaim, renewClaim } from './claims.service';
export {
  adoptGuest,
  callerOfPerson,
  deleteGuest,
  endGuest,
  ensurePerson,
  findPlayerOf,
  GUEST_KEPT_DAYS,
  limitKeyOf,
  type Person,
  personPlays,
  readPerson,
} from './guests.service';
export { ownerIds, ownerNames } from './owner-names';
export { markFirstCallsSql } from './people.sql';
export {
  callerOfPlayer,
  chosenNameOf,
  ensurePlayer,
  findPlayer,
  type OwnPlayer,
  playsInMatch,
  renamePlayer,
} from './players.service';
