import { describe, expect, test } from 'vitest';
import type { MatchEvent } from '@/components/match/types';
import type { SnapshotPlayer } from '@/lib/domain/matches';
import {
  FIRST_SCENE,
  opinionsOf,
  readTranscript,
  type Scene,
  sceneAt,
  tallyOf,
  topAccusations,
  type WerewolfTranscript,
} from '@/lib/games/werewolf/transcript';
import { headlineOf } from './headline';
import { describeLine, describeMoment } from './words';

const NAMES = ['Nova', 'Ada', 'Zoe', 'Kai', 'Milo', 'Iris', 'Otto', 'Vera'];
const PLAYERS: SnapshotPlayer[] = NAMES.map((display_name, seat) => ({
  seat,
  seat_name: `p:${seat + 1}`,
  kind: 'agent',
  display_name,
  agent_id: display_name,
  strength: null,
  is_guest: false,
  elo: null,
  provisional: false,
  elo_after: null,
}));
const ROLES = ['SEER', 'VILLAGER', 'WEREWOLF', 'VILLAGER', 'DOCTOR', 'WEREWOLF', 'VILLAGER', 'VILLAGER'];

type NewEvent = [type: string, data: Record<string, unknown>];

/** Events in order, a second apart. */
const numbered = (events: readonly NewEvent[]): MatchEvent[] =>
  events.map(
    ([type, data], index): MatchEvent => ({
      id: String(index).padStart(26, '0'),
      type,
      at: new Date(Date.UTC(2026, 0, 1, 0, 0, index)).toISOString(),
      data,
    }),
  );

const read = (...events: NewEvent[]): WerewolfTranscript => readTranscript(numbered(events), NAMES);

const phase = (to: string, dayNumber: number, phaseMs: number | null = 45_000): NewEvent => [
  'phase_changed',
  { to, dayNumber, phaseMs },
];
const say = (seat: number, message: string): NewEvent => [
  'message_sent',
  { playerId: `p:${seat}`, kind: 'DISCUSSION', message },
];
const vote = (voter: number, target: number | null): NewEvent => [
  'vote_cast',
  {
    dayNumber: 1,
    voterPlayerId: `p:${voter}`,
    targetPlayerId: target === null ? null : `p:${target}`,
    reason: null,
  },
];
const out = (seat: number, cause: string): NewEvent => [
  'player_eliminated',
  { playerId: `p:${seat}`, roleRevealed: ROLES[seat - 1], cause },
];

const DAY_ONE = [
  phase('NIGHT', 0),
  phase('DAY_ANNOUNCE', 1),
  ['night_resolved', { killedPlayerId: 'p:8', savedByDoctor: false }],
  out(8, 'NIGHT'),
  phase('DAY_DISCUSSION', 1),
  say(3, 'I am the seer. p:1 is a werewolf.'),
  say(1, 'I am the seer, and I suspect p:3.'),
  say(5, 'p:2 is not a werewolf, I trust p:2.'),
  phase('DAY_VOTE', 1),
  vote(3, 1),
  vote(1, 3),
  vote(2, 1),
  vote(2, 3),
] as NewEvent[];

const headlineAt = (scene: Scene) => headlineOf(scene, topAccusations(scene), PLAYERS);
const headline = (...events: NewEvent[]) => headlineAt(sceneAt(read(...events), null));

describe('the transcript of a match', () => {
  test('has a line for each event, with names, and a scene after each line', () => {
    const transcript = read(...DAY_ONE);
    expect(transcript.scenes).toHaveLength(transcript.lines.length);
    const first = transcript.lines.filter(({ turn }) => turn === 1);
    expect(first.map((line) => describeLine(line, PLAYERS))).toEqual(['I am the seer. Nova is a werewolf.']);
    const last = sceneAt(transcript, null);
    expect(last).toMatchObject({ phase: 'DAY_VOTE', day: 1 });
    expect(last.alive.filter(Boolean)).toHaveLength(7);
    expect(last.roles[7]).toBe('VILLAGER');
    expect(tallyOf(last)[0]).toEqual([2, [0, 1]]);
    expect(sceneAt(transcript, 0)).toMatchObject({ phase: 'NIGHT', day: 0 });
    expect(sceneAt({ scenes: [] }, null)).toBe(FIRST_SCENE);
  });

  test('keeps the votes of a day until the next vote begins', () => {
    const night = [...DAY_ONE, phase('DAY_RESOLUTION', 1), phase('NIGHT', 1)];
    expect(tallyOf(sceneAt(read(...night), null))).not.toEqual([]);
    expect(sceneAt(read(...night), null).voteDay).toBe(1);
    const next = sceneAt(read(...night, phase('DAY_VOTE', 2)), null);
    expect(tallyOf(next)).toEqual([]);
    expect(next.voteDay).toBe(2);
  });

  test('gives a moment the same number in the view that shows secrets, and says the choice of a wolf once', () => {
    const events = numbered([
      phase('NIGHT', 0),
      ['target_chosen', { byPlayerId: 'p:3', targetPlayerId: 'p:8' }],
      ['pack_target_chosen', { byPlayerId: 'p:3', targetPlayerId: 'p:8' }],
      phase('DAY_ANNOUNCE', 1),
      say(1, 'Good morning.'),
    ]);
    const secret = events.map((event, index) =>
      index === 1 || index === 2 ? { ...event, audience: 'seat:2' } : event,
    );
    const stepsOf = (one: readonly MatchEvent[]) =>
      readTranscript(one, NAMES).lines.map((line) => [line.publicStep, describeLine(line, PLAYERS)]);
    expect(stepsOf(events.filter((_, index) => index !== 1 && index !== 2))).toEqual([
      [0, 'Night 1'],
      [1, 'Morning, day 1'],
      [2, 'Good morning.'],
    ]);
    expect(stepsOf(secret)).toEqual([
      [0, 'Night 1'],
      [0, 'chooses Vera as the victim'],
      [1, 'Morning, day 1'],
      [2, 'Good morning.'],
    ]);
  });

  test('joins an answer to what it answers, and what an agent thought to its words', () => {
    const events = numbered([
      phase('DAY_DISCUSSION', 1),
      say(1, 'Who are you, p:3?'),
      [
        'message_sent',
        { playerId: 'p:3', kind: 'DISCUSSION', message: 'A villager.', replyToEventId: '00000000000000000000000001' },
      ],
      ['move_noted', { seat: 2, note: 'p:1 is a danger.' }],
    ]).map((event) => (event.type === 'move_noted' ? { ...event, audience: 'spectators' } : event));
    const transcript = readTranscript(events, NAMES);
    expect(sceneAt(transcript, null).lastMessage).toMatchObject({ seat: 2, answers: 0 });
    const note = transcript.lines.at(-1);
    expect(note).toMatchObject({ kind: 'note', seat: 2, publicStep: 2 });
    expect(note && describeLine(note, PLAYERS)).toBe('Nova is a danger.');
  });

  test('knows who suspects, defends and votes for whom today', () => {
    const opinions = opinionsOf(sceneAt(read(...DAY_ONE), null)).map(({ from, to, kind, voted }) => [
      from,
      to,
      kind,
      voted,
    ]);
    expect(opinions).toContainEqual([2, 0, 'suspects', true]);
    expect(opinions).toContainEqual([4, 1, 'defends', false]);
    expect(opinions).toContainEqual([1, 2, 'suspects', true]);
  });

  test('ignores events of unknown types', () => {
    expect(read(['something_new', { message: 'p:1' }]).lines).toEqual([]);
  });
});

describe('the headline', () => {
  test('says who is accused, by whom and why', () => {
    expect(headline(...DAY_ONE.slice(0, 6))).toEqual({
      now: 'Day 1. 7 players discuss who is a werewolf.',
      why: 'Nova is accused by Zoe: “I am the seer. Nova is a werewolf.”',
    });
  });

  test('says how the vote stands, and why', () => {
    expect(headline(...DAY_ONE.slice(0, 11)).why).toMatch(
      /^(Nova and Zoe|Zoe and Nova) are level with 1 vote; on a tie nobody is out/,
    );
    expect(headline(...DAY_ONE)).toEqual({
      now: 'Day 1. 3 of 7 have voted.',
      why: 'Zoe leads with 2 votes. Nova: “I am the seer, and I suspect Zoe.”',
    });
  });

  test('says the result of a night and of a vote', () => {
    expect(headline(...DAY_ONE.slice(0, 4)).why).toBe('Vera was killed in the night, and was a villager.');
    const saved = headline(
      phase('DAY_ANNOUNCE', 1),
      ['night_resolved', { killedPlayerId: null, savedByDoctor: true }],
      ['narrated', { message: 'Morning.' }],
    );
    expect(saved.why).toContain('the doctor protected');
    const verdict = headline(...DAY_ONE, phase('DAY_RESOLUTION', 1), out(3, 'VOTE'));
    expect(verdict.why).toBe('Zoe is out, and was a werewolf. Last words: “I am the seer. Nova is a werewolf.”');
  });
});

test('key moments have names and lead to their lines', () => {
  const { lines, moments } = read(...DAY_ONE);
  const death = moments.find(({ kind }) => kind === 'DEATH');
  expect(death && describeMoment(death, PLAYERS)).toBe('Vera is killed at night: a villager');
  expect(lines[death?.step ?? -1]).toMatchObject({ kind: 'death', seat: 7 });
  const flip = moments.find(({ kind }) => kind === 'VOTE_FLIP');
  expect(flip?.step).toBe(lines.length - 1);
  expect(flip && describeMoment(flip, PLAYERS)).toBe('Ada changes the vote from Nova to Zoe');
});
