import { describe, expect, it } from 'vitest';
import type { WerewolfEventData, WerewolfEventType } from '../events';
import type { Role } from '../state';
import type { TranscriptEvent } from './events';
import { buildLieLedger, claimsOf } from './ledger';
import { readTranscript, sceneAt } from './read-transcript';
import { tallyOf, topAccusations } from './scene';
import { readStatements } from './speech';
import { summarizeDays } from './summarize-days';

const NAMES = ['Ada', 'Bruno (house bot)', 'Cleo', 'Dora', 'Emil', 'Finn', 'Gina', 'Hugo'];

/** What Ada (p:1) says with a text, shortly: `ACCUSE p:3`. */
const statements = (text: string) =>
  readStatements(text, { speakerId: 'p:1', names: NAMES }).map((statement) => {
    if (statement.kind === 'CLAIM_ROLE') return `I AM ${statement.role}`;
    if (statement.kind === 'CLAIM_RESULT') return `SAW ${statement.target} ${statement.isWolf ? 'WOLF' : 'CLEAN'}`;
    return `${statement.kind} ${statement.target}`;
  });

/** A transcript whose events are numbered. */
class Transcript {
  readonly events: TranscriptEvent[] = [];
  day = 0;

  add<Type extends WerewolfEventType>(type: Type, data: WerewolfEventData[Type]): this {
    const id = String(this.events.length + 1).padStart(3, '0');
    this.events.push({ id, type, at: `2026-01-01T00:00:${id.slice(1)}.000Z`, data: { ...data } });
    return this;
  }

  morning(killedPlayerId: string | null, role: Role = 'VILLAGER'): this {
    this.day++;
    const phaseMs = 1;
    this.add('phase_changed', { from: 'NIGHT', to: 'DAY_ANNOUNCE', dayNumber: this.day, phaseMs });
    this.add('night_resolved', { killedPlayerId, savedByDoctor: killedPlayerId === null });
    if (killedPlayerId) this.out(killedPlayerId, role, 'NIGHT');
    return this;
  }

  out(playerId: string, roleRevealed: Role, cause: 'NIGHT' | 'VOTE' | 'LEFT'): this {
    return this.add('player_eliminated', { playerId, roleRevealed, cause, dayNumber: this.day });
  }

  say(playerId: string, message: string): this {
    return this.add('message_sent', {
      playerId,
      kind: 'DISCUSSION',
      message,
      replyToEventId: null,
      dayNumber: this.day,
    });
  }

  voting(): this {
    return this.add('phase_changed', { from: 'DAY_DISCUSSION', to: 'DAY_VOTE', dayNumber: this.day, phaseMs: 1 });
  }

  vote(voterPlayerId: string, targetPlayerId: string | null): this {
    return this.add('vote_cast', { voterPlayerId, targetPlayerId, reason: null, dayNumber: this.day });
  }

  ended(): this {
    const roles: Role[] = ['SEER', 'WEREWOLF', 'WEREWOLF', 'DOCTOR', 'VILLAGER', 'VILLAGER', 'VILLAGER', 'VILLAGER'];
    return this.add('game_ended', {
      winningTeam: 'VILLAGERS',
      roles: roles.map((role, seat) => ({ playerId: `p:${seat + 1}`, role })),
    });
  }

  read() {
    return readTranscript(this.events, NAMES);
  }

  moments(): string[] {
    return this.read().moments.map(({ kind, text }) => `${kind}: ${text}`);
  }
}

/** One day with claims, a counterclaim, a flip and an elimination. */
const day = () =>
  new Transcript()
    .morning('p:8')
    .say('p:1', 'I am the seer. I inspected Bruno and he is a werewolf.')
    .say('p:2', 'Nonsense, I am the seer. Ada is lying.')
    .say('p:5', 'I trust Ada. I suspect Cleo too.')
    .voting()
    .vote('p:2', 'p:1')
    .vote('p:5', 'p:1')
    .vote('p:5', 'p:2')
    .vote('p:1', 'p:2')
    .vote('p:4', null)
    .out('p:2', 'WEREWOLF', 'VOTE');

describe('readStatements', () => {
  it('finds accusations, by id and by name', () => {
    expect(statements('p:3 is a werewolf.')).toEqual(['ACCUSE p:3']);
    expect(statements('I think Cleo is lying to all of us!')).toEqual(['ACCUSE p:3']);
    expect(statements("I don't trust Bruno, and I will vote for Gina")).toEqual(['ACCUSE p:2', 'ACCUSE p:7']);
    expect(statements('bruno and cleo are the wolves')).toEqual(['ACCUSE p:2', 'ACCUSE p:3']);
  });

  it('finds defences, also those that deny an accusation', () => {
    expect(statements('Cleo is not a werewolf.')).toEqual(['DEFEND p:3']);
    expect(statements('I trust Dora, but Emil is suspicious')).toEqual(['DEFEND p:4', 'ACCUSE p:5']);
  });

  it('finds role claims and claimed inspections', () => {
    expect(statements("I'm just a simple villager")).toEqual(['I AM VILLAGER']);
    expect(statements('As the doctor, I saved somebody last night.')).toEqual(['I AM DOCTOR']);
    expect(statements('I am the seer! I checked Hugo: Hugo is clean. I looked at p:2, p:2 is a wolf')).toEqual([
      'I AM SEER',
      'SAW p:8 CLEAN',
      'SAW p:2 WOLF',
    ]);
  });

  it('finds nothing in questions, reports, talk about oneself and other words', () => {
    expect(statements('Is Cleo a werewolf?')).toEqual([]);
    expect(statements('Cleo says Dora is a werewolf')).toEqual([]);
    expect(statements('Ada is innocent')).toEqual([]);
    expect(statements('I am not the seer. Good morning, what a night.')).toEqual([]);
    expect(statements('Adam and p:31 are wolves')).toEqual([]);
  });
});

describe('the key moments', () => {
  it('prove a reading of words by the words', () => {
    const { moments } = day().read();
    expect(moments.filter(({ quote }) => quote !== null).map(({ kind, quote }) => `${kind}: ${quote}`)).toContain(
      'COUNTERCLAIM: Nonsense, I am the seer. Ada is lying.',
    );
    expect(moments.find(({ kind }) => kind === 'DEATH')?.quote).toBeNull();
  });

  it('finds claims, counterclaims, inspections, accusations, flips, contradictions and deaths in their order', () => {
    expect(day().moments()).toEqual([
      'DEATH: p:8 is killed at night: a villager.',
      'SEER_CLAIM: p:1 claims to be the seer.',
      'INSPECTION_CLAIM: p:1 says that an inspection showed p:2 to be a werewolf.',
      'COUNTERCLAIM: p:2 claims to be the seer too, against p:1.',
      'ACCUSATION: p:2 accuses p:1.',
      'ACCUSATION: p:5 accuses p:3.',
      'CONTRADICTION: p:5 defended p:1 today, but votes for p:1.',
      'CONTRADICTION: p:5 accused p:3 today, but votes for p:1.',
      'VOTE_FLIP: p:5 changes the vote from p:1 to p:2.',
      'CONTRADICTION: p:5 accused p:3 today, but votes for p:2.',
      'DEATH: p:2 is voted out: a werewolf.',
    ]);
  });

  it('finds a second role claim of the same player', () => {
    const moments = new Transcript()
      .morning(null)
      .say('p:4', 'I am a villager.')
      .morning('p:5')
      .say('p:4', 'I am the doctor, I saved us.')
      .moments();
    expect(moments).toContain('SAVED: The doctor stops the attack of the night.');
    expect(moments.at(-1)).toBe('CONTRADICTION: p:4 claimed to be a villager, and now the doctor.');
  });

  it('names the event of each moment', () => {
    const [first] = day().read().moments;
    expect(first).toMatchObject({
      eventId: '003',
      at: '2026-01-01T00:00:03.000Z',
      dayNumber: 1,
      targetPlayerId: 'p:8',
    });
  });
});

describe('topAccusations', () => {
  it('lists the most accused players of today first, with their accusers and the last words', () => {
    const talk = new Transcript().morning('p:8').say('p:4', 'Cleo is lying').say('p:1', 'Gina is a wolf');
    talk.morning('p:7').say('p:1', 'Bruno is a wolf').say('p:4', 'Bruno lies').say('p:5', 'I suspect Dora');
    expect(topAccusations(sceneAt(talk.read(), null))).toEqual([
      { targetPlayerId: 'p:2', byPlayerIds: ['p:1', 'p:4'], quote: 'Bruno lies', eventId: '010' },
      { targetPlayerId: 'p:4', byPlayerIds: ['p:5'], quote: 'I suspect Dora', eventId: '011' },
    ]);
  });
});

describe('buildLieLedger', () => {
  it('is not there before the roles are public', () => {
    expect(buildLieLedger(day().read())).toBeNull();
  });

  it('compares claims with the truth: a wolf lies, a villager is mistaken', () => {
    const ledger = buildLieLedger(day().say('p:5', 'Dora is a wolf').ended().read());
    expect(ledger?.entries.map(({ speakerId, claim, verdict }) => `${speakerId}: ${claim}: ${verdict}`)).toEqual([
      'p:1: p:1 is the seer: TRUE',
      'p:1: an inspection showed that p:2 is a werewolf: TRUE',
      'p:2: p:2 is the seer: LIE',
      'p:2: p:1 is a werewolf: LIE',
      'p:5: p:1 is no werewolf: TRUE',
      'p:5: p:3 is a werewolf: TRUE',
      'p:5: p:4 is a werewolf: MISTAKE',
    ]);
  });

  it('counts the invented inspection of a villager as a lie even when it is right', () => {
    const ledger = buildLieLedger(
      new Transcript().morning(null).say('p:5', 'I am the seer. I checked Cleo, Cleo is a wolf.').ended().read(),
    );
    expect(ledger?.entries.map(({ verdict }) => verdict)).toEqual(['LIE', 'LIE']);
  });

  it('names a repeated claim of a player once, with how often and how long it was said, and lies first', () => {
    const talk = new Transcript().morning('p:8').say('p:2', 'Dora is a wolf').say('p:2', 'Cleo is no wolf');
    talk.say('p:2', 'Emil is a wolf').morning('p:7').say('p:2', 'Emil is a wolf').say('p:2', 'Emil is a wolf, really');
    const ledger = buildLieLedger(talk.say('p:2', 'I am the seer').ended().read());
    const claims = claimsOf('p:2', ledger?.entries ?? []);
    expect(
      claims.map(({ first, times, lastDayNumber }) => [first.claim, times, first.dayNumber, lastDayNumber]),
    ).toEqual([
      ['p:2 is the seer', 1, 2, 2],
      ['p:5 is a werewolf', 3, 1, 2],
      ['p:4 is a werewolf', 1, 1, 1],
      ['p:3 is no werewolf', 1, 1, 1],
    ]);
    expect(claimsOf('p:1', ledger?.entries ?? [])).toEqual([]);
  });

  it('shows how votes moved, and sums up each speaker', () => {
    const ledger = buildLieLedger(day().ended().read());
    expect(ledger?.votes.find(({ voterPlayerId }) => voterPlayerId === 'p:5')).toEqual({
      dayNumber: 1,
      voterPlayerId: 'p:5',
      targets: ['p:1', 'p:2'],
      hitWolf: true,
    });
    expect(ledger?.speakers[1]).toEqual({
      playerId: 'p:2',
      role: 'WEREWOLF',
      trueStatements: 0,
      lies: 2,
      mistakes: 0,
      believedBy: [],
      votesForWolves: 0,
      votes: 1,
      survived: false,
    });
  });

  it('finds who believed a lie, and no werewolf among them', () => {
    const fooled = new Transcript().morning('p:8').say('p:2', 'Emil is a werewolf').voting();
    fooled.vote('p:6', 'p:5').vote('p:3', 'p:5').vote('p:2', 'p:5').out('p:5', 'VILLAGER', 'VOTE').ended();
    expect(buildLieLedger(fooled.read())?.speakers[1]).toMatchObject({ lies: 1, believedBy: ['p:6'] });
  });
});

describe('summarizeDays', () => {
  it('describes each day in order: the night, what was said, the votes, the result', () => {
    const [chapter, ...more] = summarizeDays(day().ended().read());
    expect(more).toEqual([]);
    expect(chapter).toEqual({
      dayNumber: 1,
      sentences: [
        'p:8 is killed at night: a villager.',
        'p:1 claims to be the seer.',
        'p:1 says that an inspection showed p:2 to be a werewolf.',
        'p:2 claims to be the seer too, against p:1.',
        'p:1 is accused by p:2.',
        'p:5 defended p:1 today, but votes for p:1.',
        'Votes: p:2 2, p:1 1, abstentions 1.',
        'p:2 is voted out: a werewolf.',
        'The village wins.',
      ],
    });
  });
});

describe('a player who leaves during the vote', () => {
  const left = () =>
    new Transcript()
      .morning('p:8')
      .voting()
      .vote('p:1', 'p:3')
      .vote('p:3', 'p:2')
      .vote('p:4', 'p:5')
      .vote('p:4', 'p:3')
      .vote('p:5', 'p:3')
      .vote('p:5', 'p:2')
      .out('p:3', 'WEREWOLF', 'LEFT');

  it('has no vote any more, and no vote for it counts, in the tally and in the ledger', () => {
    const scene = sceneAt(left().read(), null);
    expect(scene.votes).toEqual([null, null, null, null, 1, null, null, null]);
    expect(tallyOf(scene)).toEqual([[1, [4]]]);
    const ledger = buildLieLedger(left().ended().read());
    expect(ledger?.votes).toEqual([{ dayNumber: 1, voterPlayerId: 'p:5', targets: ['p:3', 'p:2'], hitWolf: true }]);
  });

  it('makes no changed vote of the next vote of those who voted for it', () => {
    const voted = left().vote('p:1', 'p:2');
    expect(voted.moments().filter((text) => text.startsWith('VOTE_FLIP'))).toEqual([
      'VOTE_FLIP: p:4 changes the vote from p:5 to p:3.',
      'VOTE_FLIP: p:5 changes the vote from p:3 to p:2.',
    ]);
    const { votes } = voted.read();
    expect(votes.map(({ voterPlayerId, targets }) => [voterPlayerId, targets])).toEqual([
      ['p:5', ['p:3', 'p:2']],
      ['p:1', ['p:2']],
    ]);
  });

  it('keeps the votes of a vote that was over when it left', () => {
    const over = new Transcript().morning('p:8').voting().vote('p:1', 'p:3').vote('p:3', 'p:2');
    over.add('phase_changed', { from: 'DAY_VOTE', to: 'DAY_RESOLUTION', dayNumber: 1, phaseMs: 1 });
    expect(sceneAt(over.out('p:3', 'WEREWOLF', 'LEFT').read(), null).votes.slice(0, 3)).toEqual([2, null, 1]);
  });
});
