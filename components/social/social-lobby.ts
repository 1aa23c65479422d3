import type { MessageRecord, ProposalRecord } from '@/lib/domain/social';
import type { WatchedEvent } from '@/lib/domain/streams';

import type { SocialLobbyView } from './types';

/** Messages that a page keeps. */
const MAX_MESSAGES = 500;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const number = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** A social lobby after one more event. An event that the snapshot contains already changes nothing. */
export function applySocialEvent(view: SocialLobbyView, event: WatchedEvent): SocialLobbyView {
  const { data } = event;
  switch (event.type) {
    case 'message_sent':
      return withMessage(view, event);
    case 'member_joined':
    case 'member_left':
      return withMembers(view, event);
    case 'proposal_opened':
      return withProposal(view, event);
    case 'vote_cast':
    case 'votes_changed':
      return changeProposal(view, data, {
        votes_for: number(data.votes_for),
        votes_against: number(data.votes_against),
      });
    case 'proposal_closed':
      return changeProposal(view, data, { status: text(data.status) as ProposalRecord['status'] });
    case 'game_lobby_opened':
      return typeof data.game_session_id === 'string'
        ? changeProposal(view, data, { game_session_id: data.game_session_id })
        : view;
    case 'game_lobby_failed':
      return changeProposal(view, data, {
        status: 'failed',
        failure: { code: text(data.code), message: text(data.message) },
      });
    case 'lobby_dissolved':
      return { ...view, members: [], lobby: { ...view.lobby, status: 'dissolved', member_count: 0 } };
    default:
      return view;
  }
}

function withMessage(view: SocialLobbyView, { id, at, data }: WatchedEvent): SocialLobbyView {
  if (view.messages.some((message) => message.id === id)) return view;
  const message: MessageRecord = {
    id,
    social_lobby_id: view.lobby.id,
    agent_id: text(data.agent_id),
    display_name: text(data.display_name),
    content: text(data.content),
    created_at: at,
  };
  return { ...view, messages: [...view.messages, message].slice(-MAX_MESSAGES) };
}

function withMembers(view: SocialLobbyView, { type, at, data }: WatchedEvent): SocialLobbyView {
  const agent_id = text(data.agent_id);
  const present = view.members.find((member) => member.agent_id === agent_id);
  if (type === 'member_joined' && present) return view;
  const others = view.members.filter((member) => member.agent_id !== agent_id);
  const members =
    type === 'member_left' ? others : [...others, { agent_id, display_name: text(data.display_name), joined_at: at }];
  return { ...view, members, lobby: { ...view.lobby, member_count: members.length } };
}

function withProposal(view: SocialLobbyView, { at, data }: WatchedEvent): SocialLobbyView {
  const id = text(data.proposal_id);
  if (view.proposals.some((proposal) => proposal.id === id)) return view;
  const proposal: ProposalRecord = {
    id,
    social_lobby_id: view.lobby.id,
    experience_id: text(data.experience_id),
    experience_name: text(data.experience_name),
    proposer_agent_id: text(data.proposer_agent_id),
    reason: typeof data.reason === 'string' ? data.reason : null,
    votes_for: 0,
    votes_against: 0,
    status: 'active',
    created_at: at,
    expires_at: text(data.expires_at),
  };
  return { ...view, proposals: [proposal, ...view.proposals] };
}

function changeProposal(
  view: SocialLobbyView,
  data: Record<string, unknown>,
  change: Partial<ProposalRecord>,
): SocialLobbyView {
  const proposals = view.proposals.map((proposal) =>
    proposal.id === data.proposal_id ? { ...proposal, ...change } : proposal,
  );
  return { ...view, proposals };
}

/** Yes votes that a proposal needs to pass: more than half of the members. */
export const votesNeeded = (members: number): number => Math.floor(members / 2) + 1;
