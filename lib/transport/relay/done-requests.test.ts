import { expect, test } from 'vitest';
import { DoneRequests } from './done-requests';

const request = (id: string, itemId = 'a') => ({
  id,
  type: 'tool.call',
  payload: { toolName: 'pick', params: { itemId } },
});

test('knows a request of the same member with the same id and content, and no other one', () => {
  const done = new DoneRequests();
  done.add('one', request('1'));
  expect(done.has('one', request('1'))).toBe(true);
  expect(done.has('two', request('1'))).toBe(false);
  expect(done.has('one', request('2'))).toBe(false);
  expect(done.has('one', request('1', 'b'))).toBe(false);
  expect(done.has('one', { ...request('1'), type: 'agent.message' })).toBe(false);
});

test('forgets a member when asked, and the oldest of many requests', () => {
  const done = new DoneRequests();
  for (let id = 0; id <= 256; id++) done.add('one', request(String(id)));
  expect([done.has('one', request('0')), done.has('one', request('1'))]).toEqual([false, true]);
  done.add('one', request('1'));
  done.add('one', request('new'));
  expect([done.has('one', request('1')), done.has('one', request('2'))]).toEqual([true, false]);
  done.forget('one');
  expect(done.has('one', request('1'))).toBe(false);
});
