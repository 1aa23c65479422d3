import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseEnv as parseFile } from 'node:util';
import { describe, expect, test } from 'vitest';
import { nextScheduledTime } from './backup-settings';
import { ENV_NAMES, findShortSecrets, parseEnv } from './env';

const OWN = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://somewhere/else',
  NEXTAUTH_URL: 'https://botplay.example',
  NEXTAUTH_SECRET: 'x',
  ENCRYPTION_KEYS: 'x',
  IDENTITY_KEY: 'x',
  JWT_KEYS: 'x',
} as const;

describe('.env.example', () => {
  const text = fs.readFile('.env.example', 'utf8');

  test('names every variable that is read, and no other', async () => {
    expect(Object.keys(parseFile(await text)).sort()).toEqual([...ENV_NAMES].sort());
  });

  test('shows the value that each has when it is not set', async () => {
    expect(parseEnv(parseFile(await text) as NodeJS.ProcessEnv)).toEqual(parseEnv({} as NodeJS.ProcessEnv));
  });
});

test.each([
  [{ DUSK: 5 }, 'the phases are LOBBY, NIGHT'],
  [{ NIGHT: 0 }, 'in milliseconds'],
  [[], 'must be JSON like'],
])('WEREWOLF_PHASE_MS is not %j', (phases, message) => {
  const parse = (value: unknown) =>
    parseEnv({ WEREWOLF_PHASE_MS: JSON.stringify(value) } as unknown as NodeJS.ProcessEnv);
  expect(() => parse(phases)).toThrow(message);
  expect(parse({ NIGHT: 700 }).WEREWOLF_PHASE_MS).toEqual({ NIGHT: 700 });
});

describe('the variables of backups', () => {
  const SCHEDULED = {
    BACKUP_SCHEDULE: '03:15',
    BACKUP_TO: 's3://backups/site',
    BACKUP_PASSPHRASE: 'x',
    AWS_REGION: 'eu-central-1',
  };
  const parse = (variables: Record<string, string>) => parseEnv(variables as unknown as NodeJS.ProcessEnv);

  test('are read', () => {
    expect(parse(SCHEDULED)).toMatchObject({ BACKUP_KEEP: { last: 0, daily: 7, weekly: 4, monthly: 6 } });
    expect(parse({ BACKUP_KEEP: 'all' }).BACKUP_KEEP).toBeNull();
    expect(parse({ BACKUP_KEEP: '14' }).BACKUP_KEEP).toMatchObject({ last: 14, daily: 0 });
    const next = (schedule: string) => nextScheduledTime(schedule, new Date('2026-11-27T12:00:00Z'))?.toISOString();
    expect(next('03:15')).toBe('2026-11-28T03:15:00.000Z');
    expect(next('0 2 * * 0')).toBe('2026-11-29T02:00:00.000Z');
  });

  test.each([
    ['BACKUP_SCHEDULE', { BACKUP_SCHEDULE: 'daily' }, 'must be a time of the day like 03:15'],
    ['BACKUP_SCHEDULE', { BACKUP_SCHEDULE: '25:00' }, 'must be a time of the day like 03:15'],
    ['BACKUP_SCHEDULE', { BACKUP_SCHEDULE: '*/10 * * * *' }, 'must have at least an hour between two backups'],
    ['BACKUP_SCHEDULE', { BACKUP_SCHEDULE: '0 0 30 2 *' }, 'never comes'],
    ['BACKUP_TO', { BACKUP_TO: '' }, 'say where BACKUP_SCHEDULE stores backups'],
    ['BACKUP_TO', { BACKUP_TO: 'https://s3.example/backups' }, 'must be a folder, or s3://bucket'],
    ['BACKUP_KEEP', { BACKUP_KEEP: 'hourly=3' }, 'must be like daily=7,weekly=4,monthly=6'],
    ['BACKUP_KEEP', { BACKUP_KEEP: '0' }, 'must be like daily=7,weekly=4,monthly=6'],
    [
      'BACKUP_PASSPHRASE, BACKUP_RECIPIENT',
      { BACKUP_PASSPHRASE: '' },
      'set one of them, with which BACKUP_SCHEDULE encrypts',
    ],
    ['BACKUP_PASSPHRASE, BACKUP_RECIPIENT', { BACKUP_RECIPIENT: `age1${'q'.repeat(58)}` }, 'set one of them, not both'],
    ['BACKUP_RECIPIENT', { BACKUP_RECIPIENT: 'AGE-SECRET-KEY-1QQ' }, 'must be the public key of a pair'],
    ['AWS_ENDPOINT_URL_S3', { AWS_ENDPOINT_URL_S3: 'minio:9000' }, 'must be an address like https://s3.example'],
    ['AWS_REGION', { AWS_REGION: '' }, 'set the region of the bucket, or AWS_ENDPOINT_URL_S3'],
    ['AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY', { AWS_ACCESS_KEY_ID: 'abc' }, 'set all of them or none'],
  ])('%s is named when it is wrong: %j', (name, change, message) => {
    expect(() => parse({ ...SCHEDULED, ...change })).toThrow(`  ${name}: ${message}`);
  });
});

describe('the environment', () => {
  test('names LEGAL_DIR when one of its texts cannot be read', async () => {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'legal-'));
    try {
      await fs.writeFile(path.join(folder, 'terms.md'), '# Terms');
      await fs.mkdir(path.join(folder, 'imprint.md'));
      expect(() => parseEnv({ LEGAL_DIR: folder } as unknown as NodeJS.ProcessEnv)).toThrow(
        'LEGAL_DIR: has a text that cannot be read',
      );
    } finally {
      await fs.rm(folder, { recursive: true });
    }
  });

  test('names LEGAL_DIR when none of its texts is there', () => {
    expect(() => parseEnv({ LEGAL_DIR: 'lib' } as unknown as NodeJS.ProcessEnv)).toThrow(
      'LEGAL_DIR: must be a folder with terms.md, privacy.md or imprint.md in it',
    );
  });

  test('the embedded set-up is not production: nothing is limited, private experiences may be called', () => {
    const values = parseEnv({ ...OWN, BOTPLAY_EMBEDDED: '1' });
    expect(values).toMatchObject({
      production: false,
      RATE_LIMIT_PER_MINUTE: 0,
      ALLOW_PRIVATE_EXPERIENCE_HOSTS: ['*'],
    });
  });

  test('production limits calls and calls no private address', () => {
    expect(parseEnv(OWN)).toMatchObject({
      production: true,
      RATE_LIMIT_PER_MINUTE: 6000,
      AGENT_SELF_REGISTRATION_PER_HOUR: 20,
      ALLOW_PRIVATE_EXPERIENCE_HOSTS: [],
    });
  });

  test.each(['NEXTAUTH_URL', 'NEXTAUTH_SECRET', 'ENCRYPTION_KEYS', 'IDENTITY_KEY', 'JWT_KEYS'])(
    'production does not start without %s',
    (name) => {
      expect(() => parseEnv({ ...OWN, [name]: '' })).toThrow(`Production needs ${name}`);
    },
  );

  test('hosts are read with ports, wildcards and addresses of IPv6', () => {
    const values = parseEnv({
      ALLOWED_HOSTS: 'botplay.lan, botplay:3000,[::1]:3000',
      ALLOW_PRIVATE_EXPERIENCE_HOSTS: '10.0.0.5:8080,[fd00::1]:80,game_1:8000',
      PUSH_SERVICES: '*.push.example:8443,push.example',
    } as unknown as NodeJS.ProcessEnv);
    expect(values.ALLOWED_HOSTS).toHaveLength(3);
    expect(values.ALLOW_PRIVATE_EXPERIENCE_HOSTS).toHaveLength(3);
    expect(values.PUSH_SERVICES).toHaveLength(2);
    expect(parseEnv({ ALLOWED_HOSTS: '*' } as unknown as NodeJS.ProcessEnv).TRUST_PROXY).toBe(true);
  });

  test('of a production, secrets that can be guessed are named', () => {
    const long = 'a text that nobody guesses in a while';
    expect(findShortSecrets(parseEnv(OWN))).toEqual(['NEXTAUTH_SECRET', 'IDENTITY_KEY']);
    expect(findShortSecrets(parseEnv({ ...OWN, NEXTAUTH_SECRET: long }))).toEqual(['IDENTITY_KEY']);
    expect(findShortSecrets(parseEnv({ ...OWN, BOTPLAY_EMBEDDED: '1' }))).toEqual([]);
  });

  test('production does not start with conformance fixtures', () => {
    expect(() => parseEnv({ ...OWN, CONFORMANCE_FIXTURES: 'true' })).toThrow('refused in production');
  });

  test('names every variable that is wrong', () => {
    expect(() => parseEnv({ PORT: 'http', LOG_LEVEL: 'loud' } as unknown as NodeJS.ProcessEnv)).toThrow(
      /PORT: [\s\S]*LOG_LEVEL: /,
    );
  });

  test.each([
    ['PORT', '80x', 'PORT: must be a whole number from 0 to 65535'],
    ['PORT', '99999', 'PORT: must be a whole number from 0 to 65535'],
    ['LISTEN_ADDRESS', 'botplay.lan', 'LISTEN_ADDRESS: must be an IP address of this machine'],
    ['METRICS_PORT', '3000', 'PORT, METRICS_PORT: set a port of its own for each'],
    ['ARCHIVE_TO', 'https://s3.example/months', 'ARCHIVE_TO: must be a folder or an address like s3://bucket'],
    ['ALLOWED_HOSTS', 'https://botplay.lan', 'ALLOWED_HOSTS: must be hosts like botplay.lan or botplay:3000'],
    ['ALLOW_PRIVATE_EXPERIENCE_HOSTS', 'localhost', 'ALLOW_PRIVATE_EXPERIENCE_HOSTS: must be like 10.0.0.5:8080'],
    ['PUSH_SERVICES', 'https://push.example', 'PUSH_SERVICES: must be hosts like push.example'],
    ['DATABASE_URL', 'postgresql://me:a#b@host/botplay', 'in a password / is written as %2F'],
    ['EXHIBITION', 'maybe', 'EXHIBITION: must be true or false'],
    ['DATABASE_URL', 'mysql://x', 'DATABASE_URL: must be like postgresql://'],
    ['NEXTAUTH_URL', 'botplay.example', 'NEXTAUTH_URL: must be'],
    ['NEXTAUTH_URL', 'https://botplay.example/below', 'without a path'],
    ['ADMIN_EMAILS', 'me', 'ADMIN_EMAILS: must be e-mail addresses'],
    ['GITHUB_ID', 'x', 'GITHUB_ID, GITHUB_SECRET: set all of them or none'],
    ['OIDC_ISSUER', 'https://id.example', 'OIDC_CLIENT_SECRET: set all of them or none'],
  ])('%s=%s is refused in words', (name, value, message) => {
    expect(() => parseEnv({ [name]: value } as unknown as NodeJS.ProcessEnv)).toThrow(message);
  });

  test('a password in an address is not repeated', () => {
    const source = { DATABASE_URL: 'mysql://me:hunter2@x/y' } as unknown as NodeJS.ProcessEnv;
    expect(() => parseEnv(source)).toThrow(/^(?!.*hunter2)[\s\S]*$/);
  });

  test('an origin may end with a slash', () => {
    expect(parseEnv({ ...OWN, NEXTAUTH_URL: 'https://botplay.example/' }).NEXTAUTH_URL).toBe('https://botplay.example');
  });
});
