import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { playMatch } from '@/components/match/testing/play';
import type { MatchSnapshot } from '@/components/match/types';
import { useMatch } from '@/components/match/use-match';
import { noteServerTime, serverOffsetMs } from './server-clock';

const S = 1_000;
const sentAt = (atMs: number) => new Date(atMs).toISOString();

const Offset = ({ snapshot }: { snapshot: MatchSnapshot }) => useMatch(snapshot, [], 'public').offsetMs;

test('a page that is opened again with old data keeps the measured clock of the server', () => {
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
  try {
    noteServerTime(sentAt(Date.now() + 5 * S));
    expect(serverOffsetMs()).toBe(5 * S);
    noteServerTime(sentAt(Date.now() + 5 * S - 300));
    expect(serverOffsetMs()).toBe(5 * S);

    const { snapshot } = playMatch('chess', ['e2e4']);
    const writtenAt = sentAt(Date.now() + 5 * S - 40 * S);
    const old = { ...snapshot, clock: { ...snapshot.clock, server_time: writtenAt } };
    expect(renderToStaticMarkup(<Offset snapshot={old} />)).toBe('5000');
  } finally {
    vi.useRealTimers();
  }
});
