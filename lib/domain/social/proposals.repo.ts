import { type JsonObject, toJsonb } from '@/lib/core/json';
import type { PageCursor } from '@/lib/core/page-cursor';
import { pool, type Queryable, sql } from '@/lib/data/database';
import type { ProposalRow, ProposalStatus } from './social.schema';

const PROPOSAL = `p.id, p.lobby_id, p.experience_id, p.proposer_agent_id, p.reason, p.config, p.status, p.game_session_id,
  p.failure, p.expires_at, p.due_at, p.created_at, x.name AS experience_name, x.game_id, v.votes_for, v.votes_against`;

const FROM = `social_proposals p JOIN experiences x ON x.id = p.experience_id
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE is_yes)::int AS votes_for, count(*) FILTER (WHERE NOT is_yes)::int AS votes_against
    FROM social_votes WHERE proposal_id = p.id) v`;

/** A proposal with its tally, or null. */
export async function findProposal(id: string, on: Queryable = pool()): Promise<ProposalRow | null> {
  const rows = await sql<ProposalRow>('social.proposal', `SELECT ${PROPOSAL} FROM ${FROM} WHERE p.id = $1`, [id], on);
  return rows[0] ?? null;
}

/** The newest proposals of a lobby, newest first, below `before`. */
export async function listProposals(args: {
  lobbyId: string;
  before: PageCursor | null;
  limit: number;
}): Promise<ProposalRow[]> {
  return sql<ProposalRow>(
    'social.proposals',
    `SELECT ${PROPOSAL} FROM ${FROM}
     WHERE p.lobby_id = $1 AND ($3::timestamptz IS NULL OR (p.created_at, p.id) < ($3::timestamptz, $4::uuid))
     ORDER BY p.created_at DESC, p.id DESC LIMIT $2`,
    [args.lobbyId, args.limit, args.before?.at ?? null, args.before?.id ?? null],
  );
}

/** The open proposals of a lobby with their tallies. */
export async function listActive(client: Queryable, lobbyId: string): Promise<ProposalRow[]> {
  return sql<ProposalRow>(
    'social.active_proposals',
    `SELECT ${PROPOSAL} FROM ${FROM} WHERE p.lobby_id = $1 AND p.status = 'active' ORDER BY p.id`,
    [lobbyId],
    client,
  );
}

/** Inserts an open proposal. False when the experience has one in this lobby. */
export async function insertProposal(
  client: Queryable,
  proposal: {
    id: string;
    lobbyId: string;
    experienceId: string;
    agentId: string;
    reason: string | null;
    config: JsonObject;
    at: Date;
    expiresAt: Date;
  },
): Promise<boolean> {
  const rows = await sql(
    'social.propose',
    `INSERT INTO social_proposals
       (id, lobby_id, experience_id, proposer_agent_id, reason, config, created_at, expires_at, due_at)
     VALUES ($1, $2, $3, $4, $5, $6::jsonb, $7, $8, $8)
     ON CONFLICT (lobby_id, experience_id) WHERE status = 'active' DO NOTHING RETURNING 1`,
    [
      proposal.id,
      proposal.lobbyId,
      proposal.experienceId,
      proposal.agentId,
      proposal.reason,
      toJsonb(proposal.config),
      proposal.at,
      proposal.expiresAt,
    ],
    client,
  );
  return rows.length === 1;
}

/** Stores a vote. False when the agent has voted on this proposal. */
export async function insertVote(
  client: Queryable,
  vote: { proposalId: string; agentId: string; isYes: boolean; at: Date },
): Promise<boolean> {
  const rows = await sql(
    'social.vote',
    `INSERT INTO social_votes (proposal_id, agent_id, is_yes, at) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING RETURNING 1`,
    [vote.proposalId, vote.agentId, vote.isYes, vote.at],
    client,
  );
  return rows.length === 1;
}

/**
 * Ends the vote on an open proposal. One that is approved gets the id of its game lobby and is due at `dueAt`, when
 * another process opens the game lobby if this one has died.
 */
export async function closeVote(
  client: Queryable,
  end: { id: string; status: ProposalStatus; gameSessionId?: string; dueAt?: Date },
): Promise<boolean> {
  const rows = await sql(
    'social.close_vote',
    `UPDATE social_proposals SET status = $2, game_session_id = $3, due_at = $4 WHERE id = $1 AND status = 'active' RETURNING 1`,
    [end.id, end.status, end.gameSessionId ?? null, end.dueAt ?? null],
    client,
  );
  return rows.length === 1;
}

/** Gives an approved proposal another id for its game lobby. False when another process has done it, or the opening is over. */
export async function replaceGameLobbyId(of: {
  proposalId: string;
  lobbyId: string;
  newLobbyId: string;
}): Promise<boolean> {
  const rows = await sql(
    'social.replace_game_lobby_id',
    `UPDATE social_proposals SET game_session_id = $3
     WHERE id = $1 AND game_session_id = $2 AND status = 'approved' AND due_at IS NOT NULL RETURNING 1`,
    [of.proposalId, of.lobbyId, of.newLobbyId],
  );
  return rows.length === 1;
}

/** Records that the game lobby of an approved proposal is open, or why it is not. False when that was recorded before. */
export async function completeOpening(
  client: Queryable,
  id: string,
  failure: { code: string; message: string } | null,
): Promise<boolean> {
  const rows = await sql(
    'social.complete_opening',
    `UPDATE social_proposals SET due_at = NULL, failure = $2::jsonb,
       status = CASE WHEN $2::jsonb IS NULL THEN status ELSE 'failed' END,
       game_session_id = CASE WHEN $2::jsonb IS NULL THEN game_session_id END
     WHERE id = $1 AND status = 'approved' AND due_at IS NOT NULL RETURNING 1`,
    [id, failure === null ? null : toJsonb(failure)],
    client,
  );
  return rows.length === 1;
}

/** The agents that voted yes, in the order of their votes. */
export async function findYesVoters(proposalId: string): Promise<string[]> {
  const rows = await sql<{ agent_id: string }>(
    'social.yes_voters',
    'SELECT agent_id FROM social_votes WHERE proposal_id = $1 AND is_yes ORDER BY at, agent_id',
    [proposalId],
  );
  return rows.map(({ agent_id }) => agent_id);
}

/** When a proposal is due next, but for those of some lobbies; null when none is. */
export async function nextDue(exceptLobbyIds: readonly string[]): Promise<Date | null> {
  const rows = await sql<{ at: Date | null }>(
    'social.next_due',
    'SELECT min(due_at) AS at FROM social_proposals WHERE due_at IS NOT NULL AND lobby_id <> ALL ($1::uuid[])',
    [exceptLobbyIds],
  );
  return rows[0]?.at ?? null;
}

/** Votes whose time is over, but for those of some lobbies, the oldest first. */
export async function findExpired(
  at: Date,
  exceptLobbyIds: readonly string[],
  limit: number,
): Promise<{ id: string; lobbyId: string }[]> {
  return sql<{ id: string; lobbyId: string }>(
    'social.expired',
    `SELECT id, lobby_id AS "lobbyId" FROM social_proposals
     WHERE status = 'active' AND due_at <= $1 AND lobby_id <> ALL ($3::uuid[]) ORDER BY due_at LIMIT $2`,
    [at, limit, exceptLobbyIds],
  );
}

/** Takes approved proposals whose game lobby should be open by now; other processes skip them until `until`. */
export async function claimUnopened(at: Date, until: Date, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    'social.claim_unopened',
    `UPDATE social_proposals p SET due_at = $2 FROM (
       SELECT id FROM social_proposals WHERE status = 'approved' AND due_at <= $1 ORDER BY due_at LIMIT $3
       FOR UPDATE SKIP LOCKED) AS due
     WHERE p.id = due.id RETURNING p.id`,
    [at, until, limit],
  );
  return rows.map(({ id }) => id);
}
