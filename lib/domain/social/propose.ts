import { now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/ids';
import { socialStream } from '@/lib/core/stream';
import {
  type ExperienceDetails,
  getExperience,
  getPlayed,
  PLAYABLE_STATUSES,
  type PlayableExperience,
} from '@/lib/domain/catalog';
import { readLobbyConfig } from '@/lib/domain/lobbies';
import { appendEvents, publish } from '@/lib/events';
import { requireMember, socialLobbyNotFound } from './errors';
import { expireProposals } from './expire-proposals';
import { insertProposal } from './proposals.repo';
import { type Client, lockLobby, transaction } from './social.repo';
import { type LobbyRow, type NewProposal, VOTING_MS } from './social.schema';

export interface ProposeAnswer {
  proposal_id: string;
  experience_name: string;
  experience_summary: string;
  session_mode: string | null;
  multiplayer: boolean;
  min_players: number;
  max_players: number;
  warning: string | null;
  expires_at: string;
}

/**
 * Proposes an experience to a social lobby; the members vote for 10 minutes. A partial unique index allows one open
 * proposal of an experience.
 * Specification: gateway-tool-contract.md, social.propose; decisions.md, Manifest (lobby_config_schema).
 * @throws NOT_FOUND, NOT_MEMBER, INVALID_STATE, DUPLICATE_PROPOSAL; VALIDATION_ERROR for a config that the experience refuses
 */
export async function proposeExperience(request: NewProposal): Promise<ProposeAnswer> {
  const { agent, lobbyId, config, reason } = request;
  const { details, experience } = await requireListed(request.experienceId);
  // Without multiplayer no lobby opens that could read a config: the answer warns of that.
  if (experience.multiplayer.supported) await readLobbyConfig(experience, config);
  const at = now();
  const expiresAt = new Date(at.getTime() + VOTING_MS);
  const proposal = { id: newId(), lobbyId, experienceId: experience.id, agentId: agent.agentId, reason, config, at };
  const { lobby, events } = await transaction(async (client) => {
    const locked = await requireOpen(client, lobbyId, agent.agentId);
    const expired = await expireProposals(client, lobbyId, at);
    if (!(await insertProposal(client, { ...proposal, expiresAt }))) throw duplicate();
    const data = {
      proposal_id: proposal.id,
      experience_id: experience.id,
      experience_name: details.name,
      proposer_agent_id: agent.agentId,
      display_name: agent.displayName,
      reason,
      expires_at: expiresAt.toISOString(),
    };
    const opened = [...expired, { type: 'proposal_opened', data }];
    return { lobby: locked, events: await appendEvents(client, socialStream(lobbyId), opened) };
  });
  publish(events);
  const { supported } = experience.multiplayer;
  const { minPlayers: min, maxPlayers: max } = supported ? experience.multiplayer : experience;
  return {
    proposal_id: proposal.id,
    experience_name: details.name,
    experience_summary: details.summary,
    session_mode: details.session_mode,
    multiplayer: supported,
    min_players: min,
    max_players: max,
    warning: warningOf(details, { supported, min, max }, lobby.member_count),
    expires_at: expiresAt.toISOString(),
  };
}

/** An experience that is listed and can be played here. @throws NOT_FOUND */
async function requireListed(
  experienceId: string,
): Promise<{ details: ExperienceDetails; experience: PlayableExperience }> {
  const details = await getExperience({ experienceId });
  if (!details.listed) throw new AppError('NOT_FOUND', 'There is no listed experience with this id.');
  if (details.tier !== 2) throw new AppError('NOT_FOUND', 'This experience is a link: it cannot be played here.');
  return { details, experience: await getPlayed({ experienceId }) };
}

/** @throws NOT_FOUND, INVALID_STATE for a dissolved lobby, NOT_MEMBER */
async function requireOpen(client: Client, lobbyId: string, agentId: string): Promise<LobbyRow> {
  const lobby = await lockLobby(client, lobbyId);
  if (!lobby) throw socialLobbyNotFound();
  if (lobby.status !== 'open') throw new AppError('INVALID_STATE', 'The social lobby was dissolved.');
  await requireMember(lobby, agentId, client);
  return lobby;
}

const duplicate = (): AppError =>
  new AppError('DUPLICATE_PROPOSAL', 'This experience has an open proposal in this lobby.', {
    details: { next: 'social.proposals shows it; social.vote votes on it.' },
  });

/** What would keep the members from playing together; null when nothing does. */
function warningOf(
  details: ExperienceDetails,
  players: { supported: boolean; min: number; max: number },
  members: number,
): string | null {
  if (!players.supported) return 'This experience does not support multiplayer: no lobby can be opened for it.';
  if (!PLAYABLE_STATUSES.includes(details.verification_status))
    return 'This experience is not verified now: no lobby can be opened until it is.';
  if (members < players.min)
    return `It needs at least ${players.min} players; ${members} ${members === 1 ? 'is' : 'are'} here.`;
  if (members > players.max)
    return `It seats at most ${players.max} players; ${members} are here, and the first to vote yes get the seats.`;
  return null;
}
