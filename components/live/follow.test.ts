import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server, type Socket } from 'socket.io';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { newId, nextUlid } from '@/lib/core/ids';
import { Follower, type FollowOptions } from './follow';

const server = http.createServer();
const io = new Server(server, { transports: ['websocket'] });
const followers: Follower[] = [];
const sockets: Socket[] = [];

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  vi.stubGlobal('location', { protocol: 'http:', host });
  io.of('/watch').use((_socket, next) => {
    if (refusals === 0) return next();
    refusals--;
    next(new Error('Too many open streams.'));
  });
  io.of('/watch').on('connection', (socket) => {
    sockets.push(socket);
    // As streams whose events are not stored: every subscription gets a snapshot of its own.
    socket.on('subscribe', (_input: unknown, acknowledge: (answer: unknown) => void) => {
      lastId = nextUlid(lastId);
      acknowledge({ snapshot: { id: lastId }, cursor: lastId });
    });
  });
});
let lastId = nextUlid(null);
/** So many of the next connections are refused. */
let refusals = 0;

afterEach(() => {
  for (const follower of followers.splice(0)) follower.stop();
});

afterAll(async () => {
  vi.unstubAllGlobals();
  await io.close();
});

/** Follows a stream; what happened, in order. */
function follow(options: Partial<FollowOptions> = {}): string[] {
  const happened: string[] = [];
  followers.push(
    new Follower({
      stream: `social:${newId()}`,
      onSnapshot: (_snapshot, isAgain) => happened.push(isAgain ? 'snapshot again' : 'snapshot'),
      onEvents: () => {},
      onState: (state) => happened.push(state),
      ...options,
    }),
  );
  return happened;
}

test('a snapshot after the first one says that events may be missing', async () => {
  const happened = follow();
  await expect.poll(() => happened).toEqual(['snapshot', 'live']);
  sockets.at(-1)?.conn.close();
  await expect.poll(() => happened).toEqual(['snapshot', 'live', 'reconnecting', 'snapshot again', 'live']);
});

test('a refused connection is tried again', async () => {
  const happened = follow();
  await expect.poll(() => happened).toContain('live');
  happened.length = 0;
  refusals = 1;
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    sockets.at(-1)?.conn.close();
    await expect.poll(() => refusals).toBe(0);
    const passSecond = async () => {
      await vi.advanceTimersByTimeAsync(1_000);
      return happened;
    };
    await expect.poll(passSecond).toContain('live');
  } finally {
    vi.useRealTimers();
  }
});

test('a connection that was released stays closed when its server stops meanwhile', async () => {
  const happened = follow();
  await expect.poll(() => happened).toContain('live');
  const [socket, count] = [sockets.at(-1), sockets.length];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    followers.pop()?.stop();
    await vi.advanceTimersByTimeAsync(4_900);
    socket?.emit('draining');
    await expect.poll(() => socket?.connected).toBe(false);
    await vi.advanceTimersByTimeAsync(10_000);
  } finally {
    vi.useRealTimers();
  }
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(sockets).toHaveLength(count);
});
