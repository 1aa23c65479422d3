import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PageSignal } from './page-signal';

let page: EventTarget;
let sent: string[];
let signal: PageSignal;

beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  sent = [];
  signal = new PageSignal(page, (matchId, isOpen) => sent.push(`${matchId} ${isOpen ? 'open' : 'closed'}`));
});
afterEach(() => {
  signal.stop();
  vi.useRealTimers();
});

const MINUTE_MS = 60_000;

it('says that the page is open, again and again, and that it was closed', () => {
  signal.open('a');
  vi.advanceTimersByTime(2 * MINUTE_MS);
  expect(sent).toEqual(['a open', 'a open', 'a open']);
  page.dispatchEvent(new Event('pagehide'));
  expect(sent.at(-1)).toBe('a closed');
  page.dispatchEvent(new Event('pageshow'));
  expect(sent.at(-1)).toBe('a open');
});

it('does not count another page of the site as closing, until ten minutes have gone by', () => {
  signal.open('a');
  signal.leave();
  vi.advanceTimersByTime(9 * MINUTE_MS);
  expect(new Set(sent)).toEqual(new Set(['a open']));
  signal.open('a');
  vi.advanceTimersByTime(9 * MINUTE_MS);
  expect(new Set(sent)).toEqual(new Set(['a open']));
  signal.leave();
  vi.advanceTimersByTime(10 * MINUTE_MS);
  expect(sent.at(-1)).toBe('a closed');
  const length = sent.length;
  vi.advanceTimersByTime(10 * MINUTE_MS);
  expect(sent).toHaveLength(length);
});

it('says that the tab was closed while another page of the site is shown', () => {
  signal.open('a');
  signal.leave();
  page.dispatchEvent(new Event('pagehide'));
  expect(sent.at(-1)).toBe('a closed');
});

it('closes one match when another one is opened, and says nothing after the end', () => {
  signal.open('a');
  signal.leave();
  signal.open('b');
  expect(sent).toEqual(['a open', 'a closed', 'b open']);
  signal.end('a');
  page.dispatchEvent(new Event('pagehide'));
  expect(sent.at(-1)).toBe('b closed');
  signal.end('b');
  page.dispatchEvent(new Event('pagehide'));
  vi.advanceTimersByTime(20 * MINUTE_MS);
  expect(sent).toHaveLength(4);
});
