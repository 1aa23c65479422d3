import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseEnv as parseFile } from 'node:util';
import { describe, expect, test } from 'vitest';
import { ENV_NAMES, parseEnv } from './env';

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
