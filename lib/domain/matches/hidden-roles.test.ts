import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { now } from '@/lib/core/clock';
import type { Audience, Strength } from '@/lib/core/game';
import { newId } from '@/lib/core/ids';
import type { StreamEvent } from '@/lib/core/stream';
import { readEvents, startBus, stopBus } from '@/lib/events';
import type { MasqueradeState } from '@/lib/games/testing/masquerade-state';
import { setClock, useClock } from '@/lib/testing/clock';
import { useDatabase } from '@/lib/testing/database';
import { masqueradeFixture } from '@/lib/testing/masquerade';
import { actInMatch, fireDueMatches, loadMatchSnapshot, matchResponse, readMatch, startMatch } from '.';
import { botMovesFinished } from './due-matches';
import { matchAudiences } from './views';

useDatabase();
useClock();
beforeAll(startBus);
afterAll(stopBus);

async function party(seats = 8) {
  const { match } = await masqueradeFixture({ seats, rated: true });
  const state = async () => (await readMatch(match.id))?.state as MasqueradeState;
  const { roles } = await state();
  const seatsOf = (role: string) => roles.flatMap((dealt, seat) => (dealt === role ? [seat] : []));
  return {
    match,
    state,
    seatsOf,
    act: (seat: number, action: unknown) => actInMatch({ matchId: match.id, seat, action }),
  };
}

/** Sets the clock to the deadline of the running phase. */
async function passTime(matchId: string): Promise<void> {
  setClock((await readMatch(matchId))?.deadlineAt ?? now());
  await fireDueMatches();
}

const read = (matchId: string, audiences: Audience[] | 'all') => readEvents({ stream: `match:${matchId}`, audiences });
const secretsOf = (events: StreamEvent[]) => events.filter((event) => event.audience !== 'public');

describe('a game with hidden roles', () => {
  it('sends each seat its own secrets and no others', async () => {
    const { match, seatsOf } = await party();
    const [watcher = -1] = seatsOf('watcher');
    const masked = seatsOf('masked');
    for (let seat = 0; seat < 8; seat++) {
      const audiences = (await matchAudiences({ matchId: match.id, viewer: seat })) as Audience[];
      expect(audiences.includes('team:masked')).toBe(masked.includes(seat));
      const secrets = secretsOf(await read(match.id, audiences));
      expect(secrets.every((event) => event.audience === `seat:${seat}` || event.audience === 'team:masked')).toBe(
        true,
      );
      const { view } = await matchResponse({ matchId: match.id, viewer: seat });
      const visibleRoles = (view.seats as { seat: number; role: string | null }[])
        .filter((entry) => entry.role !== null)
        .map((entry) => entry.seat);
      expect(visibleRoles).toEqual(masked.includes(seat) ? masked : [seat]);
    }
    expect(watcher).toBeGreaterThanOrEqual(0);
  });

  it('leaves no trace of the night in public data', async () => {
    const { match, seatsOf, act } = await party();
    const before = await loadMatchSnapshot({ matchId: match.id, viewer: 'spectator' });
    const publicBefore = await read(match.id, ['public']);
    const [first = -1, second = -1] = seatsOf('masked');
    const [watcher = -1] = seatsOf('watcher');
    const [guest = -1, another = -1] = seatsOf('guest');
    const secret = await Promise.all([
      act(first, { type: 'mark', target: guest }),
      act(second, { type: 'mark', target: another }),
      act(watcher, { type: 'watch', target: first }),
    ]);
    await act(first, { type: 'mark', target: another });
    expect(secret.map(({ response }) => response.clock?.seats_to_move)).toEqual([[first], [second], []]);
    const after = await loadMatchSnapshot({ matchId: match.id, viewer: 'spectator' });
    const still = (snapshot: typeof before) => ({ ...snapshot, clock: { ...snapshot?.clock, server_time: null } });
    expect(still(after)).toEqual(still(before));
    expect(await read(match.id, ['public'])).toEqual(publicBefore);
    const everything = await read(match.id, 'all');
    const team = everything.filter((event) => event.audience === 'team:masked');
    expect(team.map((event) => event.seq)).toEqual([1, 2, 3, 4]);
  });

  it('keeps the deadline of a phase while moves change, and sets a new one with the next phase', async () => {
    const { match, seatsOf, act } = await party();
    const deadline = (await readMatch(match.id))?.deadlineAt?.getTime();
    const [masked = -1] = seatsOf('masked');
    const [guest = -1, another = -1] = seatsOf('guest');
    await act(masked, { type: 'mark', target: guest });
    await act(masked, { type: 'mark', target: another });
    expect((await readMatch(match.id))?.deadlineAt?.getTime()).toBe(deadline);
    await passTime(match.id);
    expect(await readMatch(match.id)).toMatchObject({ clockKey: 'announce:1', ply: 1 });
  });

  it('ends a phase early when every player is done', async () => {
    const { match, state, act } = await party();
    await passTime(match.id);
    await passTime(match.id);
    const living = (await state()).alive.flatMap((alive, seat) => (alive ? [seat] : []));
    await Promise.all(living.map((seat) => act(seat, { type: 'done' })));
    expect((await state()).phase).toBe('vote');
    await Promise.all(living.map((seat) => act(seat, { type: 'vote', target: null })));
    expect((await state()).phase).toBe('night');
    const seqs = (await read(match.id, ['public'])).map((event) => event.seq);
    expect(seqs).toEqual(seqs.map((_, index) => index + 1));
  });

  it('reaches its end by deadlines alone and rates the two sides', async () => {
    const { match } = await party();
    for (let phase = 0; phase < 60 && (await readMatch(match.id))?.status === 'active'; phase++)
      await passTime(match.id);
    const ended = await readMatch(match.id);
    expect(ended).toMatchObject({ status: 'completed', endReason: 'parity' });
    expect(ended?.seats.filter((seat) => (seat.eloAfter ?? 0) > 1200)).toHaveLength(2);
  });

  it('is played to its end by house bots', async () => {
    const strengths: Strength[] = ['easy', 'medium', 'strong', 'easy'];
    const match = await startMatch({
      experienceId: newId(),
      gameId: 'masquerade',
      kind: 'exhibition',
      rated: false,
      seats: strengths.map((strength) => ({ kind: 'bot' as const, strength })),
    });
    for (let turn = 0; turn < 500; turn++) {
      const { status, botDueAt, deadlineAt } = (await readMatch(match.id)) ?? {};
      if (status !== 'active') break;
      setClock(botDueAt ?? deadlineAt ?? now());
      await fireDueMatches();
      await botMovesFinished();
    }
    expect((await readMatch(match.id))?.status).toBe('completed');
  });
});
