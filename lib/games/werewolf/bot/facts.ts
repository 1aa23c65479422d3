import type { Rng } from '@/lib/core/rng';
import type { Role } from '../state';
import type { Mind } from './mind';
import { claimants, claimedResults, type HeardMessage } from './notes';

/** A fact in several wordings. Each is public, names whom it is about, and is no statement of the speaker. */
type Fact = readonly string[];

const ROLE_LABELS: Readonly<Record<Role, string>> = {
  VILLAGER: 'a villager',
  WEREWOLF: 'a werewolf',
  SEER: 'the seer',
  DOCTOR: 'the doctor',
};

const listOf = (ids: readonly string[]): string =>
  ids.length < 2 ? ids.join('') : `${ids.slice(0, -1).join(', ')} and ${ids.at(-1)}`;

type Known = Pick<Mind, 'notes' | 'view' | 'you'>;

/** What speaks against a player, the strongest first. */
export function factsAgainst(table: Known, id: string): Fact[] {
  return [
    ...brokenClaims(table, id),
    ...votesOf(table, id, false),
    ...wordsOf(table, id, false),
    ...againstMe(table, id),
    ...behaviour(table, id),
  ];
}

/** What speaks for a player, the strongest first. */
export function factsFor(table: Known, id: string): Fact[] {
  return [...vouchers(table, id), ...votesOf(table, id, true), ...wordsOf(table, id, true)];
}

/** Claims that were refuted or that contradict each other. */
function brokenClaims({ notes }: Known, id: string): Fact[] {
  const facts: Fact[] = [];
  for (const [target, isWolf] of claimedResults(notes, id)) {
    const role = notes.revealed.get(target);
    if (!role || (role === 'WEREWOLF') === isWolf) continue;
    const was = ROLE_LABELS[role];
    const called = isWolf ? 'a werewolf' : 'clean';
    facts.push([
      `${id} called ${target} ${called}, and ${target} was ${was}.`,
      `Remember what ${id} said of ${target}: ${called}. The card said ${was}.`,
    ]);
  }
  for (const role of ['SEER', 'DOCTOR'] as const) {
    const others = claimants(notes, role).filter((one) => one !== id);
    if (!claimants(notes, role).includes(id)) continue;
    const proved = [...notes.revealed].find(([one, revealed]) => revealed === role && one !== id)?.[0];
    if (proved)
      facts.push([
        `${id} claims to be ${ROLE_LABELS[role]}, but ${proved} was ${ROLE_LABELS[role]}.`,
        `We buried ${ROLE_LABELS[role]}, it was ${proved}, and ${id} still claims that card.`,
      ]);
    else if (others.length > 0)
      facts.push([
        `${id} and ${others[0]} both claim to be ${ROLE_LABELS[role]}, and there is one.`,
        `There is one ${role.toLowerCase()}, and ${listOf([...others, id])} all claim it.`,
      ]);
  }
  const roles = new Set(
    notes.messages.flatMap(({ speakerId, statements }) =>
      speakerId === id ? statements.flatMap((one) => (one.kind === 'CLAIM_ROLE' ? one.role : [])) : [],
    ),
  );
  const [first, second] = roles;
  if (first && second)
    facts.push([
      `${id} first claimed to be ${ROLE_LABELS[first]}, and then ${ROLE_LABELS[second]}.`,
      `Two claims from ${id}: ${ROLE_LABELS[first]}, then ${ROLE_LABELS[second]}.`,
    ]);
  return facts;
}

/** How a player voted, and what those were whom it voted for. @param good what speaks for it */
function votesOf({ notes, view, you }: Known, id: string, good: boolean): Fact[] {
  const facts: Fact[] = [];
  for (const { voterPlayerId, targetPlayerId: target, dayNumber: day } of notes.votes) {
    if (voterPlayerId !== id || day >= view.dayNumber) continue;
    if (target === null) {
      if (!good) facts.push([`${id} gave no vote on day ${day}.`, `On day ${day} ${id} voted for nobody.`]);
      continue;
    }
    const role = notes.revealed.get(target);
    if (!role) {
      const words = notes.messages.filter(({ speakerId, dayNumber }) => speakerId === id && dayNumber === day);
      const named = words.flatMap(({ statements }) =>
        statements.flatMap((one) => (one.kind === 'ACCUSE' ? one.target : [])),
      );
      if (!good && named.length > 0 && !named.includes(target))
        facts.push([
          `${id} named ${named[0]} on day ${day} and then voted for ${target}.`,
          `On day ${day} ${id} spoke of ${named[0]}, and voted for ${target}.`,
        ]);
      continue;
    }
    if ((role === 'WEREWOLF') !== good) continue;
    facts.push(
      good
        ? [
            `${id} voted for ${target} on day ${day}, and ${target} was a werewolf.`,
            `The vote of ${id} on day ${day} hit a werewolf, ${target}.`,
          ]
        : [
            `${id} voted for ${target} on day ${day}, and ${target} was ${ROLE_LABELS[role]}.`,
            `${target} was ${ROLE_LABELS[role]}, and ${id} voted for ${target} all the same.`,
            `Look at day ${day}: ${id} voted for ${target}, who was ${ROLE_LABELS[role]}.`,
          ],
    );
  }
  const own = you.playerId;
  const wolves = [...notes.revealed].filter(([one, role]) => role === 'WEREWOLF' && one !== id).map(([one]) => one);
  if (!good)
    for (const wolf of wolves)
      for (const { dayNumber: day, targetPlayerId: target, voterPlayerId } of notes.votes)
        if (
          voterPlayerId === wolf &&
          target &&
          target !== own &&
          notes.votes.some((one) => one.voterPlayerId === id && one.dayNumber === day && one.targetPlayerId === target)
        )
          facts.push([
            `${id} and the werewolf ${wolf} both voted for ${target} on day ${day}.`,
            `On day ${day} ${id} voted as the werewolf ${wolf} did, for ${target}.`,
          ]);
  return facts;
}

/** Whom a player accused or defended, and what those were. */
function wordsOf({ notes }: Known, id: string, good: boolean): Fact[] {
  const facts = new Map<string, Fact>();
  for (const { speakerId, statements, dayNumber: day } of notes.messages) {
    if (speakerId !== id) continue;
    for (const one of statements) {
      if (one.kind !== 'ACCUSE' && one.kind !== 'DEFEND') continue;
      const role = notes.revealed.get(one.target);
      if (!role) continue;
      const isRight = (one.kind === 'ACCUSE') === (role === 'WEREWOLF');
      if (isRight !== good || (one.kind === 'DEFEND' && role !== 'WEREWOLF')) continue;
      const was = ROLE_LABELS[role];
      facts.set(
        `${one.kind} ${one.target}`,
        one.kind === 'ACCUSE'
          ? [
              `${id} named ${one.target} on day ${day}, and ${one.target} was ${was}.`,
              `It was ${id} who named ${one.target} on day ${day}, and the card said ${was}.`,
            ]
          : [
              `${id} spoke for ${one.target} on day ${day}, and ${one.target} was a werewolf.`,
              `On day ${day} ${id} defended ${one.target}, a werewolf.`,
            ],
      );
    }
  }
  return [...facts.values()];
}

function againstMe({ notes, view, you }: Known, id: string): Fact[] {
  const facts: Fact[] = [];
  const days = new Set(
    notes.messages
      .filter(
        ({ speakerId, statements }) =>
          speakerId === id && statements.some((one) => one.kind === 'ACCUSE' && one.target === you.playerId),
      )
      .map(({ dayNumber }) => dayNumber),
  );
  if (days.size > 1)
    facts.push([
      `${id} has named me on ${days.size} days now.`,
      `Day ${[...days][0]}, and again today: ${id} names me.`,
    ]);
  const vote = notes.votes.find(
    (one) => one.voterPlayerId === id && one.targetPlayerId === you.playerId && one.dayNumber < view.dayNumber,
  );
  if (vote)
    facts.push([
      `${id} voted for me on day ${vote.dayNumber}.`,
      `I have not forgotten the vote of ${id} against me on day ${vote.dayNumber}.`,
    ]);
  return facts;
}

const todayOf = ({ notes, view }: Pick<Known, 'notes' | 'view'>): HeardMessage[] =>
  notes.messages.filter(({ dayNumber }) => dayNumber === view.dayNumber);

const isAccusationOf =
  (id: string) =>
  ({ statements }: HeardMessage) =>
    statements.some(
      (one) => (one.kind === 'ACCUSE' || (one.kind === 'CLAIM_RESULT' && one.isWolf)) && one.target === id,
    );

/** What a player did not say today, and who else named it. */
function behaviour(table: Known, id: string): Fact[] {
  const { you } = table;
  const today = todayOf(table);
  const own = today.filter(({ speakerId }) => speakerId === id);
  const facts: Fact[] = [];
  const accusers = [...new Set(today.filter(isAccusationOf(id)).map(({ speakerId }) => speakerId))].filter(
    (one) => one !== you.playerId,
  );
  if (accusers.length > 0)
    facts.push([
      `${listOf(accusers)} named ${id} today as well.`,
      `${id} has been named by ${listOf(accusers)} today.`,
      `Before me ${listOf(accusers)} named ${id}.`,
    ]);
  const asker = today.findLast(({ asks, speakerId }) => asks.includes(id) && speakerId !== id);
  if (asker && asker.speakerId !== you.playerId && !own.some(({ atMs }) => atMs > asker.atMs))
    facts.push([
      `${asker.speakerId} asked ${id} a question, and ${id} has not answered.`,
      `${id} still owes ${asker.speakerId} an answer.`,
    ]);
  if (own.length > 1 && !own.some(({ statements }) => statements.length > 0))
    facts.push([
      `${id} has spoken ${own.length} times today and named nobody.`,
      `${own.length} times ${id} spoke today, and named nobody.`,
    ]);
  if (own.length === 0 && today.length > 5)
    facts.push([`${id} has not spoken today.`, `Not a word from ${id}, and ${today.length} messages were said today.`]);
  const named = new Set(
    own.flatMap(({ statements }) => statements.flatMap((one) => (one.kind === 'ACCUSE' ? one.target : []))),
  );
  if (named.size > 1)
    facts.push([
      `${id} has named ${listOf([...named])} today.`,
      `${id} named first ${[...named][0]} and then ${[...named][1]} today.`,
    ]);
  else if (named.size === 1 && !named.has(you.playerId))
    facts.push([`${id} named ${[...named][0]} today.`, `The one name from ${id} today is ${[...named][0]}.`]);
  return facts;
}

/** Seers that were proved right, and false ones, as witnesses for a player. */
function vouchers({ notes }: Known, id: string): Fact[] {
  return [...notes.revealed].flatMap(([speaker, role]): Fact[] => {
    const result = claimedResults(notes, speaker).get(id);
    if (role === 'SEER' && result === false)
      return [
        [`${speaker} was the seer, and ${speaker} cleared ${id}.`, `The seer ${speaker} cleared ${id} before the end.`],
      ];
    if (role === 'WEREWOLF' && result === true)
      return [
        [
          `${speaker} called ${id} a werewolf, and ${speaker} was one.`,
          `It was a werewolf, ${speaker}, who blamed ${id}.`,
        ],
      ];
    return [];
  });
}

/** What anybody may say about the day: counts, the last vote, the last night, open questions. */
export function factsOfDay(table: Known): Fact[] {
  const { notes, view, you } = table;
  const alive = view.players.filter((player) => player.alive).map(({ playerId }) => playerId);
  const wolvesLeft = 2 - [...notes.revealed.values()].filter((role) => role === 'WEREWOLF').length;
  const today = todayOf(table);
  const facts: Fact[] = [];
  const before = view.dayNumber - 1;
  const night = view.history.findLast(({ kind }) => kind === 'NIGHT');
  if (night?.playerId) {
    const words = notes.messages.filter(
      ({ speakerId, dayNumber }) => speakerId === night.playerId && dayNumber === before,
    );
    const named = words
      .flatMap(({ statements }) => statements.flatMap((one) => (one.kind === 'ACCUSE' ? one.target : [])))
      .at(-1);
    if (named && named !== you.playerId && alive.includes(named))
      facts.push([
        `Yesterday ${night.playerId} named ${named}, and today ${night.playerId} is dead.`,
        `${night.playerId} named ${named} yesterday and did not live to repeat it.`,
      ]);
  }
  const cast = notes.votes.filter(({ dayNumber }) => dayNumber === before);
  const out = view.history.findLast(({ kind, dayNumber }) => kind === 'VOTE' && dayNumber === before);
  if (out?.playerId && out.role) {
    const voters = cast.filter(
      ({ targetPlayerId, voterPlayerId }) =>
        targetPlayerId === out.playerId && alive.includes(voterPlayerId) && voterPlayerId !== you.playerId,
    );
    if (voters.length > 0)
      facts.push([
        `${listOf(voters.map(({ voterPlayerId }) => voterPlayerId))} voted ${out.playerId} out, and the card said ${ROLE_LABELS[out.role]}.`,
        `${out.playerId} was ${ROLE_LABELS[out.role]}. Votes against ${out.playerId} came from ${listOf(voters.map(({ voterPlayerId }) => voterPlayerId))}.`,
      ]);
  }
  for (const { voterPlayerId, targetPlayerId } of cast)
    if (
      voterPlayerId !== you.playerId &&
      targetPlayerId &&
      targetPlayerId !== out?.playerId &&
      alive.includes(voterPlayerId)
    )
      facts.push([
        `${voterPlayerId} voted for ${targetPlayerId} yesterday.`,
        `Yesterday ${voterPlayerId} gave a vote to ${targetPlayerId}.`,
      ]);
  const counts = new Map<string, Set<string>>();
  for (const message of today)
    for (const one of message.statements)
      if (one.kind === 'ACCUSE' && message.speakerId !== you.playerId)
        counts.set(one.target, (counts.get(one.target) ?? new Set()).add(message.speakerId));
  const [most] = [...counts].sort(([, one], [, other]) => other.size - one.size);
  if (most && most[1].size > 1 && most[0] !== you.playerId)
    facts.push([
      `${most[0]} was named by ${listOf([...most[1]])} today.`,
      `${most[1].size} of us have named ${most[0]} today.`,
    ]);
  const unnamed = alive.filter(
    (id) => id !== you.playerId && !counts.has(id) && today.some(({ speakerId }) => speakerId === id),
  );
  if (today.length > 5 && unnamed[0])
    facts.push([`Nobody has named ${unnamed[0]} today.`, `${unnamed.at(-1)} has been named by nobody so far.`]);
  for (const role of ['SEER', 'DOCTOR'] as const) {
    const [claimant, rival] = claimants(notes, role).filter((id) => alive.includes(id) && id !== you.playerId);
    if (claimant && !rival)
      facts.push([
        `${claimant} claims to be ${ROLE_LABELS[role]}, and nobody else does.`,
        `Nobody but ${claimant} claims to be ${ROLE_LABELS[role]}.`,
      ]);
  }
  const left = wolvesLeft === 1 ? 'one werewolf is' : 'two werewolves are';
  facts.push([
    `There are ${alive.length} of us, and ${left} left.`,
    `${alive.length} of us are alive, and ${Math.floor(alive.length / 2) + 1} votes decide.`,
  ]);
  if (alive.length - 2 * wolvesLeft <= 2 && wolvesLeft > 0)
    facts.push([
      'One more mistake and the wolves win.',
      `${alive.length} of us are left: one more mistake and it is over.`,
    ]);
  return facts;
}

/** One wording of the first of some facts that nobody has said; null where all were said. */
export function tellFact(facts: readonly Fact[], rng: Rng, isSaid: (sentence: string) => boolean): string | null {
  for (const fact of facts) {
    if (fact.some(isSaid)) continue;
    return rng.pick(fact);
  }
  return null;
}
