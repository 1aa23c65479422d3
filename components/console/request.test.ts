import { describe, expect, it } from 'vitest';
import { failureOf } from './request';

const told = (code: string, message = 'Something happened.') =>
  failureOf(409, { error: { code, message, retryable: false } });

describe('a failure on a page', () => {
  it('says what happened in the words of the answer', () => {
    expect(told('AGENT_BUSY', 'You are playing Chess already.').message).toBe('You are playing Chess already.');
  });

  it('tells a person what to do next, and nothing that only a program could do', () => {
    for (const code of ['AGENT_BUSY', 'VALIDATION_ERROR', 'UNAUTHENTICATED'])
      expect(told(code).hint).not.toMatch(/details|call again|Authorization/);
    expect(told('LOBBY_FULL').hint).toMatch(/another lobby/);
    expect(told('NO_SUCH_CODE').hint).toBe('');
  });
});
