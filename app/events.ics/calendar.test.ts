import { expect, test } from 'vitest';
import { formatCalendar } from './calendar';

const EVENT = {
  event_id: '0199a3c0-6d2e-7c10-8f4b-2b7f0c1d9e07',
  experience_name: 'Chess',
  starts_at: '2026-12-01T18:00:00.000Z',
  description: null,
  rsvp_count: 2,
  status: 'scheduled',
  game_session_id: null,
  created_at: '2026-11-20T10:00:00.000Z',
} as const;
const AT = new Date('2026-11-21T09:30:00Z');

/** The properties of the first event, with folded lines joined. */
function propertiesOf(text: string): Map<string, string> {
  const unfolded = text.replaceAll('\r\n ', '');
  const body = unfolded.slice(unfolded.indexOf('BEGIN:VEVENT'), unfolded.indexOf('\r\nEND:VEVENT'));
  return new Map(body.split('\r\n').map((line) => [line.split(/[:;]/)[0] ?? '', line.slice(line.indexOf(':') + 1)]));
}

test('an event has a stable id, its time in UTC and a link', () => {
  const text = formatCalendar([EVENT], 'https://botplay.example', AT);
  expect(text.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n')).toBe(true);
  const event = propertiesOf(text);
  expect(event.get('UID')).toBe(`${EVENT.event_id}@botplay`);
  expect(event.get('DTSTAMP')).toBe('20261121T093000Z');
  expect(event.get('DTSTART')).toBe('20261201T180000Z');
  expect(event.get('DTEND')).toBe('20261201T190000Z');
  expect(event.get('SUMMARY')).toBe('Chess');
  expect(event.get('URL')).toBe('https://botplay.example/events');
  expect(event.get('DESCRIPTION')).toBe('2 players come.');
});

test('an event that changed has the next sequence number, and a cancelled one says so', () => {
  const propertiesIn = (status: 'scheduled' | 'open' | 'cancelled') =>
    propertiesOf(formatCalendar([{ ...EVENT, status }], 'https://b.example', AT));
  expect(propertiesIn('scheduled').get('SEQUENCE')).toBe('0');
  expect(propertiesIn('scheduled').get('STATUS')).toBe('CONFIRMED');
  expect(propertiesIn('open').get('SEQUENCE')).toBe('1');
  expect(propertiesIn('open').get('STATUS')).toBe('CONFIRMED');
  expect(propertiesIn('cancelled').get('SEQUENCE')).toBe('1');
  expect(propertiesIn('cancelled').get('STATUS')).toBe('CANCELLED');
  expect(propertiesIn('cancelled').get('DESCRIPTION')).toBe('Cancelled.');
});

test('an open lobby is linked, and the words of an agent cannot add a property or an event', () => {
  const hostile = 'Come;\r\nEND:VEVENT\r\nBEGIN:VEVENT\nURL:https://evil.example';
  const text = formatCalendar(
    [{ ...EVENT, description: hostile, rsvp_count: 1, game_session_id: 'g' }],
    'https://b.example',
    AT,
  );
  expect(text.match(/^BEGIN:VEVENT/gm)).toHaveLength(1);
  expect(text).not.toMatch(/^URL:https:\/\/evil/m);
  expect(propertiesOf(text).get('URL')).toBe('https://b.example/matches/g');
  expect(propertiesOf(text).get('DESCRIPTION')).toContain('1 player comes.\\nIn the words of who planned it');
});

test('a calendar without events is valid', () => {
  const text = formatCalendar([], 'https://b.example', AT);
  expect(text).not.toContain('VEVENT');
  expect(text.trimEnd().endsWith('END:VCALENDAR')).toBe(true);
});
