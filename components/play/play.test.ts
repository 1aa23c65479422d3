import { QueryClient } from '@tanstack/react-query';
import { describe, expect, test, vi } from 'vitest';
import { RequestFailure } from '@/components/console/request';
import type { OwnSeat } from '@/lib/domain/play';
import { seatChoices, timeChoices, timeFields } from './card';
import { newIdempotencyKey } from './idempotency-key';
import { moveToText } from './move-to-text';
import { newerSeat } from './responses';
import { READ_UNTIL_ANSWERED, sendOnce } from './send';

const failure = (status: number, code: string) =>
  new RequestFailure({ code, message: code, hint: '', retryable: false, status });

/** Sends a move to a server that gives these answers in order. */
async function send(answers: (RequestFailure | string)[], signal = new AbortController().signal) {
  const pauses: number[] = [];
  let waits = 0;
  let attempts = 0;
  const sent = sendOnce({
    attempt: async () => {
      const answer = answers[attempts++];
      if (answer === undefined || answer instanceof RequestFailure) throw answer;
      return answer;
    },
    onWaiting: () => waits++,
    pause: async (ms) => {
      pauses.push(ms);
    },
    signal,
  });
  return { answer: await sent.catch((thrown: unknown) => thrown), pauses, waits, attempts };
}

describe('reading the own seat', () => {
  /** Reads from a server that gives these answers in order. */
  async function read(answers: (RequestFailure | string)[]) {
    vi.useFakeTimers();
    try {
      const startedAtMs = Date.now();
      const askedAtMs: number[] = [];
      const queryFn = async () => {
        const answer = answers[askedAtMs.push(Date.now() - startedAtMs) - 1];
        if (answer instanceof RequestFailure) throw answer;
        return answer;
      };
      const query = new QueryClient().fetchQuery({ queryKey: ['seat'], queryFn, ...READ_UNTIL_ANSWERED });
      const outcome = query.catch((thrown: unknown) => thrown);
      await vi.advanceTimersByTimeAsync(60_000);
      return { answer: await outcome, askedAtMs };
    } finally {
      vi.useRealTimers();
    }
  }

  test('is repeated after growing pauses while the server restarts or has too many requests', async () => {
    const [lost, busy] = [failure(0, 'UNANSWERED'), failure(429, 'RATE_LIMITED')];
    const { answer, askedAtMs } = await read([lost, failure(503, 'INTERNAL_ERROR'), busy, lost, lost, 'seat']);
    expect(answer).toBe('seat');
    expect(askedAtMs).toEqual([0, 700, 2_100, 4_900, 9_900, 14_900]);
  });

  test('ends with a refusal', async () => {
    const refused = failure(401, 'UNAUTHENTICATED');
    expect(await read([refused, 'seat'])).toEqual({ answer: refused, askedAtMs: [0] });
  });
});

describe('sending a move', () => {
  test('repeats without an answer, after growing pauses', async () => {
    const lost = failure(0, 'UNANSWERED');
    const { answer, pauses, waits } = await send([lost, lost, lost, lost, lost, 'played']);
    expect(answer).toBe('played');
    expect(pauses).toEqual([700, 1_400, 2_800, 5_000, 5_000]);
    expect(waits).toBe(5);
  });

  test.each([
    ['an illegal move', failure(422, 'EXPERIENCE_ERROR')],
    ['a match that is over', failure(409, 'INVALID_STATE')],
    ['a cookie that ended', failure(401, 'UNAUTHENTICATED')],
    ['too many moves', failure(429, 'RATE_LIMITED')],
  ])('is not sent again after %s: that is an answer', async (_what, refused) => {
    const { answer, attempts } = await send([refused, 'played']);
    expect(answer).toBe(refused);
    expect(attempts).toBe(1);
  });

  test('repeats after a 502 or 503', async () => {
    const { answer } = await send([failure(503, 'INTERNAL_ERROR'), failure(502, 'INTERNAL_ERROR'), 'played']);
    expect(answer).toBe('played');
  });

  test('stops when the page closes', async () => {
    const gone = new AbortController();
    gone.abort();
    const { answer, attempts } = await send([failure(0, 'UNANSWERED'), 'played'], gone.signal);
    expect(answer).toMatchObject({ code: 'UNANSWERED' });
    expect(attempts).toBe(1);
  });

  test('uses one idempotency key for each move', () => {
    const keys = new Set(Array.from({ length: 100 }, newIdempotencyKey));
    expect(keys.size).toBe(100);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe('an own seat', () => {
  const seatAt = (version: number, match_id = 'm') => ({ match_id, version }) as OwnSeat;

  test('is not replaced by a slower, older answer', () => {
    expect(newerSeat(seatAt(3), seatAt(2))?.version).toBe(3);
    expect(newerSeat(seatAt(3), seatAt(4))?.version).toBe(4);
    expect(newerSeat(seatAt(9, 'other'), seatAt(2))?.version).toBe(2);
    expect(newerSeat(seatAt(3), null)).toBeNull();
    expect(newerSeat(null, seatAt(1))?.version).toBe(1);
  });
});

describe('words', () => {
  test('formats any move as text', () => {
    expect(['e2e4', { column: 3 }, { bet: 10 }, 7, { from: 'a1', to: 'b2' }].map(moveToText)).toEqual([
      'e2e4',
      'column 3',
      'bet 10',
      '7',
      'from a1, to b2',
    ]);
  });

  test('offers only the times of the game, and seats only where they differ', () => {
    expect(
      timeChoices({ moveTimeS: { fallback: 60, min: 20, max: 700 }, hasGameClock: false }).map(({ value }) => value),
    ).toEqual(['30', '60', '180', '600']);
    expect(timeChoices({ moveTimeS: null, hasGameClock: false })).toEqual([]);
    expect(timeChoices({ moveTimeS: null, hasGameClock: true })).toContainEqual({
      value: '300+3',
      label: '5 min + 3 s for the game',
    });
    expect([timeFields('60'), timeFields('300+3'), timeFields(null)]).toEqual([
      { move_time_s: 60 },
      { clock_base_s: 300, clock_increment_s: 3 },
      {},
    ]);
    expect(seatChoices({ seats: { min: 2, max: 2, names: ['white', 'black'] } }).map(({ label }) => label)).toEqual([
      'White',
      'Black',
      'Either',
    ]);
    expect(seatChoices({ seats: { min: 1, max: 5, names: [] } })).toEqual([]);
  });
});
