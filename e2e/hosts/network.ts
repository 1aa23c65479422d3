import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

const IP = '/usr/sbin/ip';
const TC = '/usr/sbin/tc';
/** An address that no interface has: frames to it arrive nowhere. */
const NOWHERE = '02:00:00:00:00:01';
/** Private addresses that are rarely in use. */
const PREFIX = '10.77.0';

const ip = (...args: string[]) => execFileSync(IP, args, { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' });

/** Why hosts cannot be made here; null when they can. Leaves nothing behind. */
export function whyNoHosts(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it needs Linux and root';
  if (!existsSync(IP)) return 'the program ip is not installed (package iproute2)';
  const name = `bp-try-${process.pid}`;
  try {
    ip('netns', 'add', name);
    ip('netns', 'del', name);
    ip('link', 'add', 'bp-try', 'type', 'bridge');
    ip('link', 'del', 'bp-try');
    return null;
  } catch (error) {
    return `network namespaces are not allowed (${(error as Error).message.split('\n').at(-2) ?? 'refused'})`;
  }
}

/** A host of the test bed: a network namespace with an address. */
export interface Host {
  name: string;
  address: string;
  /** Starts a program on it. */
  spawn(command: string, args: readonly string[], options?: SpawnOptions): ChildProcess;
  /** Runs a program on it to its end. @throws Error when it fails */
  run(command: string, args: readonly string[]): string;
}

/**
 * Hosts on one machine, each with a network of its own, joined by a bridge to which this process belongs too. Links can be cut
 * without an answer, as by a broken switch, and slowed.
 */
export class Network {
  /** The address of this process. */
  readonly address = `${PREFIX}.1`;
  readonly #id = `bp${process.pid}`;
  readonly #hosts: Host[] = [];

  constructor() {
    ip('link', 'add', this.#id, 'type', 'bridge');
    ip('addr', 'add', `${this.address}/24`, 'dev', this.#id);
    ip('link', 'set', this.#id, 'up');
  }

  addHost(name: string): Host {
    const number = this.#hosts.length + 10;
    const [namespace, outer, address] = [`${this.#id}-${name}`, `${this.#id}v${number}`, `${PREFIX}.${number}`];
    ip('netns', 'add', namespace);
    ip('link', 'add', outer, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace);
    ip('link', 'set', outer, 'master', this.#id, 'up');
    ip('-n', namespace, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
    ip('-n', namespace, 'link', 'set', 'eth0', 'up');
    ip('-n', namespace, 'link', 'set', 'lo', 'up');
    const inside = (command: string, args: readonly string[]) => ['netns', 'exec', namespace, command, ...args];
    const host: Host = {
      name,
      address,
      spawn: (command, args, options = {}) => spawn(IP, inside(command, args), options),
      run: (command, args) => ip(...inside(command, args)),
    };
    this.#hosts.push(host);
    return host;
  }

  /** Drops all packets between two hosts; neither gets an answer. Returns what joins them again. */
  cut(one: Host, other: Host): () => void {
    const pairs = [
      [one, other],
      [other, one],
    ] as const;
    for (const [from, to] of pairs)
      from.run(IP, ['neigh', 'replace', to.address, 'lladdr', NOWHERE, 'dev', 'eth0', 'nud', 'permanent']);
    return () => {
      for (const [from, to] of pairs) from.run(IP, ['neigh', 'del', to.address, 'dev', 'eth0']);
    };
  }

  /** Delays all packets of a host and loses some. Returns what ends it. @throws Error where the kernel cannot (sch_netem) */
  slow(host: Host, { delayMs, lossPercent }: { delayMs: number; lossPercent: number }): () => void {
    const device = ['dev', 'eth0', 'root'];
    host.run(TC, ['qdisc', 'add', ...device, 'netem', 'delay', `${delayMs}ms`, 'loss', `${lossPercent}%`]);
    return () => void host.run(TC, ['qdisc', 'del', ...device]);
  }

  remove(): void {
    for (const { name } of this.#hosts) ip('netns', 'del', `${this.#id}-${name}`);
    ip('link', 'del', this.#id);
  }
}
