import { expect, test } from 'vitest';
import { contentSecurityPolicy } from './security-headers';

const ancestorsOf = (path: string) => /frame-ancestors ([^;]+)/.exec(contentSecurityPolicy(path, 'nonce'))?.[1];

test('any site frames an embedded match, league and channel, and no other page', () => {
  for (const path of [
    '/embed/matches/1',
    '/embed/leagues/house',
    '/embed/leagues/house/?theme=dark',
    '/embed/tv?game=chess',
  ])
    expect({ path, ancestors: ancestorsOf(path) }).toEqual({ path, ancestors: '*' });
  for (const path of ['/', '/leagues/house', '/embed', '/embed/leagues', '/embed/leagues/house/table.json', '/sign-in'])
    expect({ path, ancestors: ancestorsOf(path) }).toEqual({ path, ancestors: "'self'" });
  expect(ancestorsOf('/oauth/authorize')).toBe("'none'");
});
