import { beforeEach, expect, test } from 'vitest';
import { resetOnce } from '@/lib/core/globals';
import { isOwnOrigin } from './hosts';

function configure(variables: Record<string, string>): void {
  Object.assign(process.env, { NEXTAUTH_URL: '', ALLOWED_HOSTS: '', TRUST_PROXY: '', ...variables });
  resetOnce('env');
  resetOnce('transport.hosts');
}
beforeEach(() => configure({}));

test.each([
  ['http://localhost:3000', 'localhost:3000'],
  ['http://127.0.0.1:3000', 'localhost:3000'],
  ['http://localhost:3000', '[::1]:3000'],
  ['http://192.168.1.20:3000', '192.168.1.20:3000'],
  ['https://botplay.example', 'botplay.example'],
  ['https://botplay.example', 'botplay.example:443'],
  ['http://botplay.example', 'botplay.example:80'],
])('a page of %s is ours at %s', (origin, host) => {
  expect(isOwnOrigin(origin, host)).toBe(true);
});

test.each([
  ['http://localhost:3001', 'localhost:3000'],
  ['http://127.0.0.1:3001', 'localhost:3000'],
  ['http://localhost:3000.evil.example', 'localhost:3000'],
  ['http://192.168.1.21:3000', '192.168.1.20:3000'],
  ['http://evil.example', 'localhost:3000'],
  ['null', 'localhost:3000'],
  ['', 'localhost:3000'],
  ['file://', 'localhost:3000'],
  ['javascript://localhost:3000', 'localhost:3000'],
])('a page of %s is not ours at %s', (origin, host) => {
  expect(isOwnOrigin(origin, host)).toBe(false);
});

test('a page of a configured host is ours whatever Host the request carries', () => {
  configure({ NEXTAUTH_URL: 'https://botplay.example', ALLOWED_HOSTS: 'botplay.lan:3000' });
  expect(isOwnOrigin('https://botplay.example', 'app:3000')).toBe(true);
  expect(isOwnOrigin('http://botplay.lan:3000', 'app:3000')).toBe(true);
  expect(isOwnOrigin('http://botplay.lan:3001', 'app:3000')).toBe(false);
});

test('every site being served does not make every page ours', () => {
  configure({ ALLOWED_HOSTS: '*' });
  expect(isOwnOrigin('https://evil.example', 'botplay.example')).toBe(false);
});
