import { cutText } from '@/lib/core/cut-text';
import type { SnapshotPlayer } from '@/lib/domain/matches';
import { type Accusation, listOf, ROLE_NAMES, type Scene, seatOf, tallyOf } from '@/lib/games/werewolf/transcript';
import { nameAt, withNames } from './words';

/** The match in two sentences for a person who knows nothing of it. */
export interface Headline {
  /** When, and what is going on. */
  now: string;
  /** Who is accused and why, or who died. */
  why: string;
}

const MAX_QUOTE = 110;

/**
 * What is going on, and who is accused and why. The time that is left is beside it.
 * @param accusations those of the running day, the most accused player first
 */
export function headlineOf(
  scene: Scene,
  accusations: readonly Accusation[],
  players: readonly SnapshotPlayer[],
): Headline {
  const alive = scene.alive.filter(Boolean).length;
  const name = (seat: number) => nameAt(players, seat);
  switch (scene.phase) {
    case 'LOBBY':
      return {
        now: 'Eight players gather in the Town Hall.',
        why: 'Two of them are werewolves. The others must find them by talk and votes before it is too late.',
      };
    case 'NIGHT':
      return {
        now: `Night ${scene.day + 1}. ${alive} players are alive.`,
        why: 'The werewolves choose a victim in secret; the seer inspects one player, and the doctor protects one.',
      };
    case 'DAY_ANNOUNCE':
      return { now: `Morning of day ${scene.day}.`, why: nightResult(scene, name) };
    case 'DAY_OPENING': {
      const spoken = scene.spoken.filter(Boolean).length;
      const accused = accusedSentence(accusations, players, name);
      return {
        now: `Day ${scene.day}. ${spoken} of ${alive} have made their opening statement.`,
        why: accused ?? nightResult(scene, name),
      };
    }
    case 'DAY_DISCUSSION':
      return {
        now: `Day ${scene.day}. ${alive} players discuss who is a werewolf.`,
        why: accusedSentence(accusations, players, name) ?? 'Nobody has been accused so far.',
      };
    case 'DAY_VOTE':
      return voteHeadline(scene, accusations, players, name);
    case 'DAY_RESOLUTION': {
      const death = scene.deaths.findLast(({ cause, day }) => cause === 'VOTE' && day === scene.day);
      return {
        now: `Day ${scene.day}. The vote is over.`,
        why: death
          ? `${name(death.seat)} is out, and was ${ROLE_NAMES[death.role]}.${lastWordsOf(scene, death.seat, players)}`
          : 'Nobody is out: no player had more votes than all others.',
      };
    }
    case 'ENDED':
      return endHeadline(scene, name);
  }
}

/** The last words of a player who is voted out. */
function lastWordsOf({ lastWords }: Scene, seat: number, players: readonly SnapshotPlayer[]): string {
  const words = lastWords[seat];
  return words ? ` Last words: “${shorten(withNames(words, players))}”` : '';
}

function nightResult(scene: Scene, name: (seat: number) => string): string {
  const death = scene.deaths.findLast(({ cause, day }) => cause === 'NIGHT' && day === scene.day);
  if (death) return `${name(death.seat)} was killed in the night, and was ${ROLE_NAMES[death.role]}.`;
  return scene.saved ? 'Nobody died in the night: the doctor protected the victim.' : 'Nobody died in the night.';
}

function accusedSentence(
  [most]: readonly Accusation[],
  players: readonly SnapshotPlayer[],
  name: (seat: number) => string,
): string | null {
  if (!most) return null;
  const by = listOf(most.byPlayerIds.map((id) => name(seatOf(id))));
  return `${name(seatOf(most.targetPlayerId))} is accused by ${by}: “${shorten(withNames(most.quote, players))}”`;
}

function voteHeadline(
  scene: Scene,
  accusations: readonly Accusation[],
  players: readonly SnapshotPlayer[],
  name: (seat: number) => string,
): Headline {
  const alive = scene.alive.filter(Boolean).length;
  const cast = scene.votes.filter((vote) => vote !== null).length;
  const [first, second] = tallyOf(scene);
  const accused = accusedSentence(accusations, players, name);
  const now = `Day ${scene.day}. ${cast} of ${alive} have voted.`;
  const reasonAgainst = (target: number) => {
    const against = accusations.find(({ targetPlayerId }) => seatOf(targetPlayerId) === target);
    const by = against?.byPlayerIds.at(-1);
    return against && by ? ` ${name(seatOf(by))}: “${shorten(withNames(against.quote, players))}”` : '';
  };
  if (!first) return { now, why: accused ?? 'The player with the most votes is out; on a tie nobody is.' };
  const [target, voters] = first;
  if (second && second[1].length === voters.length) {
    const level = `${name(target)} and ${name(second[0])} are level with ${count(voters.length)}`;
    return { now, why: `${level}; on a tie nobody is out.${reasonAgainst(target)}` };
  }
  return { now, why: `${name(target)} leads with ${count(voters.length)}.${reasonAgainst(target)}` };
}

function endHeadline({ winner, roles, alive, day }: Scene, name: (seat: number) => string): Headline {
  const wolves = roles.flatMap((role, seat) => (role === 'WEREWOLF' ? [seat] : []));
  const were = wolves.length > 0 ? `The werewolves were ${listOf(wolves.map(name))}.` : '';
  if (winner === null) return { now: 'The match is over.', why: were };
  const left = wolves.filter((seat) => alive[seat]).length;
  return winner === 'VILLAGERS'
    ? { now: `The village won on day ${day}.`, why: `${were} Both were found.` }
    : { now: `The werewolves won on day ${day}.`, why: `${were} ${left === 2 ? 'Both' : 'One'} survived.` };
}

const count = (votes: number) => `${votes} ${votes === 1 ? 'vote' : 'votes'}`;

function shorten(text: string): string {
  return text.length <= MAX_QUOTE ? text : `${cutText(text, MAX_QUOTE - 1).trimEnd()}…`;
}
