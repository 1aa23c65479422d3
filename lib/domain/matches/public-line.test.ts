import { expect, test } from 'vitest';
import { publicLine } from './public-line';

const lineOf = (message: string, playerId = 'p:3') => publicLine({ type: 'message_sent', data: { playerId, message } });

test('a message is shown with its speaker, on one line', () => {
  expect(lineOf(' I saw Edgar.\nHe is a wolf. ')).toBe('{2} says: “I saw Edgar. He is a wolf.”');
});

test('words of a player never become the name of another, and long ones are cut', () => {
  expect(lineOf('Ask {0}')).toBe('{2} says: “Ask 0”');
  expect(lineOf('a'.repeat(500))).toBe(`{2} says: “${'a'.repeat(159)}…”`);
});

test('a message without words or speaker has no line, and other events have the line of the platform', () => {
  expect(lineOf(' {} ')).toBeNull();
  expect(lineOf('Hello', 'narrator')).toBeNull();
  expect(publicLine({ type: 'move_made', data: { commentary: '{0} castles.' } })).toBe('{0} castles.');
  expect(publicLine({ type: 'move_made', data: {} })).toBeNull();
});
