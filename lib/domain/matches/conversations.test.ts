import { afterAll, beforeAll, expect, it } from 'vitest';
import { now } from '@/lib/core/clock';
import { newId } from '@/lib/core/ids';
import { readEvents, startBus, stopBus } from '@/lib/events';
import { setClock, useClock } from '@/lib/testing/clock';
import { useDatabase } from '@/lib/testing/database';
import { fireDueMatches, readMatch, startMatch } from '.';
import { botMovesFinished } from './due-matches';

useDatabase();
useClock();
beforeAll(startBus);
afterAll(stopBus);

it('house bots talk, vote and finish a match of Werewolf by themselves, within its rate limits', async () => {
  const match = await startMatch({
    experienceId: newId(),
    gameId: 'werewolf',
    kind: 'exhibition',
    options: { phase_ms: { DAY_DISCUSSION: 30_000 } },
    rated: false,
    seats: Array.from({ length: 8 }, (_, seat) => ({
      kind: 'bot' as const,
      strength: (['easy', 'medium', 'strong'] as const)[seat % 3] ?? 'easy',
    })),
  });
  for (let turn = 0; turn < 800; turn++) {
    const { status, botDueAt, deadlineAt } = (await readMatch(match.id)) ?? {};
    if (status !== 'active') break;
    const due = [botDueAt, deadlineAt].flatMap((at) => (at ? [at.getTime()] : []));
    setClock(due.length > 0 ? new Date(Math.min(...due)) : now());
    await fireDueMatches();
    await botMovesFinished();
  }
  expect(await readMatch(match.id)).toMatchObject({ status: 'completed' });
  const messages = await readEvents({ stream: `match:${match.id}`, audiences: ['public'], types: ['message_sent'] });
  expect(messages.length).toBeGreaterThan(14);
  expect(messages.some(({ data }) => typeof data.replyToEventId === 'string')).toBe(true);
  const replied = messages.flatMap(({ data }) => (typeof data.replyToEventId === 'string' ? data.replyToEventId : []));
  for (const id of replied) expect(messages.map((message) => message.id)).toContain(id);
  const last = new Map<unknown, number>();
  for (const { data, at } of messages) {
    expect(at.getTime() - (last.get(data.playerId) ?? 0)).toBeGreaterThanOrEqual(3_000);
    last.set(data.playerId, at.getTime());
  }
});
