import type { MemberRecord, MessageRecord, ProposalRecord, SocialLobbyRecord } from '@/lib/domain/social';

/** A social lobby as its page shows it. */
export interface SocialLobbyView {
  lobby: SocialLobbyRecord;
  members: MemberRecord[];
  messages: MessageRecord[];
  proposals: ProposalRecord[];
  cursor: string;
}
