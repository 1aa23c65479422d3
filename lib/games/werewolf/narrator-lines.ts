import type { Moment } from './events';

/** What a line may name. Public lines get only what is public at that moment; players are named by their ids. */
export interface LineFacts {
  player?: string;
  other?: string;
  /** With its article: `a villager`, `the seer`. */
  role?: string;
  day?: number;
  alive?: number;
  votes?: number;
  /** What the next mistake or the next hit decides. Never empty while the match runs. */
  stakes?: string;
  /** Who voted for whom, for example "p:2, p:4 and p:5 for p:1, p:3 for p:6". */
  tally?: string;
  /** Something to wonder about until the morning. */
  cliffhanger?: string;
  /** What the dead player did on its last day. */
  memory?: string;
}

export type CrierLine = (facts: LineFacts) => string;

/** The forms of an occasion: each lead with each tail. Neighbouring forms have different leads. */
export interface Forms {
  leads: readonly CrierLine[];
  tails?: readonly CrierLine[];
}

const stakes: CrierLine = ({ stakes: text = '' }) => text;

/** What the Town Crier says to everyone. Nothing here may tell more than the events beside it and before it. */
export const PUBLIC_FORMS: Readonly<Partial<Record<Moment, Forms>>> = {
  GATHERING: {
    leads: [
      () => 'Eight neighbours step into the Town Hall.',
      () => 'The Town Hall fills: eight chairs, eight smiles.',
      () => 'Welcome to the Town Hall, all eight of you.',
      () => 'Close the doors, please: eight have come, and eight it takes.',
    ],
    tails: [
      () => 'Two of them are werewolves, and only those two know it.',
      () => 'One is a seer, one a doctor, and two hide their teeth.',
      () => 'Two werewolves, six who must find them, and a vote each day.',
    ],
  },
  READY: {
    leads: [
      ({ player }) => `${player} is ready.`,
      ({ player }) => `${player} takes a seat.`,
      ({ player }) => `${player} nods: ready.`,
      ({ player }) => `${player} draws the chair closer.`,
      ({ player }) => `${player} hangs up the coat and sits.`,
      ({ player }) => `${player} raises a hand: ready.`,
      ({ player }) => `${player} looks round once and sits down.`,
      ({ player }) => `${player} is in.`,
      ({ player }) => `One more: ${player} is ready.`,
      ({ player }) => `${player} has found a chair.`,
      ({ player }) => `${player} says: begin.`,
      ({ player }) => `${player} is here and ready.`,
    ],
  },
  NIGHT_FALLS: {
    leads: [
      ({ alive }) => `Night falls. ${alive} neighbours close their doors.`,
      ({ alive }) => `The lamps go out, and ${alive} neighbours listen to the dark.`,
      ({ alive }) => `It is night. ${alive} windows go dark, and somewhere a floorboard creaks.`,
      ({ alive }) => `The hall empties. ${alive} walk home, and not all of them stay there.`,
    ],
    tails: [
      ({ cliffhanger = '' }) => cliffhanger,
      ({ cliffhanger = '', stakes: text = '' }) => `${cliffhanger} ${text}`.trim(),
      ({ stakes: text = '', cliffhanger = '' }) => `${text} ${cliffhanger}`.trim(),
    ],
  },
  NIGHT_KILL: {
    leads: [
      ({ player, role }) => `Morning, and a door stands open. ${player} is dead. ${player} was ${role}.`,
      ({ player, role }) => `The town wakes to bad news: the werewolves have killed ${player}, ${role}.`,
      ({ player, role }) => `One chair stays empty at breakfast. ${player} is dead, and the card says ${role}.`,
      ({ player, role }) => `They found ${player} at first light, dead. The card: ${role}.`,
    ],
    tails: [
      ({ memory = '', stakes: text = '' }) => `${memory} ${text}`.trim(),
      stakes,
      ({ stakes: text = '', memory = '' }) => `${text} ${memory}`.trim(),
    ],
  },
  NIGHT_SAVED: {
    leads: [
      () => 'Morning, and nobody is missing. The werewolves came, and the doctor was there first.',
      () => 'Claw marks on a door, and nobody dead. The doctor chose well tonight.',
      () => 'The town counts heads twice: nobody is missing. The doctor stopped the attack.',
      () => 'Somebody opens the shutters who should be dead. The doctor was awake.',
    ],
    tails: [
      stakes,
      ({ alive, stakes: text = '' }) => `Still ${alive} of you. ${text}`,
      ({ stakes: text = '' }) => `One door was knocked at, and it was guarded. ${text}`,
    ],
  },
  NIGHT_QUIET: {
    leads: [
      () => 'The night passes, and nobody is attacked.',
      () => 'Morning comes, and nothing has happened.',
      () => 'A quiet night: no attack, no dead.',
      () => 'Nothing moved in the night.',
    ],
    tails: [
      stakes,
      ({ alive }) => `All ${alive} are here.`,
      ({ stakes: text = '' }) => `Do not trust the silence. ${text}`,
    ],
  },
  OPENING: {
    leads: [
      ({ day, alive }) => `Day ${day}. ${alive} neighbours stand up, one short statement each.`,
      ({ day, alive }) => `Day ${day} begins. One statement from each of the ${alive}, please, and keep it short.`,
      ({ day, alive }) => `Order in the hall. Day ${day}: ${alive} statements, then the floor is open.`,
      ({ day, alive }) => `Day ${day}, ${alive} voices. Each speaks once.`,
    ],
    tails: [stakes, () => 'Listen to what is left out.', ({ stakes: text = '' }) => `${text} Choose your words.`],
  },
  DISCUSSION: {
    leads: [
      () => 'The floor is open.',
      () => 'All have been heard once. Now talk to each other.',
      () => 'Open discussion. Somebody in this hall is lying.',
      () => 'Statements are over, questions begin.',
    ],
    tails: [
      stakes,
      ({ tally = '' }) =>
        tally ? `Remember the last vote: ${tally}.` : 'Nobody has voted yet, so words are all there is.',
      ({ stakes: text = '' }) => `Accuse, defend, explain. ${text}`,
    ],
  },
  VOTE: {
    leads: [
      ({ alive }) => `The ballot box is on the table: ${alive} votes, and a tie eliminates nobody.`,
      ({ alive }) => `Time to vote. ${alive} may vote, and a vote can be changed until all are in.`,
      ({ alive }) => `Now choose. ${alive} votes decide; if the lead is tied, nobody leaves.`,
      ({ alive }) => `Enough words. ${alive} of you hold a vote.`,
    ],
    tails: [
      stakes,
      ({ tally = '', stakes: text = '' }) => (tally ? `Last time it was ${tally}. ${text}` : text),
      ({ stakes: text = '' }) => `Think of tomorrow morning. ${text}`,
    ],
  },
  VOTED_OUT: {
    leads: [
      ({ player, role, votes }) => `With ${votes} votes ${player} has to leave the town. ${player} was ${role}.`,
      ({ player, role, votes }) => `${votes} votes, and that decides it: ${player} is out. The card shows ${role}.`,
      ({ player, role, votes }) => `The hall has spoken with ${votes} votes. ${player} turns the card: ${role}.`,
      ({ player, role, votes }) =>
        `${player} stands up, takes the hat and turns the card. ${votes} votes, and it is ${role}.`,
    ],
    tails: [
      ({ tally = '' }) => `The vote: ${tally}.`,
      ({ tally = '', stakes: text = '' }) => `${text} The vote was ${tally}.`.trim(),
      ({ tally = '', stakes: text = '' }) => `Write it down: ${tally}. ${text}`.trim(),
    ],
  },
  TIE: {
    leads: [
      ({ votes }) => `A tie at ${votes}. Nobody leaves the town today.`,
      ({ votes }) => `${votes} against ${votes}: no decision, and nobody is eliminated.`,
      ({ votes }) => `The lead is tied at ${votes}. The box is closed, and everyone stays.`,
      ({ votes }) => `Nobody has the most: ${votes} each at the top.`,
    ],
    tails: [
      ({ tally = '' }) => `The vote: ${tally}.`,
      ({ tally = '', stakes: text = '' }) => `It was ${tally}. ${text}`.trim(),
      ({ tally = '' }) => `One vote elsewhere would have decided it: ${tally}.`,
    ],
  },
  NO_VOTES: {
    leads: [
      () => 'Not one vote against anybody. Nobody is eliminated.',
      () => 'The box is empty. Everyone stays.',
      () => 'All abstain. The werewolves will not complain.',
      () => 'No name in the box at all.',
    ],
    tails: [
      stakes,
      () => 'A day without a vote is a day for the wolves.',
      ({ stakes: text = '' }) => `And now the night. ${text}`,
    ],
  },
  LEFT: {
    leads: [
      ({ player, role }) => `${player} leaves the town for good. ${player} was ${role}.`,
      ({ player, role }) => `${player} gives up and walks out. The card on the chair says ${role}.`,
      ({ player, role }) => `An empty chair: ${player}, ${role}, has left the match.`,
      ({ player, role }) => `${player} is gone, by the front door and for good. It was ${role}.`,
    ],
    tails: [stakes, ({ alive }) => `${alive} remain.`, ({ alive, stakes: text = '' }) => `${alive} remain. ${text}`],
  },
  VILLAGERS_WIN: {
    leads: [
      () => 'The last werewolf is gone.',
      () => 'No howl tonight: both werewolves are found.',
      () => 'The town may sleep again.',
      () => 'Both cards are on the table, and both have teeth.',
    ],
    tails: [
      () => 'The village wins.',
      ({ alive }) => `The village wins, with ${alive} left to tell it.`,
      ({ day }) => `On day ${day} the village wins.`,
    ],
  },
  WEREWOLVES_WIN: {
    leads: [
      () => 'The werewolves are as many as the others. They no longer need to hide.',
      () => 'Too few are left to outvote them.',
      () => 'The masks come off, and nobody can stop them now.',
      () => 'No vote can be won any more.',
    ],
    tails: [
      () => 'The werewolves win.',
      ({ day }) => `After ${day} days the werewolves win.`,
      () => 'The werewolves win, and the town learns whom it trusted.',
    ],
  },
};

/** What the Town Crier says to viewers of the omniscient view alone. */
export const OMNISCIENT_FORMS: Readonly<Partial<Record<Moment, Forms>>> = {
  GATHERING: {
    leads: [
      ({ player, other }) => `Between us: ${player} and ${other} are the werewolves.`,
      ({ player, other }) => `Watch ${player} and ${other}. They are the werewolves.`,
      ({ player, other }) => `${player} and ${other} have sharper teeth than they show.`,
      ({ player, other }) => `Two cards with claws: ${player} and ${other}.`,
    ],
    tails: [() => '', () => 'Nobody else in the hall knows.', () => 'See how they smile.'],
  },
  WOLF_CHOICE: {
    leads: [
      ({ player, other }) => `${player} has picked a door for tonight: ${other}.`,
      ({ player, other }) => `${player} wants ${other} dead by morning.`,
      ({ player, other }) => `${player} points at the house of ${other}.`,
      ({ player, other }) => `For ${player} it is ${other}.`,
    ],
    tails: [() => '', () => 'The night is not over.', () => 'Listen for the door.'],
  },
  SEER_CHOICE: {
    leads: [
      ({ player, other, role }) => `${player}, the seer, looks into the cards: ${other} is ${role}.`,
      ({ player, other, role }) => `The crystal of ${player} shows ${other}: ${role}.`,
      ({ player, other, role }) => `${player} learns the truth about ${other}: ${role}.`,
      ({ player, other, role }) => `${player} turns one card, that of ${other}: ${role}.`,
    ],
    tails: [() => '', () => 'Will the seer say it?', () => 'One more player knows something.'],
  },
  DOCTOR_CHOICE: {
    leads: [
      ({ player, other }) => `${player}, the doctor, keeps watch at the door of ${other}.`,
      ({ player, other }) => `${player} carries the doctor's bag to ${other}.`,
      ({ player, other }) => `Tonight ${player} protects ${other}.`,
      ({ player, other }) => `${player} sits up all night for ${other}.`,
    ],
    tails: [() => '', () => 'Is it the right door?', () => 'The bag is packed.'],
  },
  NIGHT_KILL: {
    leads: [
      ({ player }) => `Nobody stood between the werewolves and ${player}.`,
      ({ player }) => `The attack on ${player} met no guard.`,
      ({ player }) => `They came for ${player}, and no light was on.`,
      ({ player }) => `${player} heard the door, and then nothing.`,
    ],
    tails: [() => '', () => 'The doctor was elsewhere.', () => 'It was over quickly.'],
  },
  NIGHT_SAVED: {
    leads: [
      ({ player }) => `They came for ${player}, and the doctor was waiting.`,
      ({ player }) => `${player} will never know how close it was.`,
      ({ player }) => `The bite was meant for ${player}. The doctor read their minds.`,
      ({ player }) => `At the door of ${player} three met who had not planned to.`,
    ],
    tails: [() => '', () => 'The pack goes hungry.', () => 'One guess, and the right one.'],
  },
  VOTED_OUT: {
    leads: [
      ({ player, role }) => `The cards never lie: ${player} was ${role}.`,
      ({ player, role }) => `You knew it before the hall did: ${player}, ${role}.`,
      ({ player, role }) => `${player}, ${role}, falls by daylight.`,
      ({ player, role }) => `You saw it coming. ${player} was ${role}.`,
    ],
    tails: [() => '', () => 'The hall only guessed.', () => 'Now watch the others.'],
  },
};
