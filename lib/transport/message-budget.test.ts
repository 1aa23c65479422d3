import type { Socket } from 'node:net';
import { beforeEach, expect, test } from 'vitest';
import { resetOnce } from '@/lib/core/globals';
import { addressOfUpgrade, findMessageFault, takePacket } from './message-budget';

beforeEach(() => {
  resetOnce('transport.packet_budgets');
  resetOnce('transport.message_budgets');
});

test('an address that sends packets on and on has one too many, and others have theirs', () => {
  const answers = Array.from({ length: 60_000 }, () => takePacket('192.0.2.1'));
  expect(answers.slice(0, 20_000).every((isAccepted) => isAccepted)).toBe(true);
  expect(answers.at(-1)).toBe(false);
  expect(takePacket('192.0.2.2')).toBe(true);
});

test('all addresses of an IPv6 network are one', () => {
  const from = (remoteAddress: string) => addressOfUpgrade({ headers: {}, socket: { remoteAddress } as Socket });
  expect(from('2001:db8::1')).toBe(from('2001:db8::ffff:2'));
  expect(from('2001:db8::1')).not.toBe(from('2001:db8:0:1::1'));
  expect(from('192.0.2.1')).toBe('192.0.2.1');
});

test('large messages of an address have a budget of bytes, small ones have none', () => {
  const faults = Array.from({ length: 40 }, () => findMessageFault('192.0.2.1', `{"text":"${'x'.repeat(60_000)}"}`));
  expect([faults[0], faults.at(-1)]).toEqual([null, 'Too many bytes in large messages.']);
  expect(findMessageFault('192.0.2.1', '{}')).toBeNull();
});
