import { describe, expect, test } from 'vitest';
import { NEW_READER, read, readFrom } from './event-reader';

const event = (id: string, seq: number, audience?: string) => ({ id, seq, audience });

describe('reading a stream', () => {
  test('takes events in order and skips known ones', () => {
    const first = read(readFrom('01'), event('02', 7));
    expect(first).toEqual({ kind: 'take', reader: { lastId: '02', seqs: { public: 7 } } });
    if (first.kind !== 'take') throw new Error('not taken');
    expect(read(first.reader, event('02', 7))).toEqual({ kind: 'known' });
    expect(read(first.reader, event('01', 6))).toEqual({ kind: 'known' });
    expect(read(first.reader, event('03', 8)).kind).toBe('take');
  });

  test('reports a gap', () => {
    expect(read({ lastId: '02', seqs: { public: 7 } }, event('09', 9))).toEqual({ kind: 'gap' });
  });

  test('accepts any sequence number after a subscription', () => {
    expect(read(readFrom('02'), event('09', 9)).kind).toBe('take');
    expect(read(NEW_READER, event('09', 9)).kind).toBe('take');
  });

  test('counts each audience separately', () => {
    const reader = { lastId: '05', seqs: { public: 3, omniscient: 9 } };
    expect(read(reader, event('06', 10, 'omniscient')).kind).toBe('take');
    expect(read(reader, event('06', 4)).kind).toBe('take');
    expect(read(reader, event('06', 11, 'omniscient'))).toEqual({ kind: 'gap' });
  });
});
