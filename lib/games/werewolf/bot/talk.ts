import { type WerewolfMove, withoutDefaults } from '../moves';
import { trait } from './beliefs';
import { factsAgainst, factsFor, factsOfDay, tellFact } from './facts';
import { accusersToday, decides, hasClaimed, type Mind, wasPhrased, wasSaid } from './mind';
import { claimants, claimedResults, type HeardMessage } from './notes';
import { composeMessage, type Facts, type Intent, phrase } from './phrases';

/** What a bot is going to say, before it is put into words. */
interface Plan {
  parts: { intent: Intent; facts?: Partial<Facts> }[];
  /** The player against whom, or for whom, a fact is added after them. */
  against?: string;
  inFavour?: string;
  replyTo?: HeardMessage;
  kind?: 'DEFENSE';
}

const ACCUSED_BY_MANY = 2;
/** Werewolves that defend each other in public; it costs them when one of them is found. */
const LOYAL_PERCENT = 4;
const DOCTOR_CLAIM_PERCENT = 55;
const FALSE_DOCTOR_PERCENT = 20;
const OPENING_ACCUSATION_FROM = 0.9;

/** The opening statement of a bot: a claim if it has decided to make one, else a suspicion or a few words. */
export function makeOpening(mind: Mind): WerewolfMove {
  const plan = planClaim(mind) ?? planOpening(mind);
  return speak(mind, plan, 'OPENING');
}

/** A message in the discussion: an answer to what was said, else something new; null when the bot has nothing to say. */
export function discuss(mind: Mind): WerewolfMove | null {
  const plan = planClaim(mind) ?? planReply(mind) ?? planRemark(mind);
  return plan && speak(mind, plan, plan.kind ?? 'DISCUSSION');
}

function speak(mind: Mind, plan: Plan, kind: 'OPENING' | 'DISCUSSION' | 'DEFENSE'): WerewolfMove {
  const { rng, view, voice } = mind;
  const isSaid = wasSaid(mind);
  const isPhrased = wasPhrased(mind);
  const sentences = plan.parts.map(({ intent, facts }) =>
    phrase(intent, { day: view.dayNumber, ...facts }, { voice, rng, isSaid: isPhrased }),
  );
  const reasons = [
    ...(plan.against ? factsAgainst(mind, plan.against) : []),
    ...(plan.inFavour ? factsFor(mind, plan.inFavour) : []),
  ];
  const fact = ofSelf(tellFact(reasons, rng, isSaid) ?? '', mind.you.playerId);
  const facts = rng
    .shuffle(factsOfDay(mind))
    .flatMap((wordings) => (wordings.some(isSaid) ? [] : ofSelf(rng.pick(wordings), mind.you.playerId)));
  const text = composeMessage([...sentences, fact], rng, { facts, isSaid });
  return withoutDefaults({ type: 'say', text, kind, replyToEventId: plan.replyTo?.eventId });
}

/** A fact about the speaker, as it says it itself. */
const ofSelf = (fact: string, own: string): string =>
  fact
    .replace(new RegExp(`^${own} `), 'I ')
    .replace(`The vote of ${own} `, 'My vote ')
    .replace(`It was ${own} who`, 'It was I who')
    .replaceAll(` ${own}`, ' me')
    .replaceAll(' and me both', ' and I both');

const living = ({ view }: Mind) => view.players.filter(({ alive }) => alive).map(({ playerId }) => playerId);

/** A role claim or a new result that the bot has decided to tell; null when it has none. */
function planClaim(mind: Mind): Plan | null {
  const { you } = mind;
  if (you.role === 'SEER')
    return planSeerClaim(
      mind,
      you.seerHistory.map(({ targetPlayerId: target, result }) => ({ target, isWolf: result === 'WEREWOLF' })),
    );
  if (you.role === 'DOCTOR') return planDoctorClaim(mind);
  if (you.role === 'WEREWOLF') return planFalseClaim(mind);
  return null;
}

/** The doctor contradicts everybody who says to be it, once each. */
function planDoctorClaim(mind: Mind): Plan | null {
  const { notes, you } = mind;
  const other = claimants(notes, 'DOCTOR').find((id) => {
    if (id === you.playerId || !living(mind).includes(id)) return false;
    const claimedAt = notes.messages.findLastIndex(
      ({ speakerId, statements }) => speakerId === id && statements.some(isDoctorClaim),
    );
    const since = notes.messages.slice(claimedAt).filter(({ speakerId }) => speakerId === you.playerId);
    return !since.some(({ statements }) => statements.some((one) => one.kind === 'ACCUSE' && one.target === id));
  });
  return other ? { parts: [{ intent: 'counterDoctor', facts: { other } }], against: other } : null;
}

const isDoctorClaim = (one: HeardMessage['statements'][number]): boolean =>
  one.kind === 'CLAIM_ROLE' && one.role === 'DOCTOR';

interface Vision {
  target: string;
  isWolf: boolean;
}

const rivalSeer = (mind: Mind): string | undefined =>
  claimants(mind.notes, 'SEER').find((id) => id !== mind.you.playerId && living(mind).includes(id));

/** What the seer tells: its latest vision of a living wolf, else the latest one. */
function planSeerClaim(mind: Mind, visions: readonly Vision[]): Plan | null {
  const { you, notes, view, temperament } = mind;
  const claimed = claimedResults(notes, you.playerId);
  const fresh = visions.filter(({ target }) => !claimed.has(target));
  const alive = living(mind);
  const vision = fresh.findLast(({ target, isWolf }) => isWolf && alive.includes(target)) ?? fresh.at(-1);
  if (hasClaimed(mind, 'SEER')) {
    if (!vision) return null;
    return { parts: [{ intent: vision.isWolf ? 'moreWolf' : 'moreClean', facts: vision }] };
  }
  const rival = rivalSeer(mind);
  const isPressed = accusersToday(mind).length >= ACCUSED_BY_MANY;
  const hasFoundWolf = vision?.isWolf === true && alive.includes(vision.target);
  const tells = hasFoundWolf && decides(mind, `tell ${view.dayNumber}`, temperament.tellsWolfPercent);
  const isLate = visions.length > 1 && decides(mind, `late ${view.dayNumber}`, 30);
  if (!rival && !isPressed && !tells && !isLate) return null;
  const first: Plan['parts'] = rival ? [{ intent: 'counterclaim', facts: { other: rival } }] : [];
  if (!vision) return rival ? { parts: first } : null;
  const result = { facts: vision } as const;
  if (rival) return { parts: [...first, { intent: vision.isWolf ? 'moreWolf' : 'moreClean', ...result }] };
  return { parts: [{ intent: vision.isWolf ? 'claimSeerWolf' : 'claimSeerClean', ...result }] };
}

/** A werewolf that pretends to be the seer: of its own accord, or because a seer accuses it. One wolf of a pack. */
function planFalseClaim(mind: Mind): Plan | null {
  const { you, notes, temperament, mates, view } = mind;
  const seers = claimants(notes, 'SEER');
  const isSeer = hasClaimed(mind, 'SEER');
  if (!isSeer && seers.some((id) => mates.includes(id))) return null;
  const claimed = claimedResults(notes, you.playerId);
  const rival = rivalSeer(mind);
  const isBlamed = rival !== undefined && claimedResults(notes, rival).get(you.playerId) === true;
  const startDay = 1 + Math.floor(trait(mind.persona, 'start') * 2);
  const starts =
    view.dayNumber >= startDay && decides(mind, 'fake', temperament.fakesSeerPercent) && seers.length === 0;
  const counters = isBlamed && decides(mind, `counter ${rival}`, temperament.counterclaimsPercent);
  if (!isSeer && !starts && !counters) return null;
  if (claimed.size >= view.dayNumber) return null;
  const vision = inventVision(mind, claimed, rival);
  if (!vision) return null;
  const result = { facts: vision } as const;
  if (isSeer) return { parts: [{ intent: vision.isWolf ? 'moreWolf' : 'moreClean', ...result }] };
  if (counters && rival)
    return {
      parts: [
        { intent: 'counterclaim', facts: { other: rival } },
        { intent: vision.isWolf ? 'moreWolf' : 'moreClean', ...result },
      ],
    };
  return { parts: [{ intent: vision.isWolf ? 'claimSeerWolf' : 'claimSeerClean', ...result }] };
}

/** A vision that helps the pack: a villager as wolf, now and then a mate as clean. */
function inventVision(
  { suspects, mates, persona, view }: Mind,
  claimed: ReadonlyMap<string, boolean>,
  rival?: string,
): Vision | null {
  const open = suspects.filter(({ playerId }) => !claimed.has(playerId) && !mates.includes(playerId));
  const mate = mates.find((id) => !claimed.has(id));
  if (rival && open.some(({ playerId }) => playerId === rival)) return { target: rival, isWolf: true };
  if (mate && trait(persona, `cover ${view.dayNumber}`) < 0.3) return { target: mate, isWolf: false };
  const [target] = open;
  return target ? { target: target.playerId, isWolf: trait(persona, `blame ${view.dayNumber}`) < 0.75 } : null;
}

function planOpening(mind: Mind): Plan {
  const { suspects, view, temperament, rng, notes } = mind;
  const [top] = suspects;
  const last = view.history.findLast(({ kind }) => kind === 'NIGHT');
  if (last && !last.playerId && rng.int(3) > 0 && !isDoctorThanked(mind)) return planThanks(mind);
  if (top && view.dayNumber > 1 && top.score > OPENING_ACCUSATION_FROM + temperament.accusesFrom)
    return { parts: [{ intent: 'accuse', facts: { target: top.playerId } }], against: top.playerId };
  if (last?.playerId && rng.int(3) === 0) return { parts: [{ intent: 'mourn', facts: { other: last.playerId } }] };
  if (top && top.score > temperament.accusesFrom && rng.int(2) === 0 && notes.messages.length > 0)
    return { parts: [{ intent: 'accuse', facts: { target: top.playerId } }], against: top.playerId };
  return { parts: [{ intent: 'open' }] };
}

/** Whether enough players have thanked the doctor today. */
function isDoctorThanked({ notes, view }: Mind): boolean {
  const thanks = notes.messages.filter(({ dayNumber, text }) => dayNumber === view.dayNumber && /thank/i.test(text));
  return thanks.length > 1;
}

function planThanks(mind: Mind): Plan {
  const [doctor, rival] = claimants(mind.notes, 'DOCTOR').filter(
    (id) => id !== mind.you.playerId && living(mind).includes(id),
  );
  if (doctor && !rival) return { parts: [{ intent: 'thank', facts: { other: doctor } }] };
  return { parts: [{ intent: 'relief' }] };
}

/** The answer to the newest message that concerns the bot and that it has not answered. */
function planReply(mind: Mind): Plan | null {
  const { notes, you, view } = mind;
  const today = notes.messages.filter(({ dayNumber }) => dayNumber === view.dayNumber);
  const since = today.findLastIndex(({ speakerId }) => speakerId === you.playerId);
  const open = today.slice(since + 1);
  const blame = open.findLast(({ statements }) => statements.some((statement) => isBlame(statement, you.playerId)));
  if (blame) return planDefence(mind, blame);
  const question = open.findLast(({ asks }) => asks.includes(you.playerId));
  const found = foundWolf(mind);
  if (question && found) return { parts: [{ intent: 'insist', facts: { target: found } }], replyTo: question };
  const [top] = mind.suspects.filter(({ playerId }) => playerId !== question?.speakerId);
  if (question && top)
    return {
      parts: [{ intent: 'answer', facts: { other: question.speakerId, target: top.playerId } }],
      against: top.playerId,
      replyTo: question,
    };
  const claim = open.findLast(({ statements }) => statements.some(({ kind }) => kind === 'CLAIM_RESULT'));
  return claim && claim.speakerId !== you.playerId ? planReaction(mind, claim) : null;
}

/** The living werewolf whom this seer has named: it stays with it. */
function foundWolf(mind: Mind): string | undefined {
  const claimed = claimedResults(mind.notes, mind.you.playerId);
  return living(mind).find((id) => claimed.get(id) === true);
}

const isBlame = (statement: HeardMessage['statements'][number], playerId: string): boolean =>
  (statement.kind === 'ACCUSE' || (statement.kind === 'CLAIM_RESULT' && statement.isWolf)) &&
  statement.target === playerId;

function planDefence(mind: Mind, blame: HeardMessage): Plan {
  const { you, temperament, rng } = mind;
  const other = blame.speakerId;
  const parts: Plan['parts'] = [{ intent: 'deny', facts: { other } }];
  const isPressed = accusersToday(mind).length >= ACCUSED_BY_MANY;
  const hasRole = ['SEER', 'DOCTOR', 'VILLAGER'].some((role) => hasClaimed(mind, role as 'SEER'));
  if (!hasRole) {
    const saysDoctor =
      (you.role === 'DOCTOR' && isPressed && decides(mind, 'doctor', DOCTOR_CLAIM_PERCENT)) ||
      (you.role === 'WEREWOLF' && isPressed && decides(mind, 'doctor', FALSE_DOCTOR_PERCENT));
    if (saysDoctor) parts.push({ intent: 'claimDoctor' });
    else if (you.role !== 'SEER' && rng.int(2) === 0) parts.push({ intent: 'claimVillager' });
  }
  const found = foundWolf(mind);
  if (found)
    return {
      parts: [...parts.slice(0, 1), { intent: 'insist', facts: { target: found } }],
      replyTo: blame,
      kind: 'DEFENSE',
    };
  const hitsBack = rng.int(100) < temperament.hitsBackPercent && !mind.mates.includes(other);
  if (hitsBack) parts.push({ intent: 'counterAccuse', facts: { other } });
  return {
    parts: parts.length > 1 && rng.int(3) > 0 ? parts.slice(1) : parts,
    against: hitsBack ? other : undefined,
    inFavour: hitsBack ? undefined : you.playerId,
    replyTo: blame,
    kind: 'DEFENSE',
  };
}

/** A reaction to a claimed inspection: believe it or doubt it. */
function planReaction(mind: Mind, claim: HeardMessage): Plan | null {
  const { suspects, you, mates } = mind;
  const other = claim.speakerId;
  const result = claim.statements.find((statement) => statement.kind === 'CLAIM_RESULT');
  if (!result || result.target === you.playerId) return null;
  const speaker = suspects.find(({ playerId }) => playerId === other)?.score ?? 0;
  const doubts = speaker > 0.4 || mates.includes(result.target);
  if (doubts && mates.includes(other)) return null;
  const found = foundWolf(mind);
  if (found && found !== other) return null;
  if (doubts) return { parts: [{ intent: 'doubtSeer', facts: { other } }], against: other, replyTo: claim };
  if (!result.isWolf) return null;
  return {
    parts: [{ intent: 'believeSeer', facts: { other, target: result.target } }],
    against: result.target,
    replyTo: claim,
  };
}

/** Something new: an accusation, agreement with one, a defence, or a question to a silent player. */
function planRemark(mind: Mind): Plan | null {
  const { suspects, temperament, rng, notes, view, you } = mind;
  const found = foundWolf(mind);
  const today = notes.messages.filter(({ dayNumber }) => dayNumber === view.dayNumber);
  const own = today.filter(({ speakerId }) => speakerId === you.playerId);
  if (found) return own.length < 3 ? { parts: [{ intent: 'insist', facts: { target: found } }] } : null;
  const named = new Set(
    own.flatMap(({ statements }) => statements.flatMap((one) => ('target' in one ? one.target : []))),
  );
  const open = suspects.filter(({ playerId }) => !named.has(playerId));
  const [top] = open;
  const ally =
    top &&
    today.findLast(
      ({ speakerId, statements }) => speakerId !== you.playerId && statements.some((one) => isBlame(one, top.playerId)),
    );
  if (top && top.score > temperament.accusesFrom && rng.int(4) > 0) {
    if (ally && rng.int(2) === 0)
      return {
        parts: [{ intent: 'agree', facts: { target: top.playerId, other: ally.speakerId } }],
        against: top.playerId,
        replyTo: ally,
      };
    return { parts: [{ intent: 'accuse', facts: { target: top.playerId } }], against: top.playerId };
  }
  const wronged = open.findLast(
    ({ playerId, score }) =>
      score < -0.5 && today.some(({ statements }) => statements.some((one) => isBlame(one, playerId))),
  );
  const attack =
    wronged &&
    today.findLast(
      ({ speakerId, statements }) =>
        speakerId !== you.playerId && statements.some((one) => isBlame(one, wronged.playerId)),
    );
  const speaksUp = !wronged || !mind.mates.includes(wronged.playerId) || decides(mind, 'loyal', LOYAL_PERCENT);
  if (wronged && attack && speaksUp)
    return {
      parts: [{ intent: 'defend', facts: { target: wronged.playerId, other: attack.speakerId } }],
      inFavour: wronged.playerId,
      replyTo: attack,
    };
  return own.length > 3
    ? null
    : planQuestion(
        mind,
        open.map(({ playerId }) => playerId),
        today,
      );
}

/** A question: to who has not spoken today, about a vote that hit no werewolf, or for a name. */
function planQuestion(
  { notes, view, rng }: Mind,
  open: readonly string[],
  today: readonly HeardMessage[],
): Plan | null {
  const isUnasked = (id: string) => !today.some(({ asks }) => asks.includes(id));
  const silent = open.find((id) => isUnasked(id) && !today.some(({ speakerId }) => speakerId === id));
  if (silent && today.length > 4) return { parts: [{ intent: 'askSilent', facts: { target: silent } }] };
  const vote = rng
    .shuffle(notes.votes)
    .find(
      ({ voterPlayerId, targetPlayerId, dayNumber }) =>
        targetPlayerId !== null &&
        dayNumber < view.dayNumber &&
        open.includes(voterPlayerId) &&
        isUnasked(voterPlayerId) &&
        notes.revealed.get(targetPlayerId) !== 'WEREWOLF',
    );
  if (vote?.targetPlayerId)
    return {
      parts: [
        { intent: 'askVote', facts: { target: vote.voterPlayerId, other: vote.targetPlayerId, day: vote.dayNumber } },
      ],
    };
  const target = open.find(isUnasked);
  return target ? { parts: [{ intent: 'ask', facts: { target } }] } : null;
}
