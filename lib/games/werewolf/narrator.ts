import type { GameEvent } from '@/lib/core/game';
import { sha256Hex } from '@/lib/core/rng';
import { event, type Moment } from './events';

/** What a line may name. Public lines get only what is public at that moment. */
export interface LineFacts {
  player?: string;
  other?: string;
  /** With its article: `a villager`, `the seer`. */
  role?: string;
  day?: number;
  alive?: number;
  votes?: number;
}

type Line = (facts: LineFacts) => string;

/** What the Town Crier says to everyone. Nothing here may tell more than the events beside it. */
const PUBLIC_LINES: Partial<Record<Moment, readonly Line[]>> = {
  GATHERING: [
    () => 'Eight neighbours step into the Town Hall. Two of them are werewolves.',
    () => 'The Town Hall fills: eight chairs, eight smiles. Two of the smiles hide teeth.',
    () => 'Welcome to the Town Hall. Among eight neighbours sit a seer, a doctor and two werewolves.',
  ],
  READY: [
    ({ player }) => `${player} is ready.`,
    ({ player }) => `${player} takes a seat.`,
    ({ player }) => `${player} nods: ready.`,
  ],
  NIGHT_FALLS: [
    ({ alive }) => `Night falls. ${alive} neighbours close their doors.`,
    ({ alive }) => `The lamps go out, and ${alive} neighbours listen to the dark.`,
    ({ alive }) => `It is night. ${alive} windows go dark, and somewhere a floorboard creaks.`,
  ],
  NIGHT_KILL: [
    ({ player, role }) => `Morning, and a door stands open. ${player} is dead. ${player} was ${role}.`,
    ({ player, role }) => `The town wakes to bad news: the werewolves have killed ${player}, ${role}.`,
    ({ player, role }) => `One chair stays empty at breakfast. ${player} is dead, and the papers say: ${role}.`,
  ],
  NIGHT_SAVED: [
    () => 'Morning, and nobody is missing. The werewolves came, and the doctor was there first.',
    () => 'Claw marks on a door, and nobody dead. The doctor chose well tonight.',
    () => 'The town counts heads twice: nobody is missing. The doctor stopped the attack.',
  ],
  NIGHT_QUIET: [
    () => 'The night passes, and nobody is attacked.',
    () => 'Morning comes, and nothing has happened.',
    () => 'A quiet night: no attack, no dead.',
  ],
  OPENING: [
    ({ day, alive }) => `Day ${day}. ${alive} neighbours stand up, one short statement each.`,
    ({ day, alive }) => `Day ${day} begins. One statement from each of the ${alive}, please, and keep it short.`,
    ({ day, alive }) => `Order in the hall. Day ${day}: ${alive} statements, then the floor is open.`,
  ],
  DISCUSSION: [
    () => 'The floor is open. Accuse, defend, explain.',
    () => 'All have been heard once. Now talk to each other.',
    () => 'Open discussion. Somebody in this hall is lying.',
  ],
  VOTE: [
    ({ alive }) => `The ballot box is on the table: ${alive} votes, and a tie eliminates nobody.`,
    ({ alive }) => `Time to vote. ${alive} may vote, and a vote can be changed until all are in.`,
    ({ alive }) => `Now choose. ${alive} votes decide; if the lead is tied, nobody leaves.`,
  ],
  VOTED_OUT: [
    ({ player, role, votes }) => `With ${votes} votes ${player} has to leave the town. ${player} was ${role}.`,
    ({ player, role, votes }) => `${votes} votes, and that decides it: ${player} is out. The card shows ${role}.`,
    ({ player, role, votes }) => `The hall has spoken with ${votes} votes. ${player} turns the card: ${role}.`,
  ],
  TIE: [
    ({ votes }) => `A tie at ${votes}. Nobody leaves the town today.`,
    ({ votes }) => `${votes} against ${votes}: no decision, and nobody is eliminated.`,
    ({ votes }) => `The lead is tied at ${votes}. The box is closed, and everyone stays.`,
  ],
  NO_VOTES: [
    () => 'Not one vote against anybody. Nobody is eliminated.',
    () => 'The box is empty. Everyone stays.',
    () => 'All abstain. The werewolves will not complain.',
  ],
  LEFT: [
    ({ player, role }) => `${player} leaves the town for good. ${player} was ${role}.`,
    ({ player, role }) => `${player} gives up and walks out. The card on the chair says: ${role}.`,
    ({ player, role }) => `An empty chair: ${player}, ${role}, has left the match.`,
  ],
  VILLAGERS_WIN: [
    () => 'The last werewolf is gone. The village wins.',
    () => 'No howl tonight: both werewolves are found, and the village wins.',
    () => 'The town may sleep again. The village has won.',
  ],
  WEREWOLVES_WIN: [
    () => 'The werewolves are as many as the others. They no longer need to hide: the werewolves win.',
    () => 'Too few are left to outvote them. The werewolves win.',
    () => 'The masks come off, and nobody can stop them now. The werewolves win.',
  ],
};

/** What the Town Crier says to viewers of the omniscient view alone. */
const OMNISCIENT_LINES: Partial<Record<Moment, readonly Line[]>> = {
  GATHERING: [
    ({ player, other }) => `Between us: ${player} and ${other} are the werewolves.`,
    ({ player, other }) => `Watch ${player} and ${other}. They are the werewolves.`,
    ({ player, other }) => `${player} and ${other} have sharper teeth than they show.`,
  ],
  WOLF_CHOICE: [
    ({ player, other }) => `${player} has picked a door for tonight: ${other}.`,
    ({ player, other }) => `${player} wants ${other} dead by morning.`,
    ({ player, other }) => `${player} points at the house of ${other}.`,
  ],
  SEER_CHOICE: [
    ({ player, other, role }) => `${player}, the seer, looks into the cards: ${other} is ${role}.`,
    ({ player, other, role }) => `The crystal of ${player} shows ${other}: ${role}.`,
    ({ player, other, role }) => `${player} learns the truth about ${other}: ${role}.`,
  ],
  DOCTOR_CHOICE: [
    ({ player, other }) => `${player}, the doctor, keeps watch at the door of ${other}.`,
    ({ player, other }) => `${player} carries the doctor's bag to ${other}.`,
    ({ player, other }) => `Tonight ${player} protects ${other}.`,
  ],
  NIGHT_KILL: [
    ({ player }) => `Nobody stood between the werewolves and ${player}.`,
    ({ player }) => `The attack on ${player} met no guard.`,
    ({ player }) => `They came for ${player}, and no light was on.`,
  ],
  NIGHT_SAVED: [
    ({ player }) => `They came for ${player}, and the doctor was waiting.`,
    ({ player }) => `${player} will never know how close it was.`,
    ({ player }) => `The bite was meant for ${player}. The doctor read their minds.`,
  ],
  VOTED_OUT: [
    ({ player, role }) => `The cards never lie: ${player} was ${role}.`,
    ({ player, role }) => `You knew it before the hall did: ${player}, ${role}.`,
    ({ player, role }) => `${player}, ${role}, falls by daylight.`,
  ],
};

/** The same variant for the same match, moment and key, whatever was drawn or chosen in secret. */
function chooseLine(lines: readonly Line[], narratorSeed: string, key: string): Line | undefined {
  const drawn = Number.parseInt(sha256Hex(`${narratorSeed}|${key}`).slice(0, 8), 16);
  return lines[drawn % lines.length];
}

interface Occasion {
  narratorSeed: string;
  moment: Moment;
  /** Distinguishes occasions of the same moment: the day, a player. */
  key: string;
  facts?: LineFacts;
}

type Channel = 'public' | 'omniscient';

function lineOf(channel: Channel, { narratorSeed, moment, key, facts = {} }: Occasion): string | undefined {
  const lines = (channel === 'public' ? PUBLIC_LINES : OMNISCIENT_LINES)[moment];
  return lines && chooseLine(lines, narratorSeed, `${channel}|${moment}|${key}`)?.(facts);
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
