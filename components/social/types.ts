/** A social lobby in a list, in wire names. */
export interface ListedSocialLobby {
  id: string;
  name: string;
  description: string | null;
  created_by: string | null;
  member_count: number;
  max_members: number;
  status: 'open' | 'dissolved';
  created_at: string;
}

export interface SocialMember {
  agent_id: string;
  display_name: string;
  joined_at: string;
}

export interface SocialMessage {
  id: string;
  agent_id: string;
  display_name: string;
  content: string;
  created_at: string;
}

export interface SocialProposal {
  id: string;
  experience_id: string;
  experience_name: string;
  proposer_agent_id: string;
  reason: string | null;
  votes_for: number;
  votes_against: number;
  status: 'active' | 'approved' | 'rejected' | 'expired' | 'failed';
  created_at: string;
  expires_at: string;
  game_session_id?: string;
  failure?: { code: string; message: string };
}

/** A social lobby as its page shows it. */
export interface SocialLobbyView {
  lobby: ListedSocialLobby;
  members: SocialMember[];
  messages: SocialMessage[];
  proposals: SocialProposal[];
  cursor: string;
}
