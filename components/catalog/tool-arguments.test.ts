import { describe, expect, it } from 'vitest';
import {
  type ArgumentField,
  type ArgumentTexts,
  argumentFields,
  idsIn,
  itemsOf,
  readArguments,
  startWithIds,
  textsOf,
  withoutItem,
} from './tool-arguments';

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

const WORLD = {
  type: 'object',
  required: ['size'],
  $defs: {
    town: { type: 'object', required: ['name'], properties: { name: { type: 'string' }, people: { type: 'integer' } } },
  },
  properties: {
    size: {
      type: 'object',
      properties: { width: { type: 'integer', minimum: 1, maximum: 100, default: 20 }, height: { type: 'number' } },
    },
    tags: { type: 'array', items: { type: 'string' }, default: ['quiet'] },
    towns: { type: 'array', items: { $ref: '#/$defs/town' } },
    seed: { anyOf: [{ type: 'number' }, { type: 'null' }], description: 'Any.' },
    grid: { type: 'array', items: { type: 'array', items: { type: 'string' } } },
  },
};

const fieldsOf = (schema: unknown) => argumentFields(schema) ?? [];
const texts = (values: Record<string, string>): ArgumentTexts => new Map(Object.entries(values));
const field = (name: string) => fieldsOf(WORLD).find((one) => one.name === name) as ArgumentField;

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

  it('are nested as the schema is, through references and alternatives to null', () => {
    expect(fieldsOf(WORLD).map(({ name, input }) => [name, input])).toEqual([
      ['size', 'object'],
      ['tags', 'list'],
      ['towns', 'list'],
      ['seed', 'number'],
      ['grid', 'list'],
    ]);
    const { fields } = field('size');
    expect(fields[0]).toMatchObject({ pointer: '/size/width', initial: '20', description: 'a whole number, 1 to 100' });
    expect(
      field('towns')
        .itemAt(0)
        .fields.map(({ pointer }) => pointer),
    ).toEqual(['/towns/0/name', '/towns/0/people']);
    expect(field('grid').itemAt(0).input).toBe('json');
  });

  it.each([[null], ['text'], [{}], [{ properties: {} }], [{ properties: [] }], [true]])(
    'are one JSON object for %j',
    (schema) => {
      expect(argumentFields(schema)).toBeNull();
    },
  );

  it('end in a schema that contains itself, and in one of very many parts', () => {
    const node = { type: 'object', properties: { next: { $ref: '#/$defs/node' } } };
    let deepest: ArgumentField | undefined = fieldsOf({ $defs: { node }, ...node })[0];
    while (deepest?.fields[0]) deepest = deepest.fields[0];
    expect(deepest?.input).toBe('json');
    let wide: Record<string, unknown> = { type: 'string' };
    for (let depth = 0; depth < 4; depth++) {
      const part = wide;
      wide = {
        type: 'object',
        properties: Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`p${at}`, part])),
      };
    }
    const count = (fields: readonly ArgumentField[]): number =>
      fields.reduce((sum, { fields: parts }) => sum + 1 + count(parts), 0);
    expect(count(fieldsOf(wide))).toBeLessThan(300);
  });

  it('read values of every type, use defaults, and leave empty ones out', () => {
    const values = { '/name': '5', '/role': '"host"', '/fast': 'true', '/action': '{"guess": 5}' };
    expect(readArguments(fieldsOf(SCHEMA), texts(values))).toEqual({
      arguments: { name: '5', count: 3, role: 'host', fast: true, action: { guess: 5 } },
    });
    expect(readArguments(fieldsOf(SCHEMA), texts({ '/count': ' ' }), { isStrict: false })).toEqual({ arguments: {} });
  });

  it('read objects and lists', () => {
    const values = { '/size/height': '5', '/towns': '2', '/towns/0/name': 'Ur', '/towns/1/name': 'Ki', '/tags': '0' };
    expect(readArguments(fieldsOf(WORLD), texts(values))).toEqual({
      arguments: { size: { width: 20, height: 5 }, towns: [{ name: 'Ur' }, { name: 'Ki' }] },
    });
    expect(readArguments(fieldsOf(WORLD), new Map())).toEqual({ arguments: { size: { width: 20 }, tags: ['quiet'] } });
  });

  it('lose one item of a list, and those behind it move forward', () => {
    const three = texts({ '/towns': '3', '/towns/0/name': 'Ur', '/towns/1/name': 'Kish', '/towns/2/people': '9' });
    const left = withoutItem(field('towns'), three, 1);
    expect(itemsOf(field('towns'), left)).toHaveLength(2);
    const read = readArguments([field('towns')], left, { isStrict: false });
    expect(read).toEqual({ arguments: { towns: [{ name: 'Ur' }, { people: 9 }] } });
  });

  it('say again what was read from JSON, or that they cannot', () => {
    const values = { size: { height: 2 }, tags: [], towns: [{ name: 'Ur', people: 1 }], seed: 0.5, grid: [['a']] };
    const written = textsOf(fieldsOf(WORLD), values);
    const { tags: _left, ...rest } = values;
    expect(written && readArguments(fieldsOf(WORLD), written)).toEqual({ arguments: rest });
    expect(textsOf(fieldsOf(WORLD), { size: {}, other: 1 })).toBeNull();
    expect(textsOf(fieldsOf(WORLD), { size: 5 })).toBeNull();
  });

  it('name the fault of each input', () => {
    const read = readArguments(fieldsOf(SCHEMA), texts({ '/name': 'a', '/count': '"5"', '/action': 'guess 5' }));
    expect('faults' in read && [...read.faults.keys()]).toEqual(['/count', '/action']);
    const grid = readArguments(fieldsOf(WORLD), texts({ '/grid': '1' }));
    expect('faults' in grid && [...grid.faults.keys()]).toEqual(['/grid/0']);
  });

  it('name what is required and left out, in items of a list too, and nothing inside of what is left out', () => {
    const schema = {
      required: ['mode', 'towns'],
      properties: {
        mode: { enum: ['fast', 'slow'] },
        towns: {
          type: 'array',
          items: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
        },
        place: { type: 'object', required: ['x'], properties: { x: { type: 'number' }, y: { type: 'number' } } },
      },
    };
    const faultsOf = (values: Record<string, string>) => {
      const read = readArguments(fieldsOf(schema), texts(values));
      return 'faults' in read ? [...read.faults.keys()] : [];
    };
    expect(faultsOf({ '/towns': '1' })).toEqual(['/mode', '/towns/0/name']);
    expect(faultsOf({ '/mode': '"fast"', '/place/y': '1' })).toEqual(['/place/x']);
    expect(faultsOf({ '/mode': '"fast"' })).toEqual([]);
  });

  it('begin with the only option of what is required', () => {
    const schema = { required: ['kind'], properties: { kind: { const: 'move' }, other: { const: 'x' } } };
    expect(readArguments(fieldsOf(schema), new Map())).toEqual({ arguments: { kind: 'move' } });
  });

  it('begin with the ids of earlier calls, where they have no default', () => {
    const id = { type: 'string' };
    const schema = { properties: { session_id: id, match_id: { ...id, default: 'm' }, round_id: { type: 'number' } } };
    const ids = idsIn({ session_id: 'old', match_id: 'x' }, { session_id: 's1', round_id: 'r', count_id: 5 }, null);
    expect([...ids]).toEqual([
      ['session_id', 's1'],
      ['match_id', 'x'],
      ['round_id', 'r'],
    ]);
    expect([...startWithIds(fieldsOf(schema), ids)]).toEqual([['/session_id', 's1']]);
  });

  it('keep an argument of the name __proto__, and names with slashes apart', () => {
    const fields = fieldsOf(JSON.parse('{"properties": {"__proto__": {"type": "string"}, "a/b": {"type": "string"}}}'));
    const read = readArguments(fields, texts({ '/__proto__': 'x', '/a~1b': 'y' }));
    expect(JSON.stringify(read)).toBe('{"arguments":{"__proto__":"x","a/b":"y"}}');
  });
});
