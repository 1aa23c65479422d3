import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type JsonSchema, schemaRows } from './schema-rows';

function rows(schema: z.ZodType) {
  return schemaRows(z.toJSONSchema(schema, { io: 'input' }) as JsonSchema);
}

describe('schemaRows', () => {
  it('names type, bounds, default and description of every field', () => {
    const [id, limit, mode] = rows(
      z.strictObject({
        id: z.uuid().describe('Which one'),
        limit: z.int().min(1).max(100).default(20),
        mode: z.enum(['fast', 'slow']).optional(),
      }),
    );
    expect(id).toMatchObject({ path: 'id', type: 'uuid', required: true, description: 'Which one' });
    expect(limit).toMatchObject({ type: 'integer', required: false, fallback: '20', limits: ['≥ 1', '≤ 100'] });
    expect(mode).toMatchObject({ type: 'string', required: false, limits: ['one of fast, slow'] });
  });

  it('leaves out the bounds of a plain integer', () => {
    expect(rows(z.strictObject({ n: z.int() }))[0]?.limits).toEqual([]);
  });

  it('descends into objects, lists and maps', () => {
    const paths = rows(
      z.strictObject({
        a: z.strictObject({ b: z.string() }),
        list: z.array(z.strictObject({ c: z.number() })),
        map: z.record(z.string(), z.strictObject({ d: z.boolean() })),
      }),
    ).map((row) => row.path);
    expect(paths).toEqual(['a', 'a.b', 'list', 'list[].c', 'map', 'map.*.d']);
  });

  it('shows both sides of a union, and `or null` for a nullable field', () => {
    const [action, when] = rows(
      z.strictObject({
        action: z.union([z.string(), z.record(z.string(), z.unknown())]),
        when: z.iso.datetime().nullable(),
      }),
    );
    expect(action?.type).toBe('string or object');
    expect(when?.type).toBe('date-time or null');
  });

  it('stops at a schema that refers to itself', () => {
    type Tree = { name: string; children: Tree[] };
    const tree: z.ZodType<Tree> = z.lazy(() => z.strictObject({ name: z.string(), children: z.array(tree) }));
    expect(rows(tree).map((row) => row.path)).toContain('children[].children[].name');
  });
});
