import { describe, expect, it } from 'vitest';
import { rpcFailure } from './mcp-messages';
import { parseJson } from './text';
import { readToolResult } from './tool-result';

// What servers of different make send for one answer.

const item = (value: unknown) => ({ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) });
const ANSWER = { message: 'You see a door.', legal_moves: ['open'] };

describe('the result of a tool', () => {
  it.each<[string, unknown[], unknown, unknown]>([
    ['one text item with JSON', [item(ANSWER)], undefined, ANSWER],
    ['structuredContent that repeats the text', [item(ANSWER)], ANSWER, ANSWER],
    ['JSON as text in structuredContent.result', [item(ANSWER)], { result: JSON.stringify(ANSWER) }, ANSWER],
    ['words in structuredContent.result', [item('You see a door.')], { result: 'You see a door.' }, 'You see a door.'],
    ['a number in structuredContent.result', [item(5)], { result: 5 }, 5],
    ['a list in structuredContent.result', [item('a'), item('b')], { result: ['a', 'b'] }, ['a', 'b']],
    ['a field that is named result', [item({ result: 'win' })], { result: 'win' }, { result: 'win' }],
    ['another object beside structuredContent', [item(ANSWER)], { ok: true }, { ...ANSWER, ok: true }],
    [
      'words beside structuredContent',
      [item('You see a door.')],
      { ok: true },
      { ok: true, message: 'You see a door.' },
    ],
    ['words that structuredContent says too', [item('Hi')], { text: 'Hi' }, { text: 'Hi' }],
  ])('of %s is read whole', (_, content, structuredContent, value) => {
    expect(readToolResult({ content, structuredContent }).value).toEqual(value);
  });

  it.each<[string, unknown[], unknown, string | null]>([
    ['a text', [item(ANSWER)], undefined, null],
    ['a repeated object', [item(ANSWER)], ANSWER, null],
    ['words', [item('Hi')], { result: 'Hi' }, null],
    ['JSON as text', [item(ANSWER)], { result: JSON.stringify(ANSWER) }, 'wrapped'],
    ['two objects', [item(ANSWER)], { ok: true }, 'scattered'],
  ])('of %s is named by its form', (_, content, structuredContent, form) => {
    expect(readToolResult({ content, structuredContent }).form).toBe(form);
  });

  it('has each value alone among its parts', () => {
    const content = [item({ note: 1 }), item('words'), item({ outcomes: {} })];
    expect(readToolResult({ content, structuredContent: { ok: true } }).parts).toEqual([
      { ok: true },
      { note: 1 },
      'words',
      { outcomes: {} },
    ]);
  });
});

describe('JSON of a server', () => {
  it('keeps every digit of integers beyond 2^53, as text, and changes nothing else', () => {
    const text =
      '{"id":1234567890123456789,"list":[-9007199254740993],"safe":9007199254740991,"text":"1234567890123456789",' +
      '"escaped":"\\"1234567890123456789","real":1000000000000000000.5,"power":1e21,"long":0.1250000000000000000}';
    expect(parseJson(text)).toEqual({
      id: '1234567890123456789',
      list: ['-9007199254740993'],
      safe: 9007199254740991,
      text: '1234567890123456789',
      escaped: '"1234567890123456789',
      real: 1e18,
      power: 1e21,
      long: 0.125,
    });
  });
});

describe('a protocol error', () => {
  it.each([
    [-32603, 'Unknown tool: nope', 'EXPERIENCE_TOOL_NOT_FOUND'],
    [-32603, 'Tool not implemented: nope', 'EXPERIENCE_TOOL_NOT_FOUND'],
    [-32603, 'Tool not found: the hammer is not in your bag', 'EXPERIENCE_ERROR'],
    [-32601, 'Tool nope not found', 'EXPERIENCE_TOOL_NOT_FOUND'],
  ])('%s %s is %s', (code, message, expected) => {
    expect(rpcFailure({ code, message }).code).toBe(expected);
  });
});
