import { expect, test } from 'vitest';
import { describeStep, timeSinceStart } from './step-words';

const step = (type: string, payload: Record<string, unknown>, label: string | null = null) => ({
  event_index: 0,
  at: '',
  type,
  payload,
  label,
});

test('a step of a study says what the agent called and why, and what went wrong', () => {
  const called = { toolName: 'select', params: { itemId: 'm1' }, reason: 'The best one.', ok: true };
  expect(describeStep(step('tool.called', called))).toEqual({
    actor: 'agent',
    title: 'select m1',
    text: 'The best one.',
    isFailed: false,
  });
  expect(describeStep(step('tool.called', called, 'Chose The Tide Clock')).title).toBe('Chose The Tide Clock');
  const failed = { ...called, ok: false, error: { code: 'INVALID_PARAMS', message: 'itemId: unknown' } };
  expect(describeStep(step('tool.called', failed))).toMatchObject({
    text: 'The best one. — itemId: unknown',
    isFailed: true,
  });
});

test('names what the person did, and steps of an unknown type', () => {
  expect(describeStep(step('user.action', { action: { toolName: 'next', params: {} } }))).toMatchObject({
    actor: 'person',
    title: 'next',
  });
  expect(describeStep(step('constructor', {}))).toMatchObject({ actor: 'session', title: 'constructor' });
});

test('counts from the start of the session', () => {
  expect(timeSinceStart('2026-02-13T10:00:00.000Z', '2026-02-13T10:01:05.400Z')).toBe('1:05');
});
