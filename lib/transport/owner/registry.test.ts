import { describe, expect, test } from 'vitest';
import { loosePaths, schemaOf, undescribed } from '@/lib/tools/testing/walk-schema';
import { ROUTES } from './routes';

describe.each(ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', (_name, route) => {
  test('answers an object, and describes every field of it', () => {
    expect(schemaOf(route.output).type).toBe('object');
    expect(undescribed(schemaOf(route.output))).toEqual([]);
  });

  test('refuses unknown arguments at any depth, and describes the known ones', () => {
    for (const schema of [route.body, route.query]) {
      if (!schema) continue;
      expect(loosePaths(schemaOf(schema))).toEqual([]);
      expect(undescribed(schemaOf(schema))).toEqual([]);
      expect(schema.safeParse({ ...(route.example as object), no_such_argument: 1 }).success).toBe(false);
    }
  });

  test('accepts its example, which shows the body', () => {
    if (!route.body) return;
    expect(route.body.safeParse(route.example)).toMatchObject({ success: true });
  });
});
