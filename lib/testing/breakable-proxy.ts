import { once } from 'node:events';
import net from 'node:net';

export interface BreakableProxy {
  port: number;
  /** Closes every connection and accepts none until repair(). */
  cut(): void;
  /** Drops all bytes silently until repair(). */
  freeze(): void;
  repair(): void;
  close(): void;
}

/** A TCP proxy to a local port that can simulate network failures. */
export async function openBreakableProxy(toPort: number): Promise<BreakableProxy> {
  const connections = new Set<net.Socket>();
  let state: 'whole' | 'cut' | 'frozen' = 'whole';
  const breakAll = () => {
    for (const socket of connections) socket.destroy();
  };
  const server = net.createServer((near) => {
    if (state === 'cut') return void near.destroy();
    const far = net.connect(toPort, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      connections.add(from);
      from.on('data', (chunk) => state === 'whole' && to.write(chunk));
      from.on('error', () => {});
      from.on('close', () => {
        connections.delete(from);
        to.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as net.AddressInfo).port,
    cut: () => {
      state = 'cut';
      breakAll();
    },
    freeze: () => {
      state = 'frozen';
    },
    repair: () => {
      state = 'whole';
    },
    close: () => {
      breakAll();
      server.close();
    },
  };
}
