import { describe, expect, it } from 'vitest';
import { werewolfTable } from '@/lib/games/testing/werewolf-table';
import type { Moment, WerewolfEventData } from './events';
import { narratePublicly } from './narrator';
import { type LineFacts, OMNISCIENT_FORMS, PUBLIC_FORMS } from './narrator-lines';
import { playerIdOf } from './state';

const FACTS: LineFacts = {
  player: 'p:3',
  other: 'p:4',
  role: 'a villager',
  day: 2,
  alive: 6,
  votes: 3,
  stakes: 'Two werewolves are left among 6.',
  tally: 'p:1 for p:2',
  cliffhanger: 'Who is next?',
  memory: 'The last vote of p:3 was for p:4.',
};
const FORMS_OF_A_MOMENT = 12;
const spoken = (moment: Moment, turn: number, narratorSeed = 'ab'.repeat(16)): string => {
  const [line] = narratePublicly({ narratorSeed, moment, turn, facts: FACTS });
  return String((line?.data as WerewolfEventData['narrated'] | undefined)?.message);
};
const linesOf = (table: ReturnType<typeof werewolfTable>) =>
  table.events.flatMap(({ type, audience, data }) =>
    type === 'narrated' && audience === 'public' ? [data as unknown as WerewolfEventData['narrated']] : [],
  );

describe('the Town Crier', () => {
  it.each(Object.keys(PUBLIC_FORMS) as Moment[])('has a dozen forms for %s and none twice among them', (moment) => {
    const lines = Array.from({ length: FORMS_OF_A_MOMENT }, (_, turn) => spoken(moment, turn));
    expect(new Set(lines).size).toBe(FORMS_OF_A_MOMENT);
  });

  it('has a dozen forms for viewers who see everything', () => {
    for (const { leads, tails = [] } of Object.values(OMNISCIENT_FORMS))
      expect(leads.length * Math.max(1, tails.length)).toBeGreaterThanOrEqual(FORMS_OF_A_MOMENT);
  });

  it('begins with another form in another match', () => {
    const first = new Set(Array.from({ length: 40 }, (_, seed) => spoken('VOTE', 1, `${seed}`.padStart(32, '0'))));
    expect(first.size).toBeGreaterThan(8);
  });

  it('says who voted for whom, what is at stake, and leaves a question for the night', () => {
    const table = werewolfTable();
    const [first = 0, second = 0, third = 0, fourth = 0] = table.others();
    const [wolf] = table.wolves();
    table.until('NIGHT').kill(first);
    table.until('DAY_VOTE');
    const living = table.state.alive.flatMap((alive, seat) => (alive ? [seat] : []));
    for (const voter of living)
      table.act(voter, { type: 'vote', targetPlayerId: playerIdOf(voter === third ? wolf : second) });
    const out = linesOf(table).findLast(({ moment }) => moment === 'VOTED_OUT')?.message ?? '';
    expect(out).toContain(`${playerIdOf(third)} for ${playerIdOf(wolf)}`);
    table.until('NIGHT');
    const night = linesOf(table).findLast(({ moment }) => moment === 'NIGHT_FALLS')?.message ?? '';
    expect(night).toContain(`${playerIdOf(third)} alone voted for ${playerIdOf(wolf)}.`);
    table.kill(fourth);
    table.until('DAY_VOTE');
    expect(
      linesOf(table)
        .map(({ message }) => message)
        .join(' '),
    ).toContain('One more mistake and the wolves win.');
  });
});
