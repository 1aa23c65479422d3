import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { now } from '@/lib/core/clock';
import { settled } from '@/lib/core/deferred';
import { newId } from '@/lib/core/ids';
import type { Scope } from '@/lib/core/scopes';
import { pool } from '@/lib/data/database';
import { waitOnStream } from '@/lib/domain/events-wait/events-wait.service';
import { readEvents, startBus, stopBus } from '@/lib/events';
import { masquerade } from '@/lib/games/testing/masquerade';
import type { MasqueradeState } from '@/lib/games/testing/masquerade-state';
import { advanceClock, setClock, useClock } from '@/lib/testing/clock';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture } from '@/lib/testing/fixtures';
import { masqueradeFixture } from '@/lib/testing/masquerade';
import { actInMatch, fireDueMatches, readMatch, startMatch } from '.';
import { botMovesFinished } from './due-matches';

useDatabase();
useClock();
beforeAll(startBus);
afterAll(stopBus);

async function party() {
  const { match, agents } = await masqueradeFixture({ withSessions: true });
  const stored = async () => (await readMatch(match.id)) ?? expect.fail('the match is missing');
  const { roles } = match.state as MasqueradeState;
  const seatsWith = (role: string) => roles.flatMap((dealt, seat) => (dealt === role ? [seat] : []));
  return {
    match,
    agents,
    stored,
    seatsWith,
    state: async () => (await stored()).state as MasqueradeState,
    act: (seat: number, action: unknown) => actInMatch({ matchId: match.id, seat, action }),
    /** Sets the clock to the end of the running phase. */
    endPhase: async () => {
      setClock((await stored()).deadlineAt ?? now());
      await fireDueMatches();
    },
    living: async () => ((await stored()).state as MasqueradeState).alive.flatMap((is, seat) => (is ? [seat] : [])),
    events: () => readEvents({ stream: `match:${match.id}`, audiences: 'all' }),
    nextAction: async (seat: number) => {
      const agentId = agents[seat]?.agentId ?? expect.fail(`there is no seat ${seat}`);
      const agent = { agentId, scopes: new Set<Scope>() };
      const answer = await settled(await waitOnStream({ agent, stream: `match:${match.id}`, after: '', timeoutMs: 0 }));
      return answer.nextAction;
    },
  };
}

type Party = Awaited<ReturnType<typeof party>>;

async function untilPhase(game: Party, phase: string): Promise<void> {
  while ((await game.state()).phase !== phase) await game.endPhase();
}

describe('a game in which a seat may act again', () => {
  it('asks for a vote once, and lets it be changed', async () => {
    const game = await party();
    await untilPhase(game, 'vote');
    const [seat = -1, other = -1] = await game.living();
    const before = (await game.act(seat, { type: 'state' })).response;
    expect(before).toMatchObject({ your_turn: true });
    expect(before).not.toHaveProperty('may_act');
    expect(await game.nextAction(seat)).toMatchObject({ tool: 'session.step' });

    const { response } = await game.act(seat, { type: 'vote', target: other });
    expect(response).toMatchObject({ your_turn: false, may_act: true });
    expect(response.legal_moves).toContainEqual({ type: 'vote', target: null });
    expect(response.message).toMatch(/does not wait for you.*may still act/);
    expect(await game.nextAction(seat)).toBeNull();

    await game.act(seat, { type: 'vote', target: null });
    expect((await game.state()).votes[seat]).toBe('abstain');
  });

  it('is left alone by agents that follow next_action', async () => {
    const game = await party();
    const actions: { seat: number; phase: string; day: number }[] = [];
    for (let round = 0; round < 30 && (await game.stored()).status === 'active'; round++) {
      const { phase, day } = await game.state();
      const acted = actions.length;
      for (const seat of await game.living()) {
        if (!(await game.nextAction(seat))) continue;
        const { response } = await game.act(seat, { type: 'state' });
        if (!response.your_turn) continue;
        await game.act(seat, response.legal_moves[0]);
        actions.push({ seat, phase, day });
      }
      if (actions.length === acted) await game.endPhase();
    }
    expect((await game.stored()).status).toBe('completed');
    const perPhase = new Set(actions.map((action) => JSON.stringify(action)));
    expect(actions).toHaveLength(perPhase.size);
  });
});

describe('a message', () => {
  it('is an event without the view, and leaves position and ply as they are', async () => {
    const game = await party();
    await untilPhase(game, 'day');
    const before = await game.stored();
    const [seat = -1] = await game.living();
    const { events, response } = await game.act(seat, { type: 'say', text: 'I trust seat 3.' });
    const after = await game.stored();
    expect(after).toMatchObject({ state: before.state, ply: before.ply, inputs: before.inputs + 1 });
    const added = (await game.events()).filter(({ id }) => id > (before.head.lastId ?? ''));
    expect(added.map(({ type, data }) => [type, Object.keys(data).sort()])).toEqual([
      ['said', ['day', 'seat', 'text']],
    ]);
    expect(events).toEqual([
      {
        id: added[0]?.id,
        type: 'said',
        audience: 'public',
        at: expect.any(String),
        data: { day: 1, seat, text: 'I trust seat 3.' },
      },
    ]);
    expect(response.events).toEqual(events);
  });

  it('does not write the state of the game again', async () => {
    const game = await party();
    await untilPhase(game, 'day');
    const [seat = -1] = await game.living();
    // A stored state that the process does not have in memory survives a message, and not a move.
    const mark = `UPDATE match_positions SET state = jsonb_set(state::jsonb, '{options,night_ms}', '77')::json WHERE match_id = $1`;
    await pool().query(mark, [game.match.id]);
    await game.act(seat, { type: 'say', text: 'Hello.' });
    expect((await game.state()).options.night_ms).toBe(77);
    await game.act(seat, { type: 'done' });
    expect((await game.state()).options.night_ms).not.toBe(77);
  });
});

describe('a refusal', () => {
  it.each([
    ['WRONG_PHASE', 'guest', { type: 'vote', target: 0 }],
    ['WRONG_ROLE', 'guest', { type: 'mark', target: 0 }],
  ])('carries the code %s of the game, also for a seat whose turn it is not', async (code, role, action) => {
    const game = await party();
    const [seat = -1] = game.seatsWith(role);
    await expect(game.act(seat, action)).rejects.toMatchObject({
      code: 'EXPERIENCE_ERROR',
      message: expect.any(String),
      details: { game_code: code, legal_moves: [] },
    });
    expect((await game.stored()).inputs).toBe(0);
  });

  it('lists the legal moves beside the code', async () => {
    const game = await party();
    const [masked = -1, ally = -1] = game.seatsWith('masked');
    await expect(game.act(masked, { type: 'mark', target: ally })).rejects.toMatchObject({
      details: { game_code: 'INVALID_TARGET', legal_moves: expect.arrayContaining([expect.anything()]) },
    });
  });
});

describe('an accepted action', () => {
  it('returns the events that the seat may read, and no others', async () => {
    const game = await party();
    const [watcher = -1] = game.seatsWith('watcher');
    const [masked = -1] = game.seatsWith('masked');
    const [guest = -1] = game.seatsWith('guest');
    const watched = await game.act(watcher, { type: 'watch', target: masked });
    expect(watched.events).toEqual([
      expect.objectContaining({
        type: 'watched',
        audience: `seat:${watcher}`,
        data: { night: 1, target: masked, masked: true },
      }),
    ]);
    const marked = await game.act(masked, { type: 'mark', target: guest });
    expect(marked.events).toEqual([expect.objectContaining({ type: 'marked', audience: 'team:masked' })]);
    expect((await game.act(masked, { type: 'state' })).events).toEqual([]);

    await untilPhase(game, 'vote');
    const [voter = -1, target = -1] = await game.living();
    const voted = await game.act(voter, { type: 'vote', target });
    expect(voted.events.map(({ type }) => type)).toEqual(['vote_cast']);
    expect(JSON.stringify(voted.events)).not.toContain('vote_noted');
  });
});

describe('house bots among agents', () => {
  async function mixedParty(bots: number, kind: 'lobby' | 'exhibition' = 'lobby') {
    const agents = await Promise.all(Array.from({ length: 8 - bots }, () => agentFixture()));
    const match = await startMatch({
      experienceId: newId(),
      gameId: masquerade.id,
      kind,
      rated: false,
      seats: [
        ...agents.map(({ agentId }) => ({
          kind: 'agent' as const,
          agentId,
          experienceAgentId: agentId,
          sessionId: null,
          displayName: 'Guest',
        })),
        ...Array.from({ length: bots }, () => ({ kind: 'bot' as const, strength: 'easy' as const })),
      ],
    });
    const stored = async () => (await readMatch(match.id)) ?? expect.fail('the match is missing');
    const phase = async () => ((await stored()).state as MasqueradeState).phase;
    while ((await phase()) !== 'day') {
      setClock((await stored()).deadlineAt ?? now());
      await fireDueMatches();
      await botMovesFinished();
    }
    return { match, stored };
  }

  it('keep their due time while an agent talks', async () => {
    const { match, stored } = await mixedParty(4);
    const { botDueAt, state } = await stored();
    expect(botDueAt).toBeInstanceOf(Date);
    const talker = (state as MasqueradeState).alive.indexOf(true);
    for (let message = 0; message < 5; message++) {
      advanceClock(50);
      await actInMatch({ matchId: match.id, seat: talker, action: { type: 'say', text: `Message ${message}.` } });
    }
    expect((await stored()).botDueAt).toEqual(botDueAt);
  });

  it('move one at a time, each after a pause', async () => {
    const { stored } = await mixedParty(8, 'exhibition');
    const before = await stored();
    setClock(before.botDueAt ?? now());
    await fireDueMatches();
    await botMovesFinished();
    const after = await stored();
    expect(after.inputs).toBe(before.inputs + 1);
    expect((after.botDueAt?.getTime() ?? 0) - (before.botDueAt?.getTime() ?? 0)).toBeGreaterThanOrEqual(1_600);
  });
});
