import { text } from 'node:stream/consumers';
import { prerenderToNodeStream } from 'react-dom/static';
import { expect, test } from 'vitest';
import { noteServerTime, serverOffsetMs } from '@/components/live/server-clock';
import { playMatch } from '@/components/match/testing/play';
import { QueryProvider } from '@/components/ui/query-provider';
import type { OwnSeat } from '@/lib/domain/play';
import { OwnMatch } from './own-match';

/** By the server's clock. */
const inSeconds = (seconds: number) => new Date(Date.now() + serverOffsetMs() + seconds * 1_000).toISOString();

test('the clock of the own match shows what is left now, not what was left when the page was made', async () => {
  noteServerTime(new Date().toISOString());
  const { snapshot } = playMatch('chess', []);
  const seat: OwnSeat = {
    match_id: snapshot.match_id,
    seat: 0,
    seat_name: 'white',
    status: 'active',
    view: snapshot.view,
    text: snapshot.text,
    legal_moves: ['e2e4'],
    your_turn: true,
    may_act: true,
    has_left: false,
    ply: 0,
    version: 1,
    clock: { ...snapshot.clock, deadline_at: inSeconds(20), limit_ms: 60_000, server_time: inSeconds(-40) },
    outcome: null,
    draw: null,
  };
  const page = (
    <QueryProvider>
      <OwnMatch initial={seat} gameId="chess" matchId="R1M1" opponent="Bo" />
    </QueryProvider>
  );
  const html = await text((await prerenderToNodeStream(page)).prelude);
  expect(/role="timer">([^<]*)</.exec(html)?.[1]).toMatch(/^0:(19|20)/);
});
