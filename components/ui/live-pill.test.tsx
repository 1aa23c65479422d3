import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LivePill, type LiveState } from './live-pill';
import { RelativeTime } from './relative-time';

const draw = (state: LiveState, liveText?: string) =>
  renderToStaticMarkup(
    <LivePill state={state} heardAtMs={Date.now() - 12_000} liveText={liveText} isWaiting={liveText !== undefined} />,
  );
const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, '');
const announced = (html: string) => /role="status">([^<]*)</.exec(html)?.[1];

test.each([
  ['live', undefined, /^LIVE$/, 'LIVE'],
  ['live', 'waiting 4 min', /^waiting 4 min$/, ''],
  ['connecting', undefined, /^connecting…$/, 'connecting…'],
  ['reconnecting', 'waiting 4 min', /^reconnecting…$/, 'reconnecting…'],
  ['stale', undefined, /^stale 1[23] s$/, 'stale'],
] as const)(
  'the pill of a connection that is %s (%s) says %s and announces the state only',
  (state, text, all, part) => {
    const html = draw(state, text);
    expect(textOf(html)).toMatch(all);
    expect(announced(html)).toBe(part);
  },
);

test('a relative time in a live region is not announced again as it passes', () => {
  expect(renderToStaticMarkup(<RelativeTime at={new Date().toISOString()} />)).toContain('aria-live="off"');
});
