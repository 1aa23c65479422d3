import fs from 'node:fs';
import { expect, test } from 'vitest';

// Dockerfile, as its readers run it.

test('a container of the image may start for longer than a migration tries to get its locks', () => {
  const [, seconds] = /^HEALTHCHECK .*--start-period=(\d+)s/m.exec(fs.readFileSync('Dockerfile', 'utf8')) ?? [];
  const [, minutes] =
    /^const MAX_TRYING_MS = (\d+) \* 60_000;$/m.exec(fs.readFileSync('lib/data/migrate.ts', 'utf8')) ?? [];
  expect(Number(seconds)).toBeGreaterThan(Number(minutes) * 60);
});
