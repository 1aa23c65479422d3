import { expect, test } from 'vitest';
import { resetOnce } from '@/lib/core/globals';
import { addressBlock, clientAddress } from './client-address';

function trustProxy(words: string): void {
  process.env.ALLOWED_HOSTS = words;
  resetOnce('env');
}

test('X-Forwarded-For counts only when a proxy is configured, and then its last entry', () => {
  const request = { peer: '::ffff:10.0.0.1', forwardedFor: '6.6.6.6, 203.0.113.7' };
  trustProxy('');
  expect(clientAddress(request)).toBe('10.0.0.1');
  trustProxy('*');
  expect(clientAddress(request)).toBe('203.0.113.7');
  expect(clientAddress({ peer: '10.0.0.1', forwardedFor: null })).toBe('10.0.0.1');
  expect(clientAddress({})).toBe('unknown');
});

test.each([
  ['203.0.113.7:51234', '203.0.113.7'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
])('%s of a proxy that writes ports is the address %s', (forwardedFor, address) => {
  trustProxy('*');
  expect(clientAddress({ peer: '10.0.0.1', forwardedFor })).toBe(address);
});

test.each([
  ['10.0.0.1', '10.0.0.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
])('%s counts as %s', (address, block) => {
  expect(addressBlock(address)).toBe(block);
});
