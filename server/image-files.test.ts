import fs from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

// Dockerfile and compose.yaml, as their readers run it.

test('a container of the image may start for longer than a migration tries to get its locks', () => {
  const [, seconds] = /^HEALTHCHECK .*--start-period=(\d+)s/m.exec(fs.readFileSync('Dockerfile', 'utf8')) ?? [];
  const [, minutes] =
    /^const MAX_TRYING_MS = (\d+) \* 60_000;$/m.exec(fs.readFileSync('lib/data/migrate.ts', 'utf8')) ?? [];
  expect(Number(seconds)).toBeGreaterThan(Number(minutes) * 60);
});

test('the port that compose.yaml publishes is the one at which the product listens, whatever .env has', () => {
  const { environment, ports } = parse(fs.readFileSync('compose.yaml', 'utf8')).services.botplay;
  expect(environment).toMatchObject({ PORT: 3000, LISTEN_ADDRESS: '' });
  expect(ports).toEqual([expect.stringMatching(/:3000$/)]);
});
