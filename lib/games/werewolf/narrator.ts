import type { GameEvent, Seat } from '@/lib/core/game';
import { sha256Hex } from '@/lib/core/rng';
import { event, type Moment } from './events';
import { type Forms, type LineFacts, OMNISCIENT_FORMS, PUBLIC_FORMS } from './narrator-lines';
import { livingSeats, playerIdOf, type Vote, type WerewolfState } from './state';
import { listOf } from './transcript/events';

type Channel = 'public' | 'omniscient';

interface Occasion {
  narratorSeed: string;
  moment: Moment;
  /** How often the moment has come before in this match, or the seat that it is about: the next one has another form. */
  turn: number;
  facts?: LineFacts;
}

/**
 * The form of a line: the first one is chosen by a hash of a secret seed, and each later one is the next, so that a moment
 * has no form twice in a dozen. It depends on nothing that was drawn or chosen in secret.
 */
function lineOf(channel: Channel, { narratorSeed, moment, turn, facts = {} }: Occasion): string | undefined {
  const forms = (channel === 'public' ? PUBLIC_FORMS : OMNISCIENT_FORMS)[moment];
  if (!forms) return undefined;
  const first = Number.parseInt(sha256Hex(`${narratorSeed}|${channel}|${moment}`).slice(0, 8), 16);
  return formOf(forms, first + turn, facts);
}

/** One of the forms of a moment: neighbours have different leads, and the tails go round more slowly. */
function formOf({ leads, tails }: Forms, number: number, facts: LineFacts): string {
  const lead = leads[number % leads.length]?.(facts) ?? '';
  const tail = tails?.[Math.floor(number / leads.length) % tails.length]?.(facts) ?? '';
  return `${lead} ${tail}`.trim();
}

function narrate(channel: Channel, occasion: Occasion): GameEvent[] {
  const message = lineOf(channel, occasion);
  return message === undefined ? [] : [event(channel, 'narrated', { moment: occasion.moment, message })];
}

/** What the Town Crier says when a player is ready; part of the event of that player. */
export const readyLine = (occasion: Omit<Occasion, 'moment'>): string =>
  lineOf('public', { ...occasion, moment: 'READY' }) ?? '';

/** The line of the Town Crier for everyone. */
export const narratePublicly = (occasion: Occasion): GameEvent[] => narrate('public', occasion);

/** The line of the Town Crier for omniscient viewers. */
export const narrateToOmniscient = (occasion: Occasion): GameEvent[] => narrate('omniscient', occasion);

/** What is public about the state of the match, for any line: nothing of it depends on a living player's role. */
export function publicFacts(state: WerewolfState): LineFacts {
  const alive = livingSeats(state).length;
  return { day: state.dayNumber, alive, stakes: stakesOf(state, alive), tally: tallyOf(lastVotes(state)) };
}

/** What the next night or vote decides, from how many live and which werewolves are dead. */
function stakesOf(state: WerewolfState, alive: number): string {
  const wolves = 2 - state.roles.filter((role, seat) => role === 'WEREWOLF' && !state.alive[seat]).length;
  const others = alive - wolves;
  if (wolves <= 0) return '';
  const left = `${wolves === 1 ? 'One werewolf is' : 'Two werewolves are'} left among ${alive}`;
  if (others <= wolves) return 'The wolves have the numbers now.';
  if (state.phase === 'NIGHT' || state.phase === 'DAY_RESOLUTION') {
    if (others - 1 <= wolves) return `${left}. If nobody is saved tonight, the wolves win.`;
    return others - 3 <= wolves ? `${left}. A kill tonight leaves no room for a mistake tomorrow.` : `${left}.`;
  }
  if (others - 2 <= wolves) return `${left}. One more mistake and the wolves win.`;
  if (wolves === 1) return `${left}. One good vote ends it.`;
  return others - 4 <= wolves ? `${left}. Two more mistakes and the wolves win.` : `${left}.`;
}

/** The votes of the last vote that is over; empty before the first. */
function lastVotes({ history }: WerewolfState): readonly Vote[] {
  return history.findLast(({ kind }) => kind === 'VOTE')?.votes ?? [];
}

/** Who voted for whom, the most voted first: "p:2, p:4 and p:5 for p:1, p:3 for p:6, p:7 for nobody". */
function tallyOf(votes: readonly Vote[]): string {
  const by = new Map<Seat | 'abstain', string[]>();
  for (const [voter, vote] of votes.entries())
    if (vote !== null) by.set(vote, [...(by.get(vote) ?? []), playerIdOf(voter)]);
  return [...by]
    .sort(
      ([one, ones], [other, others]) =>
        others.length - ones.length || Number(one === 'abstain') - Number(other === 'abstain'),
    )
    .map(([target, voters]) => `${listOf(voters)} for ${target === 'abstain' ? 'nobody' : playerIdOf(target)}`)
    .join(', ');
}

/** What the town takes into the night, from the votes of the day. */
export function cliffhangerOf(state: WerewolfState): string {
  const vote = state.history.findLast(({ kind }) => kind === 'VOTE');
  if (!vote || vote.dayNumber !== state.dayNumber) return 'Who will be at breakfast?';
  const votes = vote.votes ?? [];
  const targets = votes.flatMap((target, voter) =>
    typeof target === 'number' && state.alive[voter] ? [{ voter, target }] : [],
  );
  const marked = targets.filter(({ target }) => target !== vote.seat && state.alive[target]);
  const lone = targets.find(
    ({ target, voter }) =>
      target !== vote.seat && targets.filter((one) => one.target === target).length === 1 && voter !== target,
  );
  if (lone && state.alive[lone.target])
    return `${playerIdOf(lone.voter)} alone voted for ${playerIdOf(lone.target)}. Does one of the two know more?`;
  const [next] = marked;
  if (next) {
    const against = marked.filter(({ target }) => target === next.target).map(({ voter }) => playerIdOf(voter));
    return `${listOf(against)} wanted ${playerIdOf(next.target)} gone. Will they still say so in the morning?`;
  }
  if (vote.seat !== null) return `All who voted meant ${playerIdOf(vote.seat)}. Who of them only followed?`;
  return 'Nobody was chosen by day. Somebody will be chosen now.';
}

/** The last vote of a player who was killed in the night after it. */
export function memoryOf(state: WerewolfState, seat: Seat): string {
  const vote = state.history.findLast(({ kind }) => kind === 'VOTE');
  const target = vote?.votes?.[seat];
  if (!vote || target === undefined || target === null) return '';
  if (target === 'abstain') return `The last vote of ${playerIdOf(seat)} was for nobody.`;
  return `The last vote of ${playerIdOf(seat)} was for ${playerIdOf(target)}.`;
}
