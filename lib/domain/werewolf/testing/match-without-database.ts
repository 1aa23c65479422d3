import type { Seat } from '@/lib/core/game';
import { Rng, seedCommitment } from '@/lib/core/rng';
import { EMPTY_HEAD } from '@/lib/core/stream';
import type { MatchRow } from '@/lib/domain/matches';
import { openMatch, type Transition } from '@/lib/domain/matches/transition';
import { snapshotPlayers } from '@/lib/domain/matches/views';
import { werewolf } from '@/lib/games/werewolf';

const SEATS: readonly Seat[] = [0, 1, 2, 3, 4, 5, 6, 7];
/** When such a match starts, epoch ms. */
export const MATCH_START_MS = Date.parse('2026-01-01T00:00:00Z');

/** A match of eight agents without a database: what the runtime computes is what it stores and sends. */
export function newWerewolfMatch(seed: string): Transition {
  const startedAt = new Date(MATCH_START_MS);
  const rng = new Rng({ seed, drawn: 0 });
  const options = werewolf.options.parse({});
  const set = werewolf.setup({ options, seats: SEATS.length, rng });
  const match: MatchRow = {
    id: '0199a3c0-6d2e-7c10-8f4b-2b7f0c1d9e03',
    experienceId: '0199a3c0-6d2e-7c10-8f4b-2b7f0c1d9e04',
    gameId: werewolf.id,
    gameVersion: werewolf.version,
    kind: 'town',
    status: 'active',
    options,
    state: set.state,
    seed,
    seedCommitment: seedCommitment(seed),
    rngDrawn: rng.state.drawn,
    version: -1,
    ply: 0,
    inputs: 0,
    head: EMPTY_HEAD,
    moveTimeMs: null,
    drawOffers: null,
    clockKey: null,
    timeControl: null,
    clockLeftMs: null,
    clockStartedAt: startedAt,
    deadlineAt: null,
    botDueAt: null,
    rated: false,
    outcome: null,
    endReason: null,
    startedAt: startedAt,
    endedAt: null,
    closedAt: null,
    omniscientDelayS: 0,
    seats: SEATS.map((seat) => ({
      seat,
      kind: 'agent',
      agentId: `agent-${seat}`,
      experienceAgentId: `agent-${seat}`,
      sessionId: null,
      strength: null,
      displayName: `Agent ${seat + 1}`,
      isGuest: false,
      eloBefore: 1200,
      isProvisional: false,
      eloAfter: null,
    })),
  } as MatchRow;
  return openMatch(werewolf, match, set.events, snapshotPlayers(werewolf, match), startedAt);
}
