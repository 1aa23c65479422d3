import { cache } from 'react';
import { z } from 'zod';
import type { CrossCells } from '@/components/league/cross-table';
import type { TranscriptEntry } from '@/components/league/transcript';
import type { BracketMatch, LeagueCard, LeagueFixture, LeagueView } from '@/components/league/types';
import { AppError } from '@/lib/core/errors';
import type { OwnerSession } from '@/lib/domain/accounts';
import { listAgents } from '@/lib/domain/console';
import {
  buildBracket,
  buildCrossTable,
  type Correction,
  canRehearse,
  correctionSchema,
  type FixtureRecord,
  getLeague,
  isForfeit,
  isOrganizedByAll,
  type LeagueDetails,
  type LeagueSummary,
  readCorrections,
  readNightStart,
  readTranscript,
  type SignedTranscript,
} from '@/lib/domain/leagues';
import { findPlayer } from '@/lib/domain/people';
import { gameById } from '@/lib/games';

/** A league with everything that its pages show, read once per request; null if it does not exist. */
export const findLeague = cache(async (leagueId: string): Promise<LeagueDetails | null> => {
  try {
    return await getLeague({ leagueId });
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
});

/** Whether a person may start a league, change its players and correct it. @param agentIds of the person's player and agents */
export function mayManage(
  owner: OwnerSession,
  agentIds: readonly (string | null | undefined)[],
  league: LeagueDetails,
) {
  const hasCreated = league.created_by !== null && agentIds.includes(league.created_by.agent_id);
  return owner.isAdmin || hasCreated || isOrganizedByAll(league.league_id);
}

/** `mayManage` for a person whose agents are not read yet. */
export async function isOrganizer(owner: OwnerSession, leagueId: string): Promise<boolean> {
  const league = await findLeague(leagueId);
  if (!league) return false;
  const [player, { agents }] = await Promise.all([
    findPlayer(owner.ownerId),
    listAgents({ ownerId: owner.ownerId, limit: 100 }),
  ]);
  return mayManage(owner, [player?.agentId, ...agents.map(({ agent_id }) => agent_id)], league);
}

/** A league as a card; `first` is read for leagues that have begun. */
export function toLeagueCard(league: LeagueSummary, first: LeagueCard['first'] = null): LeagueCard {
  return { ...league, starts_at: readNightStart(league.league_id)?.toISOString() ?? null, first };
}

export function toLeagueView(league: LeagueDetails): LeagueView {
  const game = gameById(league.game_type);
  const hasRounds = league.max_rounds > 1;
  const namesOf = league.players.map(({ display_name }) => display_name);
  // Players of one name differ by their ids.
  const isShared = (name: string) => namesOf.indexOf(name) !== namesOf.lastIndexOf(name);
  return {
    leagueId: league.league_id,
    name: league.name,
    gameId: league.game_type,
    gameTitle: league.game_title,
    canRehearse: canRehearse(league.game_type),
    seatNames: game?.seats.names ?? [],
    format: league.format,
    status: league.status,
    timeLimitSeconds: league.time_limit_seconds,
    roundsToWin: hasRounds ? league.rounds_to_win : null,
    maxRounds: hasRounds ? league.max_rounds : null,
    maxPlayers: league.max_players,
    round: league.current_round,
    rounds: league.round_count,
    players: league.players.map(({ player_id, display_name, kind, agent_id, withdrawn_at, health }) => ({
      playerId: player_id,
      name: isShared(display_name) ? `${display_name} (${player_id})` : display_name,
      kind,
      agentId: agent_id,
      hasWithdrawn: withdrawn_at !== null,
      health,
    })),
    standings: league.standings,
    createdAt: league.created_at,
    isNight: readNightStart(league.league_id) !== null,
    startsAt: readNightStart(league.league_id)?.toISOString() ?? league.starts_at,
    description: league.description,
    isListed: league.listed,
    hasOrganizer: league.created_by !== null,
    startedAt: league.started_at,
    completedAt: league.completed_at,
    pausedAt: league.paused_at,
  };
}

export function toFixture(record: FixtureRecord): LeagueFixture {
  const [first, second] = record.players.map(({ player_id }) => player_id);
  const scoreOf = (playerId: string | undefined) => (playerId && record.scores?.[playerId]) || 0;
  const loss = record.technical_loss;
  return {
    matchId: record.match_id,
    round: record.round_id,
    first: first ?? '',
    second: second ?? null,
    status: record.status,
    winner: record.winner,
    scores: record.scores && [scoreOf(first), scoreOf(second)],
    reason: record.reason,
    technicalLoss: loss && {
      playerId: loss.player_id,
      fault: loss.fault,
      evidence: loss.evidence.map(({ message_type, game_round, sent_at, detail, answer }) => ({
        messageType: message_type,
        gameRound: game_round,
        sentAt: sent_at,
        detail,
        answer: answer ?? null,
      })),
    },
    gameRound: record.game_round,
    gameSessionId: record.game_session_id,
    isAnnulled: record.annulled_at !== null,
    replays: record.replays,
  };
}

/** The finished fixtures as the standings read them. */
function readResults(fixtures: readonly LeagueFixture[]) {
  return fixtures.flatMap(({ matchId, round, first, second, scores, winner, status, reason, isAnnulled }) =>
    status === 'completed' && !isAnnulled && second !== null && scores
      ? [{ matchId, round, first, second, scores, winner, isForfeit: isForfeit({ winner, reason }) }]
      : [],
  );
}

/** Everyone against everyone. */
export function readCrossTable(fixtures: readonly LeagueFixture[]): CrossCells {
  return buildCrossTable(readResults(fixtures));
}

/** The stages of a knockout with the fixtures of each meeting, also those that are being played. */
export function readBracket(league: LeagueView, fixtures: readonly LeagueFixture[]): BracketMatch[][] {
  const players = league.players.map(({ playerId }) => playerId);
  if (players.length < 2) return [];
  return buildBracket(players, readResults(fixtures)).map((matches) =>
    matches.map(({ players: pair, isBye, winner, decidedBySeed }) => ({
      players: pair,
      isBye,
      winner,
      decidedBySeed,
      fixtures: fixtures
        .filter(({ first, second }) => second !== null && pair.includes(first) && pair.includes(second))
        .map(({ matchId }) => matchId),
    })),
  );
}

/** The signed transcript of a fixture; null before the fixture is over. */
export async function findTranscript(leagueId: string, matchId: string): Promise<SignedTranscript | null> {
  try {
    return await readTranscript({ leagueId, matchId });
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

/** The messages of a transcript in their order. */
export function readEntries({ transcript }: SignedTranscript): TranscriptEntry[] {
  const parsed = exchangesSchema.safeParse(transcript);
  if (!parsed.success) return [];
  const inOrder = parsed.data.exchanges.toSorted((one, other) => one.at.localeCompare(other.at));
  return inOrder.map((exchange, number) => ({
    number,
    playerId: exchange.player_id,
    direction: exchange.direction,
    messageType: exchange.message_type,
    gameRound: exchange.game_round,
    at: exchange.at,
    message: exchange.message ?? null,
    answer: exchange.answer ?? null,
    answeredAt: exchange.answered_at,
    fault: exchange.fault,
  }));
}

const exchangesSchema = z.looseObject({
  exchanges: z.array(
    z.looseObject({
      player_id: z.string(),
      direction: z.enum(['sent', 'not_sent', 'received']),
      message_type: z.string(),
      game_round: z.int().nullable(),
      at: z.string(),
      message: z.unknown(),
      answer: z.unknown(),
      answered_at: z.string().nullable(),
      fault: z.string().nullable(),
    }),
  ),
});

/** What the organizer of a league has changed, the newest first. */
export async function listCorrections(leagueId: string): Promise<Correction[]> {
  const signed = await readCorrections({ leagueId });
  return signed.map(({ correction }) => correctionSchema.parse(correction)).reverse();
}

/** The signed corrections of a league as a file; 404 for an unknown league. */
export async function downloadCorrections(leagueId: string): Promise<Response> {
  const found = await readCorrections({ leagueId }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return error;
    throw error;
  });
  if (found instanceof AppError) return Response.json({ error: found.message }, { status: 404 });
  return Response.json({ corrections: found }, { headers: { 'access-control-allow-origin': '*' } });
}

/** The signed transcript as a file; 404 with the reason when there is none yet. */
export async function downloadTranscript({ id, matchId }: { id: string; matchId: string }): Promise<Response> {
  let signed: SignedTranscript;
  try {
    signed = await readTranscript({ leagueId: id, matchId });
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error;
    return Response.json({ error: error.message }, { status: 404 });
  }
  return Response.json(signed, {
    headers: {
      'Content-Disposition': `inline; filename="${signed.transcript.league_id}-${signed.transcript.match_id}.json"`,
    },
  });
}
