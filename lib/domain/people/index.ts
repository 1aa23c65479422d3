// The public face of people: agents, players and guests, and to whom they belong.
export { anonymizeAgent, insertUnclaimedAgent, markFirstCallsSql } from './agents.repo';
export { agentNotFound, changeProfile, createAgent, renameAgent, requireOwnedAgent } from './agents.service';
export { claimAgent, previewClaim } from './claims.service';
export { deleteGuest, endGuest } from './guests.repo';
export {
  adoptGuest,
  callerOfPerson,
  ensurePerson,
  findPlayerOf,
  GUEST_KEPT_DAYS,
  limitKeyOf,
  type Person,
  personPlays,
  readPerson,
} from './guests.service';
export { ownerNames } from './owner-names';
export {
  callerOfPlayer,
  chosenNameOf,
  ensurePlayer,
  findPlayer,
  type OwnPlayer,
  playsInMatch,
  renamePlayer,
} from './players.service';
