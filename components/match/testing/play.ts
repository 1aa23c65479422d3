import type { MatchEvent, MatchSnapshot } from '@/components/match/types';
import { awaitedSeats, whileRunning } from '@/lib/core/game';
import { Rng, seedCommitment } from '@/lib/core/rng';
import { EMPTY_HEAD } from '@/lib/core/stream';
import type { MatchRow } from '@/lib/domain/matches';
import { advance, type Input, openMatch, type Transition, wireClock } from '@/lib/domain/matches/transition';
import { gameById } from '@/lib/games';

const SEED = '07'.repeat(32);
const AT = new Date('2026-01-01T00:00:00.000Z');

/** A match for spectators: the snapshot and every public event. */
export interface RecordedMatch {
  snapshot: MatchSnapshot;
  events: MatchEvent[];
}

/** In place of a move: the clock runs out. */
export const TIME_RAN_OUT = Symbol('time ran out');

/** Plays moves by the real rules and runtime; `opening` is the match before the first move. */
export function playMatch(gameId: string, moves: readonly unknown[]): RecordedMatch & { opening: RecordedMatch } {
  const game = gameById(gameId);
  if (!game) throw new Error(`There is no game ${gameId}.`);
  const rng = new Rng({ seed: SEED, drawn: 0 });
  const count = Math.max(2, game.seats.min);
  const set = game.setup({ options: game.options.parse({}), seats: count, rng });
  const players = Array.from({ length: count }, (_, seat) => ({
    seat,
    seat_name: game.seats.names[seat] ?? '',
    kind: 'agent' as const,
    display_name: `Player ${seat}`,
    agent_id: `agent-${seat}`,
    strength: null,
    is_guest: false,
    elo: 1200,
    provisional: false,
    elo_after: null,
  }));
  const row = { ...emptyRow(gameId, count), state: set.state, rngDrawn: rng.state.drawn };
  const events: MatchEvent[] = [];
  const take = ({ match, events: fresh }: Transition): MatchRow => {
    for (const event of fresh) {
      if (event.audience === 'public')
        events.push({ id: event.id, type: event.type, at: event.at.toISOString(), data: event.data });
    }
    return match;
  };
  const chapterOf = (match: MatchRow): RecordedMatch => ({
    events: [...events],
    snapshot: {
      match_id: match.id,
      experience_id: match.experienceId,
      game_type: gameId,
      title: game.title,
      about: game.about,
      kind: match.kind,
      status: match.status,
      rated: match.rated,
      unrated: match.unrated,
      players,
      view: game.view(match.state, whileRunning('spectator')),
      text: game.describe(game.view(match.state, whileRunning('spectator')), 'spectator'),
      clock: wireClock(game, match, 'spectator', AT),
      ply: match.ply,
      outcome: match.outcome,
      end_reason: match.endReason,
      seed_commitment: match.seedCommitment,
      seed: null,
      omniscient_delay_s: match.omniscientDelayS,
      started_at: AT.toISOString(),
      moved_at: AT.toISOString(),
      is_decided: false,
      rivalry: null,
      commentary: null,
      is_quick: game.tags.includes('quick'),
      ended_at: match.endedAt?.toISOString() ?? null,
      cursor: match.head.lastIds.public ?? '',
    },
  });
  let match = take(openMatch(game, row, set.events, players, AT));
  const opening = chapterOf(match);
  for (const [index, move] of moves.entries()) {
    const seat = awaitedSeats(game, match.state)[0] ?? index % 2;
    const input: Input =
      move === TIME_RAN_OUT ? { kind: 'deadline' } : { kind: 'move', seat, move: game.move.parse(move) };
    const result = advance(game, match, input, AT);
    if ('refused' in result) throw new Error(result.refused);
    match = take(result);
  }
  return { ...chapterOf(match), opening };
}

function emptyRow(gameId: string, count: number): Omit<MatchRow, 'state' | 'rngDrawn'> {
  return {
    id: '00000000-0000-7000-8000-000000000001',
    experienceId: '00000000-0000-7000-8000-000000000002',
    gameId,
    gameVersion: 1,
    kind: 'lobby',
    status: 'active',
    options: {},
    seed: SEED,
    seedCommitment: seedCommitment(SEED),
    version: -1,
    ply: 0,
    inputs: 0,
    head: EMPTY_HEAD,
    moveTimeMs: 60_000,
    timeControl: null,
    clockLeftMs: null,
    drawOffers: null,
    clockKey: null,
    clockStartedAt: AT,
    deadlineAt: null,
    botDueAt: null,
    omniscientDelayS: 0,
    rated: false,
    unrated: null,
    outcome: null,
    endReason: null,
    startedAt: AT,
    endedAt: null,
    closedAt: null,
    seats: Array.from({ length: count }, (_, seat) => ({
      seat,
      kind: 'agent' as const,
      agentId: `agent-${seat}`,
      experienceAgentId: `x${seat}`,
      sessionId: null,
      strength: null,
      displayName: `Player ${seat}`,
      isGuest: false,
      eloBefore: 1200,
      isProvisional: false,
      eloAfter: null,
    })),
  };
}

/** What spectators see after some moves. */
export function viewAfter(gameId: string, moves: readonly unknown[]): MatchSnapshot['view'] {
  return playMatch(gameId, moves).snapshot.view;
}
