import { describe, expect, it } from 'vitest';
import { readLoginOutcome } from './login-outcome';

describe('the answer to a registration or a login', () => {
  it.each<[string, unknown]>([
    ['refused', { ok: false, error: 'Wrong password.' }],
    ['refused', { success: false }],
    ['refused', { error: { code: 'taken' } }],
    ['refused', { error: 'Name is taken' }],
    ['refused', { status: 'failed', username: 'ada' }],
    ['refused', { message: 'That name already exists.' }],
    ['refused', 'Invalid password'],
    ['refused', 'Sorry, no such player.'],
    ['refused', 'We could not log you in.'],
    ['confirmed', { ok: true, message: 'Wrong turns are punished here.' }],
    ['confirmed', { status: 'registered' }],
    ['confirmed', { welcome: 'ada', session_token: 'abc', hint: 'Never log in wrong.' }],
    ['confirmed', { error: null, success: true }],
    ['unclear', 'Hello Ada.'],
    ['unclear', { welcome: 'ada' }],
    ['unclear', { error: null, welcome: 'ada' }],
  ])('is %s for %j', (outcome, answer) => {
    expect(readLoginOutcome([answer])).toBe(outcome);
  });
});
