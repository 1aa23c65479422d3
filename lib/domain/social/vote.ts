import { now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/ids';
import { type NewEvent, socialStream } from '@/lib/core/stream';
import { appendEvents, publish } from '@/lib/events';
import { requireMember, socialLobbyNotFound } from './errors';
import { OPENING_LEASE_MS, openGameLobby } from './open-game-lobby';
import { closeVote, findProposal, insertVote } from './proposals.repo';
import { type Client, lockLobby, transaction } from './social.repo';
import {
  openedGame,
  type ProposalRecord,
  type ProposalRow,
  type ProposalStatus,
  type SocialAgent,
  toProposalRecord,
} from './social.schema';

/**
 * Votes on a proposal. The lock on the lobby orders votes, joins and departures, so that one vote decides; the caller of
 * that vote opens the game lobby and answers its id.
 * Specification: gateway-tool-contract.md, social.vote; decisions.md, Social votes.
 * @throws NOT_FOUND, NOT_MEMBER, ALREADY_VOTED, PROPOSAL_EXPIRED
 */
export async function castVote(vote: {
  agent: SocialAgent;
  proposalId: string;
  isYes: boolean;
}): Promise<ProposalRecord> {
  const { events, status } = await transaction((client) => storeVote(client, vote));
  publish(events);
  if (status === 'approved') await openGameLobby(vote.proposalId);
  return toProposalRecord(await requireProposal(vote.proposalId), true);
}

async function storeVote(
  client: Client,
  { agent: { agentId }, proposalId, isYes }: Parameters<typeof castVote>[0],
): Promise<{ events: Awaited<ReturnType<typeof appendEvents>>; status: ProposalStatus }> {
  const { lobby_id } = await requireProposal(proposalId, client);
  const lobby = await lockLobby(client, lobby_id);
  if (!lobby) throw socialLobbyNotFound();
  await requireMember(lobby, agentId, client);
  const at = now();
  if (!(await insertVote(client, { proposalId, agentId, isYes, at }))) throw alreadyVoted();
  const proposal = await requireProposal(proposalId, client);
  if (proposal.status !== 'active' || proposal.expires_at <= at) throw voteIsOver(proposal);
  const { votes_for, votes_against } = proposal;
  const cast: NewEvent = { type: 'vote_cast', data: { proposal_id: proposalId, votes_for, votes_against } };
  const decision = await decide(client, proposal, lobby.member_count);
  const events = await appendEvents(client, socialStream(lobby.id), [cast, ...decision.events]);
  return { events, status: decision.status };
}

/**
 * Ends the vote on an open proposal when its tally decides it: yes needs more than half of the members, and no ends it
 * when that has become impossible. The caller has locked the lobby.
 */
export async function decide(
  client: Client,
  proposal: ProposalRow,
  members: number,
): Promise<{ status: ProposalStatus; events: NewEvent[] }> {
  const status = outcomeOf(proposal, members);
  if (status === 'active') return { status, events: [] };
  const opening =
    status === 'approved' ? { gameSessionId: newId(), dueAt: new Date(now().getTime() + OPENING_LEASE_MS) } : {};
  await closeVote(client, { id: proposal.id, status, ...opening });
  return { status, events: [{ type: 'proposal_closed', data: { proposal_id: proposal.id, status } }] };
}

function outcomeOf(
  { votes_for, votes_against }: Pick<ProposalRow, 'votes_for' | 'votes_against'>,
  members: number,
): ProposalStatus {
  if (votes_for > members / 2) return 'approved';
  return members - votes_against > members / 2 ? 'active' : 'rejected';
}

async function requireProposal(id: string, on?: Client): Promise<ProposalRow> {
  const proposal = await findProposal(id, on);
  if (proposal) return proposal;
  throw new AppError('NOT_FOUND', 'There is no proposal with this id.', {
    details: { next: 'social.proposals lists those of a social lobby.' },
  });
}

const alreadyVoted = (): AppError => new AppError('ALREADY_VOTED', 'You have voted on this proposal. A vote is final.');

function voteIsOver(proposal: ProposalRow): AppError {
  const status = proposal.status === 'active' ? 'expired' : proposal.status;
  const game = openedGame(proposal);
  return new AppError('PROPOSAL_EXPIRED', `The vote on this proposal is over: it is ${status}.`, {
    details: {
      status,
      ...(game === null ? {} : { game_session_id: game }),
      next: game === null ? 'social.propose proposes again.' : 'lobby.join takes a seat in its game lobby.',
    },
  });
}
