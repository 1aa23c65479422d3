import { beforeAll, expect, test } from 'vitest';
import { resetOnce } from '@/lib/core/globals';
import { relayPlaces, useOfAddress } from './address-use';

beforeAll(() => {
  Object.assign(process.env, { NODE_ENV: 'production' });
  delete process.env.BOTPLAY_EMBEDDED;
  resetOnce('env');
});

test('an address opens a hundred connections at a time, and another address its own', () => {
  const places = Array.from({ length: 101 }, () => relayPlaces().tryEnter({ key: '192.0.2.1' }));
  expect(places.filter((release) => release !== null)).toHaveLength(100);
  expect(relayPlaces().isShareFull('192.0.2.1')).toBe(true);
  expect(relayPlaces().isShareFull('192.0.2.2')).toBe(false);
  places[0]?.();
  expect(relayPlaces().isShareFull('192.0.2.1')).toBe(false);
});

test('the frames of an address are counted together', () => {
  const use = useOfAddress('192.0.2.3');
  const frames = Array.from({ length: 10_000 }, () => use.takeFrame()).filter(Boolean).length;
  expect(frames).toBeGreaterThanOrEqual(4_000);
  expect(frames).toBeLessThan(5_000);
  expect(useOfAddress('192.0.2.4').takeFrame()).toBe(true);
});
