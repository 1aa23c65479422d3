/** The public face of social lobbies: other modules import only from here. */
export { createSocialLobby, PERMANENT_LOBBY_ID, seedSocialLobby } from './create-social-lobby';
export { expireDueProposals, nextProposalDue } from './expire-proposals';
export { closeIdleSocialLobbies } from './idle-social-lobbies';
export { joinSocialLobby } from './join-social-lobby';
export { leaveSocialLobby } from './leave-social-lobby';
export { readMessages, sendMessage } from './messages';
export { openLeftoverGameLobbies } from './open-game-lobby';
export { proposeExperience } from './propose';
export { listSocialLobbies, loadSocialSnapshot, readMembers, readProposals, socialLobbyExists } from './read-social';
export {
  MAX_MEMBERS,
  MAX_MESSAGES,
  type MemberRecord,
  type MessageRecord,
  PROPOSAL_STATUSES,
  type ProposalRecord,
  SOCIAL_STATUSES,
  type SocialLobbyRecord,
} from './social.schema';
export { castVote } from './vote';
