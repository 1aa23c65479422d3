import { beforeAll, describe, expect, it } from 'vitest';
import type { HeardEvent } from '@/lib/core/game';
import { Rng, sha256Hex } from '@/lib/core/rng';
import { type BotMatch, playBotMatch } from '@/lib/games/testing/bot-match';
import { TalkMeasure } from '@/lib/games/testing/werewolf-talk';
import { werewolf } from '..';
import type { WerewolfEventData, WerewolfEventType } from '../events';
import type { WerewolfState } from '../state';
import { readTranscript } from '../transcript';
import { readStatements } from '../transcript/speech';
import { factsAgainst, factsFor, factsOfDay } from './facts';
import { takeNotes } from './notes';
import { composeMessage, FILLERS, type Intent, phrase, SENTENCES, VOICED } from './phrases';
import { MESSAGE_GAP_MS, WOLF_MESSAGE_GAP_MS } from './schedule';

const MATCHES = 24;
const matches: BotMatch[] = [];
beforeAll(() => {
  for (let index = 0; index < MATCHES; index++)
    matches.push(playBotMatch(werewolf, { seed: sha256Hex(`bots ${index}`) }));
});

const dataOf = <Type extends WerewolfEventType>({ events }: BotMatch, type: Type) =>
  events
    .filter((event) => event.type === type)
    .map((event) => ({ event, data: event.data as unknown as WerewolfEventData[Type] }));
const stateOf = ({ state }: BotMatch) => state as WerewolfState;
const roleOf = (match: BotMatch, playerId: string) => stateOf(match).roles[Number(playerId.slice(2)) - 1];
const isWolf = (match: BotMatch, playerId: string) => roleOf(match, playerId) === 'WEREWOLF';

/** What each intent must be understood as, spoken by p:1 about p:3, with p:5 as the other player. */
const MEANINGS: Record<Intent, string[]> = {
  claimSeerWolf: ['CLAIM_ROLE SEER', 'CLAIM_RESULT p:3 true'],
  claimSeerClean: ['CLAIM_ROLE SEER', 'CLAIM_RESULT p:3 false'],
  counterclaim: ['CLAIM_ROLE SEER', 'ACCUSE p:5'],
  moreWolf: ['CLAIM_RESULT p:3 true'],
  moreClean: ['CLAIM_RESULT p:3 false'],
  insist: ['CLAIM_RESULT p:3 true'],
  claimDoctor: ['CLAIM_ROLE DOCTOR'],
  counterDoctor: ['CLAIM_ROLE DOCTOR', 'ACCUSE p:5'],
  claimVillager: ['CLAIM_ROLE VILLAGER'],
  accuse: ['ACCUSE p:3'],
  agree: ['ACCUSE p:3'],
  defend: ['DEFEND p:3'],
  deny: [],
  counterAccuse: ['ACCUSE p:5'],
  answer: ['ACCUSE p:3'],
  believeSeer: ['DEFEND p:5', 'ACCUSE p:3'],
  doubtSeer: ['ACCUSE p:5'],
  ask: [],
  askSilent: [],
  askVote: [],
  open: [],
  mourn: [],
  relief: [],
  thank: [],
};

function meaningOf(text: string, speakerId = 'p:1'): string[] {
  return readStatements(text, { speakerId, names: [] }).map((statement) => {
    if (statement.kind === 'CLAIM_ROLE') return `CLAIM_ROLE ${statement.role}`;
    if (statement.kind === 'CLAIM_RESULT') return `CLAIM_RESULT ${statement.target} ${statement.isWolf}`;
    return `${statement.kind} ${statement.target}`;
  });
}

describe('the sentences of house bots', () => {
  it.each(Object.keys(SENTENCES) as Intent[])('mean what they are for: %s', (intent) => {
    const voiced = Object.values(VOICED).flatMap((voice) => voice[intent] ?? []);
    for (const sentence of [...(SENTENCES[intent] as readonly ((facts: object) => string)[]), ...voiced]) {
      const text = sentence({ target: 'p:3', other: 'p:5', day: 2 });
      expect(meaningOf(text), text).toEqual(MEANINGS[intent]);
      expect(meaningOf(`${text} ${FILLERS.join(' ')}`), text).toEqual(MEANINGS[intent]);
    }
  });

  it('name facts without stating anything themselves', () => {
    let facts = 0;
    for (const match of matches)
      for (const view of [stateOf(match)].map((state) => werewolf.view(state, { viewer: 0, revealed: false }))) {
        const { you } = view;
        if (!you) continue;
        const notes = takeNotes({ heard: match.events.filter(({ audience }) => audience === 'public'), view }, []);
        for (let day = 1; day <= view.dayNumber; day++) {
          const table = { notes, view: { ...view, dayNumber: day }, you };
          const all = view.players.flatMap(({ playerId }) => [
            ...factsAgainst(table, playerId),
            ...factsFor(table, playerId),
          ]);
          for (const text of [...all, ...factsOfDay(table)].flat()) {
            expect(meaningOf(text), text).toEqual([]);
            facts++;
          }
        }
      }
    expect(facts).toBeGreaterThan(500);
  });

  it('know who has died, however much has been said since', () => {
    const wolvesDead = ({ roles, alive }: WerewolfState) =>
      roles.filter((role, seat) => role === 'WEREWOLF' && !alive[seat]).length;
    const match = matches.find((one) => wolvesDead(stateOf(one)) === 1);
    if (!match) return expect.fail('no match in which one werewolf dies');
    const view = werewolf.view(stateOf(match), { viewer: 0, revealed: false });
    const [message] = match.events.filter(({ type }) => type === 'message_sent');
    if (!message || !view.you) return expect.fail('no message');
    const heard = Array.from({ length: 601 }, () => message).slice(-600);
    // The game is over, so the view tells every role; the dead are those whom players could know before.
    const players = view.players.map((player) => (player.alive ? { ...player, revealedRole: null } : player));
    const notes = takeNotes({ heard, view: { players } }, []);
    const dead = players.filter(({ alive }) => !alive);
    expect(Object.fromEntries(notes.revealed)).toEqual(
      Object.fromEntries(dead.map(({ playerId, role }) => [playerId, role])),
    );
    const facts = factsOfDay({ notes, view: { ...view, players }, you: view.you }).flat();
    expect(facts.join(' ')).toContain('one werewolf is left');
  });

  it('are not repeated word for word while there are others', () => {
    const messages: string[] = [];
    const rng = new Rng({ seed: '0c'.repeat(32), drawn: 0 });
    const isSaid = (sentence: string) => messages.includes(sentence);
    for (let turn = 0; turn < 5; turn++)
      messages.push(phrase('accuse', { target: 'p:3' }, { voice: 'dry', rng, isSaid }));
    expect(new Set(messages).size).toBe(5);
  });

  it('are filled up to a length that is drawn before, so that length tells little', () => {
    const rng = new Rng({ seed: '0d'.repeat(32), drawn: 0 });
    const facts = ['p:4 voted for p:5 yesterday.', 'Nobody has named p:6 today.', 'p:2 named p:7 on day 1.'];
    const lengths = (text: string) =>
      Array.from({ length: 400 }, () => composeMessage([text], rng, { facts, isSaid: () => false }).length).reduce(
        (sum, length) => sum + length,
      );
    const [short, long] = [lengths('I suspect p:3.'), lengths("I'm the seer. My vision of p:3 showed a werewolf.")];
    expect(long / short).toBeLessThan(1.35);
  });
});

describe('house bots', () => {
  it('keep to the rate limits: 3 s between messages of a player, 2 s between lines of wolf chat', () => {
    for (const match of matches) {
      for (const [type, field, gapMs] of [
        ['message_sent', 'playerId', MESSAGE_GAP_MS],
        ['wolf_message_sent', 'fromWolfId', WOLF_MESSAGE_GAP_MS],
      ] as const) {
        const last = new Map<unknown, number>();
        for (const event of match.events.filter((one: HeardEvent) => one.type === type)) {
          const speaker = event.data[field];
          expect(event.atMs - (last.get(speaker) ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(gapMs);
          last.set(speaker, event.atMs);
        }
      }
    }
  });

  it('all speak in every opening, choose at night and vote before the time is over', () => {
    for (const match of matches) {
      const early = dataOf(match, 'phase_changed').filter(({ data }) => data.from === 'DAY_OPENING');
      expect(early.length).toBeGreaterThan(0);
      for (const night of stateOf(match).nights) expect(night.wolfTargets.some((target) => target !== null)).toBe(true);
      const votes = dataOf(match, 'vote_cast').length;
      expect(votes).toBeGreaterThanOrEqual(early.length * 3);
    }
  });

  it('answer what was said: most defences reply to the message that accuses them', () => {
    let defences = 0;
    for (const match of matches) {
      const messages = dataOf(match, 'message_sent');
      for (const { data } of messages.filter(({ data: { kind } }) => kind === 'DEFENSE')) {
        const answered = messages.find(({ event }) => event.id === data.replyToEventId);
        expect(meaningOf(answered?.data.message ?? '', answered?.data.playerId).join()).toContain(data.playerId);
        defences++;
      }
    }
    expect(defences).toBeGreaterThan(MATCHES * 3);
  });

  it('say what happened, and nothing that did not', () => {
    const talk = new TalkMeasure();
    for (const match of matches) talk.add(match);
    const share = ({ part, whole }: { part: number; whole: number }) => part / whole;
    expect(share(talk.factless)).toBeLessThan(1 / 3);
    expect(share(talk.repeatedLeads)).toBeLessThan(0.2);
    expect(talk.falseSilence.part).toBe(0);
    expect(talk.unaskedAnswers.part).toBe(0);
    expect(talk.firstNightInventions.part).toBe(0);
    expect(talk.seerStrays.whole).toBeGreaterThan(MATCHES / 2);
    expect(talk.seerStrays.part).toBe(0);
    expect(talk.doctorsContradicted.whole).toBeGreaterThan(0);
    expect(talk.doctorsContradicted.part).toBe(talk.doctorsContradicted.whole);
    expect(share(talk.votesNamed)).toBeGreaterThan(0.08);
    expect(talk.votesChanged.part).toBeGreaterThan(MATCHES / 6);
    expect(share(talk.thanks)).toBeGreaterThan(0.5);
  });

  it('speak differently from match to match', () => {
    const openings = matches.map((match) =>
      dataOf(match, 'message_sent')
        .slice(0, 3)
        .map(({ data }) => data.message)
        .join(),
    );
    expect(new Set(openings).size).toBe(MATCHES);
  });

  it('make the moments that are worth watching: claims, counterclaims, contradictions, flips', () => {
    const kinds = new Set(
      matches.flatMap(({ events }) =>
        readTranscript(
          events.filter(({ audience }) => audience === 'public').map((event) => ({ ...event, at: '' })),
          [],
        ).moments.map(({ kind }) => kind),
      ),
    );
    for (const kind of ['ACCUSATION', 'SEER_CLAIM', 'COUNTERCLAIM', 'INSPECTION_CLAIM', 'CONTRADICTION', 'VOTE_FLIP'])
      expect(kinds).toContain(kind);
  });

  it('lie as wolves and tell no more than they know otherwise', () => {
    let lies = 0;
    for (const match of matches) {
      for (const { data } of dataOf(match, 'message_sent')) {
        for (const meaning of meaningOf(data.message)) {
          const claimsSeer = meaning === 'CLAIM_ROLE SEER' || meaning.startsWith('CLAIM_RESULT');
          if (!claimsSeer || roleOf(match, data.playerId) === 'SEER') continue;
          expect(roleOf(match, data.playerId)).toBe('WEREWOLF');
          lies++;
        }
      }
    }
    expect(lies).toBeGreaterThan(0);
  });

  it('speak as often, as long and at the same times as wolves and as others on the first morning', () => {
    const openings = matches.flatMap((match) => {
      const first = dataOf(match, 'message_sent').filter(({ data }) => data.kind === 'OPENING' && data.dayNumber === 1);
      return first.map(({ data }, order) => ({
        wolf: isWolf(match, data.playerId),
        order,
        length: data.message.length,
      }));
    });
    const mean = (wolf: boolean, field: 'order' | 'length') => {
      const own = openings.filter((opening) => opening.wolf === wolf);
      return own.reduce((sum, opening) => sum + opening[field], 0) / own.length;
    };
    expect(Math.abs(mean(true, 'order') - mean(false, 'order'))).toBeLessThan(1.5);
    expect(mean(true, 'length') / mean(false, 'length')).toBeGreaterThan(0.85);
    expect(mean(true, 'length') / mean(false, 'length')).toBeLessThan(1.18);
  });
});
