import { beforeAll, describe, expect, test } from 'vitest';
import { now } from '@/lib/core/clock';
import { resetOnce } from '@/lib/core/globals';
import { currentAnnouncements } from '@/lib/domain/announcements';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { useDatabase } from '@/lib/testing/database';
import { type OwnerFixture, ownerFixture } from '@/lib/testing/fixtures';
import { prisma } from '@/lib/testing/prisma';
import { countOwnStatements } from '@/lib/testing/statements';
import { sendRest } from '@/lib/transport/testing/send-rest';

useDatabase();
useClock();

const HOUR_MS = 3_600_000;
let administrator: OwnerFixture;
beforeAll(async () => {
  administrator = await ownerFixture({ isAdmin: true });
});

const inHours = (hours: number) => new Date(now().getTime() + hours * HOUR_MS).toISOString();
const announce = (body: object, owner = administrator) => sendRest('POST', '/v1/announcements', { owner, body });
const textsNow = async () => (await currentAnnouncements()).map(({ text }) => text);

describe('an announcement', () => {
  test('is shown from its beginning to its end, and no longer after it was removed', async () => {
    expect((await announce({ text: 'Now', ends_at: inHours(1) })).status).toBe(201);
    const later = { text: 'Later', severity: 'warning', starts_at: inHours(2), ends_at: inHours(3) };
    const { body } = await announce(later);
    expect(body).toMatchObject({ severity: 'warning', starts_at: later.starts_at });
    expect(await textsNow()).toEqual(['Now']);
    advanceClock(2.5 * HOUR_MS);
    expect(await textsNow()).toEqual(['Later']);
    const path = `/v1/announcements/${body.announcement_id}`;
    expect((await sendRest('DELETE', path, { owner: administrator })).status).toBe(200);
    expect(await textsNow()).toEqual([]);
    expect((await sendRest('DELETE', path, { owner: administrator })).status).toBe(404);
  });

  test('is refused with the path of the fault, and changes nothing', async () => {
    const before = await prisma().announcement.count();
    const faults: [object, string][] = [
      [{ ends_at: inHours(1) }, 'text'],
      [{ text: 'x'.repeat(301), ends_at: inHours(1) }, 'text'],
      [{ text: 'Ended', ends_at: inHours(-1) }, 'ends_at'],
      [{ text: 'Backwards', starts_at: inHours(2), ends_at: inHours(1) }, 'ends_at'],
      [{ text: 'Too long', ends_at: inHours(24 * 366) }, 'ends_at'],
      [{ text: 'Loud', severity: 'very', ends_at: inHours(1) }, 'severity'],
    ];
    for (const [body, path] of faults) {
      const answer = await announce(body);
      expect(answer).toMatchObject({ status: 400, body: { error: { details: { issues: [{ path: [path] }] } } } });
    }
    expect(await prisma().announcement.count()).toBe(before);
  });

  test('is made by administrators alone, and is in their log', async () => {
    const stranger = await ownerFixture();
    expect((await announce({ text: 'Mine', ends_at: inHours(1) }, stranger)).status).toBe(403);
    await announce({ text: 'Logged', ends_at: inHours(1) });
    const { body } = await sendRest('GET', '/v1/admin-actions?limit=1', { owner: administrator });
    expect(body.entries).toMatchObject([{ action: 'post_v1_announcements', input: { text: 'Logged' } }]);
  });

  test('is one of at most ten that have not ended, of many that are made at the same time', async () => {
    await prisma().announcement.deleteMany();
    const order = { text: 'Many', ends_at: inHours(1) };
    const statuses = await Promise.all(Array.from({ length: 14 }, async () => (await announce(order)).status));
    expect(statuses.filter((status) => status === 201)).toHaveLength(10);
    expect(new Set(statuses)).toEqual(new Set([201, 429]));
  });
});

test('pages read announcements from memory for ten seconds', async () => {
  resetOnce('announcements.cache');
  const read = async () => {
    for (let n = 0; n < 50; n++) await currentAnnouncements();
  };
  expect(await countOwnStatements(read)).toBe(1);
  advanceClock(10_001);
  expect(await countOwnStatements(read)).toBe(1);
});
