import { describe, expect, it } from 'vitest';
import { argumentFields, readArguments } from './tool-arguments';

const SCHEMA = {
  type: 'object',
  required: ['name', 'action'],
  properties: {
    name: { type: 'string', description: 'Of the agent' },
    count: { type: ['integer', 'null'], default: 3 },
    role: { enum: ['host', 'player'] },
    fast: { type: 'boolean' },
    action: { description: 'A text or an object' },
  },
};

const fieldsOf = (schema: unknown) => argumentFields(schema) ?? [];

describe('the inputs of a tool', () => {
  it('follow the types of its JSON Schema', () => {
    expect(fieldsOf(SCHEMA).map(({ name, input, isRequired, initial }) => [name, input, isRequired, initial])).toEqual([
      ['name', 'text', true, ''],
      ['count', 'number', false, '3'],
      ['role', 'choice', false, ''],
      ['fast', 'choice', false, ''],
      ['action', 'json', true, ''],
    ]);
  });

  it.each([[null], ['text'], [{}], [{ properties: {} }], [{ properties: [] }], [true]])(
    'are one JSON object for %j',
    (schema) => {
      expect(argumentFields(schema)).toBeNull();
    },
  );

  it('read values of every type, use defaults, and leave empty ones out', () => {
    const values = { name: '5', role: '"host"', fast: 'true', action: '{"guess": 5}' };
    expect(readArguments(fieldsOf(SCHEMA), new Map(Object.entries(values)))).toEqual({
      arguments: { name: '5', count: 3, role: 'host', fast: true, action: { guess: 5 } },
    });
    expect(readArguments(fieldsOf(SCHEMA), new Map([['count', ' ']]))).toEqual({ arguments: {} });
  });

  it('name the fault of each input', () => {
    const values = new Map([
      ['count', '"5"'],
      ['action', 'guess 5'],
    ]);
    const read = readArguments(fieldsOf(SCHEMA), values);
    expect('faults' in read && [...read.faults.keys()]).toEqual(['count', 'action']);
  });

  it('keep an argument of the name __proto__', () => {
    const fields = fieldsOf(JSON.parse('{"properties": {"__proto__": {"type": "string"}}}'));
    const read = readArguments(fields, new Map([['__proto__', 'x']]));
    expect(JSON.stringify(read)).toBe('{"arguments":{"__proto__":"x"}}');
  });
});
