import { expect, it } from 'vitest';
import { makeIndexCache } from './catalog-pages';
import { makeExperienceCache } from './playable';

type Experience = Parameters<ReturnType<typeof makeExperienceCache>['set']>[1];

it('the cache keeps at most 8 million characters of experiences, the latest ones', () => {
  const cache = makeExperienceCache();
  const schema = { description: 'x'.repeat(64_000) };
  const experience = {
    playable: { lobbyConfigSchema: schema },
    verificationStatus: 'verified',
    isHidden: false,
  } as unknown as Experience;
  for (let n = 0; n < 500; n++) cache.set(`experience ${n}`, experience);
  expect(cache.size).toBe(124);
  expect([cache.has('experience 499'), cache.has('experience 375')]).toEqual([true, false]);
});

it('the cache keeps at most 100,000 anchors of catalog pages, of the latest filters', () => {
  const cache = makeIndexCache();
  const anchors = Array.from({ length: 2_000 }, (_, rank) => ({ rank, id: '' }));
  for (let n = 0; n < 150; n++)
    cache.set(`filters ${n}`, { value: { total: 100_000, anchors }, version: 0, madeAtMs: 0, renewal: null });
  expect(cache.size).toBe(50);
  expect([cache.has('filters 149'), cache.has('filters 99')]).toEqual([true, false]);
});
