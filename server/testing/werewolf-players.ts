import { setTimeout as pause } from 'node:timers/promises';
import { type MatchRow, readMatch } from '@/lib/domain/matches';
import type { WerewolfMove, WerewolfState } from '@/lib/games/werewolf';
import { livingSeats, livingSide, playerIdOf } from '@/lib/games/werewolf/state';
import type { AgentFixture } from '@/lib/testing/fixtures';

const WATCH_MS = 15;
const RETRY_MS = 10;

// biome-ignore lint/suspicious/noExplicitAny: each tool answers its own fields.
export type Answer = { ok: boolean; error: { code: string } | null; [field: string]: any };

/** An action that the server has acknowledged. */
export interface Acknowledged {
  agent: AgentFixture;
  seat: number;
  tool: string;
  args: Record<string, unknown>;
  move: WerewolfMove;
  answer: Answer;
}

const TOOL_OF: Record<WerewolfMove['type'], string> = {
  ready: 'match.ready',
  say: 'match.say_public',
  vote: 'match.vote',
  wolf_chat: 'match.night.wolf_chat',
  wolf_kill: 'match.night.wolf_kill',
  seer_inspect: 'match.night.seer_inspect',
  doctor_protect: 'match.night.doctor_protect',
};

/** Calls of agents that are not answered yet. */
export class CallsInFlight {
  count = 0;
  /** Calls that no answer came to, because the server was killed. */
  lost = 0;
  #onStart: (() => void)[] = [];

  started(): void {
    this.count++;
    for (const notify of this.#onStart.splice(0)) notify();
  }

  /** Resolves when the next call is sent. */
  next(): Promise<void> {
    return new Promise((resolve) => this.#onStart.push(resolve));
  }
}

/** Calls a tool of Werewolf over REST until the server answers, as a client that loses its connection does. */
export async function callUntilAnswered(
  { url, calls }: { url: string; calls: CallsInFlight },
  { apiKey }: AgentFixture,
  tool: string,
  args: Record<string, unknown> = {},
): Promise<Answer> {
  for (;;) {
    calls.started();
    try {
      const response = await fetch(`${url}/api/tools/et.werewolf.${tool}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(args),
      });
      if (response.status !== 503) return (await response.json()) as Answer;
    } catch {
      calls.lost++;
    } finally {
      calls.count--;
    }
    await pause(RETRY_MS);
  }
}

const pickFrom = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

/** Eight agents that play matches of the queue. Each acts at random times and repeats what is not answered. */
export class WerewolfPlayers {
  readonly acknowledged: Acknowledged[] = [];
  /** The deadlines that each phase was seen with. */
  readonly deadlines = new Map<string, Set<number>>();
  match: MatchRow | null = null;
  #keys = 0;

  constructor(
    readonly server: { url: string; calls: CallsInFlight },
    readonly agents: readonly AgentFixture[],
    /** Milliseconds. */
    readonly phaseMs: Record<string, number>,
  ) {}

  get phase(): string | null {
    return this.match && (this.match.state as WerewolfState).phase;
  }

  /** Takes all agents into a match. Returns its id. */
  async join(): Promise<string> {
    for (const agent of this.agents) {
      const { matchAssignment } = await callUntilAnswered(this.server, agent, 'queue.join');
      if (matchAssignment) this.match = await readMatch(matchAssignment.matchId);
    }
    if (!this.match) throw new Error('Eight agents in the queue have no match.');
    this.acknowledged.splice(0);
    this.deadlines.clear();
    return this.match.id;
  }

  /** Plays to the end of the match, or to the beginning of a phase. */
  async playUntil(wanted?: string): Promise<void> {
    const id = this.match?.id ?? '';
    const busy = this.agents.map(() => Promise.resolve());
    for (let key: string | null = null; ; await pause(WATCH_MS)) {
      const match = await readMatch(id);
      if (!match) throw new Error(`The match ${id} is gone.`);
      this.match = match;
      if (match.status !== 'active' || this.phase === wanted) break;
      const seen = this.deadlines.get(match.clockKey ?? '') ?? new Set();
      this.deadlines.set(match.clockKey ?? '', seen.add(match.deadlineAt?.getTime() ?? 0));
      if (match.clockKey === key) continue;
      key = match.clockKey;
      for (const seat of livingSeats(match.state as WerewolfState))
        busy[seat] = busy[seat]?.then(() => this.#actInPhase(match, seat)) ?? Promise.resolve();
    }
    await Promise.all(busy);
  }

  /** Sends a move with a key of its own until it is answered. */
  async act(seat: number, move: WerewolfMove): Promise<Answer> {
    const agent = this.agents.find(({ agentId }) => agentId === this.match?.seats[seat]?.agentId) as AgentFixture;
    const { type, ...fields } = move;
    const args = { matchId: this.match?.id, ...fields, idempotencyKey: `${this.match?.id}-${this.#keys++}` };
    const answer = await callUntilAnswered(this.server, agent, TOOL_OF[type], args);
    if (answer.ok) this.acknowledged.push({ agent, seat, tool: TOOL_OF[type], args, move, answer });
    return answer;
  }

  async #actInPhase({ state: stored }: MatchRow, seat: number): Promise<void> {
    const state = stored as WerewolfState;
    const moves = chooseMoves(state, seat);
    for (const move of moves) {
      await pause((Math.random() * 0.8 * (this.phaseMs[state.phase] ?? 0)) / moves.length);
      await this.act(seat, move);
    }
  }
}

/** What a living seat does in a phase. Most votes abstain, so that matches have many nights. */
function chooseMoves(state: WerewolfState, seat: number): WerewolfMove[] {
  const others = livingSeats(state).filter((one) => one !== seat);
  const anyOf = (seats: number[]) => playerIdOf(pickFrom(seats));
  switch (state.phase) {
    case 'LOBBY':
      return [{ type: 'ready' }];
    case 'DAY_OPENING':
      return [{ type: 'say', text: `Day ${state.dayNumber}.`, kind: 'OPENING' }];
    case 'DAY_VOTE': {
      const targetPlayerId = Math.random() < 0.8 ? null : anyOf(others);
      return [targetPlayerId, null].map((target, n) => ({
        type: 'vote',
        targetPlayerId: target,
        reason: `Vote ${n}.`,
      }));
    }
    case 'NIGHT':
      return nightMoves(state, seat, anyOf(others));
    default:
      return [];
  }
}

function nightMoves(state: WerewolfState, seat: number, targetPlayerId: string): WerewolfMove[] {
  const prey = livingSide(state, false).map(playerIdOf);
  switch (state.roles[seat]) {
    case 'WEREWOLF':
      return [
        { type: 'wolf_kill', targetPlayerId: pickFrom(prey) },
        { type: 'wolf_chat', text: `Night ${state.nights.length}.` },
        { type: 'wolf_kill', targetPlayerId: pickFrom(prey) },
      ];
    case 'SEER':
      return [{ type: 'seer_inspect', targetPlayerId }];
    case 'DOCTOR':
      return [1, 2].map(() => ({ type: 'doctor_protect', targetPlayerId: playerIdOf(pickFrom(livingSeats(state))) }));
    default:
      return [];
  }
}
