import { describe, expect, test } from 'vitest';
import { classifyEvent, NEW_READER, readFrom } from './follow';

const event = (id: string, seq: number, audience?: string) => ({ id, seq, audience });

describe('reading a stream', () => {
  test('takes events in order and skips known ones', () => {
    const first = classifyEvent(readFrom('01'), event('02', 7));
    expect(first).toEqual({ kind: 'take', reader: { lastId: '02', seqs: { public: 7 } } });
    if (first.kind !== 'take') throw new Error('not taken');
    expect(classifyEvent(first.reader, event('02', 7))).toEqual({ kind: 'known' });
    expect(classifyEvent(first.reader, event('01', 6))).toEqual({ kind: 'known' });
    expect(classifyEvent(first.reader, event('03', 8)).kind).toBe('take');
  });

  test('reports a gap', () => {
    expect(classifyEvent({ lastId: '02', seqs: { public: 7 } }, event('09', 9))).toEqual({ kind: 'gap' });
  });

  test('accepts any sequence number after a subscription', () => {
    expect(classifyEvent(readFrom('02'), event('09', 9)).kind).toBe('take');
    expect(classifyEvent(NEW_READER, event('09', 9)).kind).toBe('take');
  });

  test('counts each audience separately', () => {
    const reader = { lastId: '05', seqs: { public: 3, omniscient: 9 } };
    expect(classifyEvent(reader, event('06', 10, 'omniscient')).kind).toBe('take');
    expect(classifyEvent(reader, event('06', 4)).kind).toBe('take');
    expect(classifyEvent(reader, event('06', 11, 'omniscient'))).toEqual({ kind: 'gap' });
  });
});
