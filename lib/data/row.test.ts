import fs from 'node:fs/promises';
import { expect, expectTypeOf, test } from 'vitest';
import type { Fields, Row } from './row';

test('every column of schema.prisma is the snake_case form of its field, as Row assumes', async () => {
  const schema = await fs.readFile('prisma/schema.prisma', 'utf8');
  const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const scalar = /^(String|Int|BigInt|Float|Boolean|DateTime|Json|Bytes)\b/;
  const wrong = schema.split('\n').flatMap((line) => {
    const [field = '', type = ''] = line.trim().split(/\s+/);
    if (!scalar.test(type)) return [];
    const column = /[^@]@map\("([^"]+)"\)/.exec(line)?.[1] ?? field;
    return column === snakeCase(field) ? [] : [`${field}: ${column}`];
  });
  expect(wrong).toEqual([]);
});

test('a row has the types that the pool returns', () => {
  expectTypeOf<Row<'Match', 'id' | 'move_time_ms' | 'ended_at'>>().toEqualTypeOf<{
    id: string;
    move_time_ms: number | null;
    ended_at: Date | null;
  }>();
  expectTypeOf<Row<'Experience', 'rank' | 'tags' | 'manifest'>>().toEqualTypeOf<{
    rank: number;
    tags: string[];
    manifest: unknown;
  }>();
  expectTypeOf<Row<'Match', 'status', { status: 'active' | 'completed' }>>().toEqualTypeOf<{
    status: 'active' | 'completed';
  }>();
  expectTypeOf<Fields<'Match', 'id' | 'moveTimeMs' | 'status', { status: 'active' }>>().toEqualTypeOf<{
    id: string;
    moveTimeMs: number | null;
    status: 'active';
  }>();
  // @ts-expect-error: the table has no such column
  expectTypeOf<Row<'Match', 'nickname'>>();
});
