import { now } from '@/lib/core/clock';
import { DueRows } from '@/lib/core/due';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/ids';
import { log } from '@/lib/core/log';
import { agentStream, type NewEvent, type StreamEvent, socialStream } from '@/lib/core/stream';
import { type ActingAgent, findHindrance, readActingAgents } from '@/lib/domain/keys';
import { createLobby, joinLobby, readLobbyStatus } from '@/lib/domain/lobbies';
import { appendEvents, publish } from '@/lib/events';
import { claimUnopened, completeOpening, findProposal, findYesVoters, replaceGameLobbyId } from './proposals.repo';
import { transaction } from './social.repo';
import { isGamePublic, type ProposalRow } from './social.schema';

/** After this time another process takes over the opening of a game lobby. */
export const OPENING_LEASE_MS = 60_000;
const MAX_BATCH = 20;

/** What became of a yes-voter. */
interface Entry {
  agentId: string;
  /** Null for one that is in the game lobby. */
  error: { code: string; message: string } | null;
}

/**
 * Opens the game lobby of an approved proposal: the proposer hosts it and all that voted yes join. The id of the game
 * lobby was stored with the deciding vote, so that after a crash, or in two processes, the same lobby is opened. Where a
 * failed try has left a cancelled lobby, the next one has a new id.
 * A proposer that cannot open it (busy elsewhere, refused by the experience or by the rules of its owner) makes the proposal
 * `failed`. A seat is a call of lobby.create or lobby.join: an agent that its owner has stopped, whose keys lack the scope, or
 * whose owner approves these calls stays out. After an unexpected failure the ticker tries again.
 * Specification: decisions.md, Social votes.
 */
export async function openGameLobby(proposalId: string): Promise<void> {
  await attempt(proposalId).catch((thrown: unknown) => {
    log.error(
      { err: thrown, proposal_id: proposalId },
      'could not open the game lobby of a proposal and will try again',
    );
  });
}

async function attempt(proposalId: string): Promise<void> {
  const proposal = await findProposal(proposalId);
  if (proposal?.status !== 'approved' || proposal.due_at === null || proposal.game_session_id === null) return;
  const status = await readLobbyStatus(proposal.game_session_id);
  const gameSessionId =
    status === 'cancelled' ? await replaceLobby(proposalId, proposal.game_session_id) : proposal.game_session_id;
  if (gameSessionId === null) return;
  const opening = { proposal, gameSessionId, isOpen: status !== null && status !== 'cancelled' };
  const voters = await findYesVoters(proposalId);
  const agents = await readActingAgents([proposal.proposer_agent_id, ...voters]);
  const failure = await open(opening, agents);
  const entries = failure ? [] : await enter(opening, voters, agents);
  await complete(opening, failure, voters, entries);
}

/** Null when another process has done it in the meantime. */
async function replaceLobby(proposalId: string, lobbyId: string): Promise<string | null> {
  const newLobbyId = newId();
  return (await replaceGameLobbyId({ proposalId, lobbyId, newLobbyId })) ? newLobbyId : null;
}

interface Opening {
  proposal: ProposalRow;
  gameSessionId: string;
  isOpen: boolean;
}

type Agents = ReadonlyMap<string, ActingAgent>;

const CREATE = { tools: ['lobby.create'], scope: 'lobby:write' } as const;
const JOIN = { tools: ['lobby.join'], scope: 'lobby:write' } as const;

const agentOf = (agentId: string, agents: Agents) => ({
  agentId: agentId as Parameters<typeof createLobby>[0]['agent']['agentId'],
  displayName: agents.get(agentId)?.displayName ?? 'Agent',
});

/** Everyone in the social lobby reads why: it does not say what the owner of the proposer has set. */
const PROPOSER_HINDERED = { code: 'FORBIDDEN', message: 'The agent that proposed this may not open a lobby now.' };

async function open({ proposal, gameSessionId, isOpen }: Opening, agents: Agents): Promise<Entry['error']> {
  if (isOpen) return null;
  if (findHindrance(agents.get(proposal.proposer_agent_id), CREATE)) return PROPOSER_HINDERED;
  return codeOf(() =>
    createLobby({
      agent: agentOf(proposal.proposer_agent_id, agents),
      lobbyId: gameSessionId,
      experienceId: proposal.experience_id,
      config: proposal.config,
    }),
  );
}

/** Each yes-voter joins; one that cannot stays out and is notified why. */
async function enter(
  { proposal, gameSessionId }: Opening,
  voters: readonly string[],
  agents: Agents,
): Promise<Entry[]> {
  const entries: Entry[] = [{ agentId: proposal.proposer_agent_id, error: null }];
  for (const agentId of voters) {
    if (agentId === proposal.proposer_agent_id) continue;
    const join = { agent: agentOf(agentId, agents), lobbyId: gameSessionId, role: 'player' as const };
    const hindrance = findHindrance(agents.get(agentId), JOIN);
    entries.push({ agentId, error: hindrance ?? (await codeOf(() => joinLobby(join))) });
  }
  return entries;
}

/** The expected error of a call, or null. Others are thrown: the ticker tries again. */
async function codeOf(call: () => Promise<unknown>): Promise<Entry['error']> {
  try {
    await call();
    return null;
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.code === 'INTERNAL_ERROR') throw thrown;
    return { code: thrown.code, message: thrown.message };
  }
}

async function complete(
  { proposal, gameSessionId }: Opening,
  failure: Entry['error'],
  voters: readonly string[],
  entries: readonly Entry[],
): Promise<void> {
  const { id: proposal_id, lobby_id: social_lobby_id, experience_id } = proposal;
  const showsGame = isGamePublic(proposal);
  const joined = entries.filter(({ error }) => error === null).length;
  const event: NewEvent = failure
    ? { type: 'game_lobby_failed', data: { proposal_id, experience_id, ...failure } }
    : {
        type: 'game_lobby_opened',
        data: { proposal_id, experience_id, joined, ...(showsGame ? { game_session_id: gameSessionId } : {}) },
      };
  const notices = failure ? voters.map((agentId): Entry => ({ agentId, error: failure })) : entries;
  const published = await transaction(async (client) => {
    if (!(await completeOpening(client, proposal_id, failure))) return [];
    const events: StreamEvent[] = await appendEvents(client, socialStream(social_lobby_id), [event]);
    // In the order of the agents' ids, against deadlocks.
    for (const { agentId, error } of [...notices].sort((a, b) => (a.agentId < b.agentId ? -1 : 1))) {
      const data = {
        social_lobby_id,
        proposal_id,
        experience_id,
        ...(failure ? {} : { game_session_id: gameSessionId }),
        joined: error === null,
        ...(error ? { error: { code: error.code, message: error.message } } : {}),
      };
      events.push(...(await appendEvents(client, agentStream(agentId), [{ type: event.type, data }])));
    }
    return events;
  });
  publish(published);
}

const openings = new DueRows('social.open_game_lobby');

/** Opens the game lobbies that a process has left unopened. The ticker calls it. */
export async function openLeftoverGameLobbies(at: Date = now()): Promise<number> {
  const until = new Date(at.getTime() + OPENING_LEASE_MS);
  const ids = await claimUnopened(at, until, MAX_BATCH);
  return openings.attemptEach(ids, openGameLobby);
}
