import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { makeSecrets } from '@/lib/data/secrets';
import { hasPgbouncer } from '@/lib/testing/pgbouncer';
import { ensureRedis } from '../../scripts/redis.mjs';
import { temporaryDirectory } from '../../scripts/test-server.mjs';
import { hasNginx } from '../fixtures/nginx';
import { Network, whyNoHosts } from './network';
import {
  type App,
  app,
  databaseUrl,
  nginx,
  pgbouncer,
  postgres,
  redis,
  redisUrl,
  type Service,
  whyNoPostgres,
} from './services';

const [MOUNT, UMOUNT] = ['/usr/bin/mount', '/usr/bin/umount'];
const APPS = 3;
/** Room for the primary's files, so that its disk can be filled. */
const DISK_MB = 768;

/** Three processes of the product on hosts of their own, and everything that a fleet has. */
export interface Bed {
  network: Network;
  /** What agents and people call: nginx. */
  url: string;
  apps: readonly App[];
  primary: Service & { disk: string | null };
  replica: Service;
  pooler: Service;
  redis: Service;
  proxy: Service;
  /** The folder with the logs of the processes. */
  folder: string;
  remove(): Promise<void>;
}

/** Why there is no test bed here; null when `openBed` starts one. Installs Debian's packages where it may. */
export async function whyNoBed(): Promise<string | null> {
  const reason = whyNoHosts() ?? whyNoPostgres();
  if (reason) return reason;
  const missing = [
    hasPgbouncer() ? [] : ['PgBouncer'],
    ensureRedis() ? [] : ['Redis'],
    (await hasNginx()) ? [] : ['nginx'],
  ].flat();
  return missing.length === 0 ? null : `${missing.join(' and ')} cannot be installed`;
}

/** Makes a folder a disk of a fixed size. Returns null where that is not allowed. */
function mountDisk(folder: string): string | null {
  try {
    execFileSync(MOUNT, ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    return null;
  }
}

/**
 * Starts hosts for PostgreSQL, its replica, PgBouncer, Redis, nginx and three processes of the built product.
 * @param checkout the folder of the product that the processes run
 */
export async function openBed(checkout: string): Promise<Bed> {
  const folder = await temporaryDirectory('hosts');
  const network = new Network();
  const services: Service[] = [];
  let disk: string | null = null;
  const remove = async () => {
    await Promise.all(services.map((service) => service.kill()));
    if (disk) execFileSync(UMOUNT, ['--lazy', disk]);
    network.remove();
    await fs.rm(folder, { recursive: true, force: true });
  };
  const keep = async <Kind extends Service>(starting: Promise<Kind>): Promise<Kind> => {
    const service = await starting;
    services.push(service);
    return service;
  };
  const below = async (name: string) => {
    const created = path.join(folder, name);
    await fs.mkdir(created, { mode: 0o755 });
    return created;
  };
  try {
    const host = (name: string) => network.addHost(name);
    const names = Array.from({ length: APPS }, (_, index) => `app${index + 1}`);
    const [database, copy, pooler, cache, proxy, ...appHosts] = [
      'primary',
      'replica',
      'pooler',
      'redis',
      'proxy',
      ...names,
    ].map(host);
    if (!database || !copy || !pooler || !cache || !proxy) throw new Error('No hosts.');
    const data = await below('primary');
    disk = mountDisk(data);
    const primary = Object.assign(await keep(postgres(database, data)), { disk });
    const replica = await keep(postgres(copy, await below('replica'), database));
    const bouncer = await keep(pgbouncer(pooler, await below('pooler'), database));
    const memory = await keep(redis(cache, ensureRedis()?.path ?? ''));
    const url = `http://${proxy.address}`;
    const env = {
      ...makeSecrets(),
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      DATABASE_URL: databaseUrl(pooler, 'pgbouncer'),
      DATABASE_DIRECT_URL: databaseUrl(database, 'postgres'),
      DATABASE_REPLICA_URL: databaseUrl(copy, 'postgres'),
      REDIS_URL: redisUrl(cache),
      NEXTAUTH_URL: url,
      ALLOWED_HOSTS: '*',
      TRUST_PROXY: 'true',
      EXHIBITION: 'false',
      QUOTAS: 'false',
      RATE_LIMIT_PER_MINUTE: '0',
      AGENT_SELF_REGISTRATION_PER_HOUR: '0',
      ALLOW_PRIVATE_EXPERIENCE_HOSTS: '*',
    };
    const apps: App[] = [];
    for (const each of appHosts) {
      const options = { checkout, log: path.join(folder, `${each.name}.log`) };
      apps.push(await keep(app(each, { ...env, BOTPLAY_DATA_DIR: await below(`${each.name}-data`) }, options)));
    }
    const front = await keep(nginx(proxy, await below('proxy'), appHosts));
    return { network, url, apps, primary, replica, pooler: bouncer, redis: memory, proxy: front, folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The library that gives a process another time (Debian's libfaketime); null when it is not installed. */
export const fakeTime = (): string | null =>
  ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu']
    .map((folder) => `${folder}/faketime/libfaketime.so.1`)
    .find((file) => existsSync(file)) ?? null;
