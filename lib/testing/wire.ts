import { once } from 'node:events';
import net from 'node:net';

export interface Wire {
  port: number;
  /** Breaks every connection and lets none through, until it is mended. */
  cut(): void;
  /** Loses everything that is sent, and says so to nobody, until it is mended. */
  freeze(): void;
  mend(): void;
  close(): void;
}

/** A way to a port of this machine that can be cut, as networks can. */
export async function openWire(toPort: number): Promise<Wire> {
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
    mend: () => {
      state = 'whole';
    },
    close: () => {
      breakAll();
      server.close();
    },
  };
}
