import { describe, expect, it } from 'vitest';
import { safeCallback, signInPath } from './safe-callback';

describe('safeCallback', () => {
  it('keeps a path of this site with its query and hash', () => {
    expect(safeCallback('/claim/abc?x=1#y')).toBe('/claim/abc?x=1#y');
  });

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/\n/evil.example',
    '\t//evil',
    '',
    null,
  ])('refuses %j', (wanted) => {
    expect(safeCallback(wanted)).toBe('/console');
  });

  it('resolves dots, so that they cannot lead to another host', () => {
    expect(safeCallback('/..//evil.example')).not.toMatch(/^\/\//);
  });

  it('gets no long query, and no long path, from the sign-in path', () => {
    const long = 'ü'.repeat(500);
    expect(signInPath(`/console/calls?agent=${long}`)).toBe(
      `/sign-in?callbackUrl=${encodeURIComponent('/console/calls')}`,
    );
    expect(signInPath(`/${long}?agent=1`)).toBe('/sign-in');
  });

  it('round-trips through the sign-in path', () => {
    const path = '/claim/a b?c=d&e=f';
    const query = new URL(signInPath(path), 'http://x').searchParams;
    expect(query.get('callbackUrl')).toBe(path);
  });
});
