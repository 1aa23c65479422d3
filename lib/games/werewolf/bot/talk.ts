import type { WerewolfMove } from '../moves';
import { trait } from './beliefs';
import { accusersToday, decides, hasClaimed, type Mind, wasSaid } from './mind';
import { claimants, claimedResults, type HeardMessage } from './notes';
import { composeMessage, type Facts, type Intent, phrase, REASONS, type ReasonKind } from './phrases';

/** What a bot is going to say, before it is put into words. */
interface Plan {
  parts: { intent: Intent; facts?: Partial<Facts> }[];
  /** A sentence that gives a reason, at the end. */
  reason?: ReasonKind;
  replyTo?: HeardMessage;
  kind?: 'DEFENSE';
}

/** Messages whose fillers are not used again. */
const LATELY = 14;
const ACCUSED_BY_MANY = 2;
/** Werewolves that defend each other in public; it costs them when one of them is found. */
const LOYAL_PERCENT = 12;
const DOCTOR_CLAIM_PERCENT = 55;
const FALSE_DOCTOR_PERCENT = 30;
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
  const { rng, view } = mind;
  const isSaid = wasSaid(mind);
  const sentences = plan.parts.map(({ intent, facts }) =>
    phrase(intent, { day: view.dayNumber, ...facts }, rng, isSaid),
  );
  const reason = plan.reason ? [rng.pick<string>(REASONS[plan.reason])] : [];
  const heardLately = mind.notes.messages.slice(-LATELY).map((message) => message.text);
  const text = composeMessage([...sentences, ...reason], rng, heardLately);
  return { type: 'say', text, kind, replyToEventId: plan.replyTo?.eventId ?? null };
}

const living = ({ view }: Mind) => view.players.filter(({ alive }) => alive).map(({ playerId }) => playerId);

/** A role claim or a new result that the bot has decided to tell; null when it has none. */
function planClaim(mind: Mind): Plan | null {
  const { you } = mind;
  if (you.role === 'SEER')
    return planSeerClaim(
      mind,
      you.seerHistory.map(({ targetPlayerId: target, result }) => ({ target, isWolf: result === 'WEREWOLF' })),
    );
  if (you.role === 'WEREWOLF') return planFalseClaim(mind);
  return null;
}

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
  if (top && view.dayNumber > 1 && top.score > OPENING_ACCUSATION_FROM + temperament.accusesFrom)
    return { parts: [{ intent: 'accuse', facts: { target: top.playerId } }], reason: reasonFor(mind, top.playerId) };
  const last = view.history.findLast(({ kind }) => kind === 'NIGHT');
  if (last && rng.int(3) === 0) {
    const intent = last.playerId ? 'mourn' : 'relief';
    return { parts: [{ intent, facts: { other: last.playerId ?? '' } }] };
  }
  if (top && top.score > temperament.accusesFrom && rng.int(2) === 0 && notes.messages.length > 0)
    return { parts: [{ intent: 'accuse', facts: { target: top.playerId } }], reason: reasonFor(mind, top.playerId) };
  return { parts: [{ intent: 'open' }] };
}

/** The answer to the newest message that concerns the bot and that it has not answered. */
function planReply(mind: Mind): Plan | null {
  const { notes, you, view } = mind;
  const today = notes.messages.filter(({ dayNumber }) => dayNumber === view.dayNumber);
  const since = today.findLastIndex(({ speakerId }) => speakerId === you.playerId);
  const open = today.slice(since + 1);
  const blame = open.findLast(({ statements }) => statements.some((statement) => isBlame(statement, you.playerId)));
  if (blame) return planDefence(mind, blame);
  const question = open.findLast(({ isQuestion, mentions }) => isQuestion && mentions.includes(you.playerId));
  const [top] = mind.suspects.filter(({ playerId }) => playerId !== question?.speakerId);
  if (question && top)
    return {
      parts: [{ intent: 'answer', facts: { other: question.speakerId, target: top.playerId } }],
      reason: reasonFor(mind, top.playerId),
      replyTo: question,
    };
  const claim = open.findLast(({ statements }) => statements.some(({ kind }) => kind === 'CLAIM_RESULT'));
  return claim && claim.speakerId !== you.playerId ? planReaction(mind, claim) : null;
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
  if (rng.int(100) < temperament.hitsBackPercent && !mind.mates.includes(other))
    parts.push({ intent: 'counterAccuse', facts: { other } });
  return { parts, replyTo: blame, kind: 'DEFENSE' };
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
  if (doubts) return { parts: [{ intent: 'doubtSeer', facts: { other } }], replyTo: claim };
  if (!result.isWolf) return null;
  return { parts: [{ intent: 'believeSeer', facts: { other, target: result.target } }], replyTo: claim };
}

/** Something new: an accusation, agreement with one, a defence, or a question to a silent player. */
function planRemark(mind: Mind): Plan | null {
  const { suspects, temperament, rng, notes, view, you } = mind;
  const today = notes.messages.filter(({ dayNumber }) => dayNumber === view.dayNumber);
  const own = today.filter(({ speakerId }) => speakerId === you.playerId);
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
      return { parts: [{ intent: 'agree', facts: { target: top.playerId, other: ally.speakerId } }], replyTo: ally };
    return { parts: [{ intent: 'accuse', facts: { target: top.playerId } }], reason: reasonFor(mind, top.playerId) };
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
      replyTo: attack,
    };
  const quiet = open.find(({ playerId }) => !today.some(({ speakerId }) => speakerId === playerId)) ?? open[0];
  if (!quiet || own.length > 3) return null;
  return { parts: [{ intent: 'ask', facts: { target: quiet.playerId } }] };
}

/** A reason for a suspicion that fits what was seen. */
function reasonFor({ notes, view, rng }: Mind, playerId: string): ReasonKind {
  const votes = notes.votes.filter(({ voterPlayerId }) => voterPlayerId === playerId);
  const hitVillager = votes.some(({ targetPlayerId }) => {
    const role = targetPlayerId === null ? undefined : notes.revealed.get(targetPlayerId);
    return role !== undefined && role !== 'WEREWOLF';
  });
  const own = notes.messages.filter(({ speakerId }) => speakerId === playerId);
  const defendedWolf = own.some(({ statements }) =>
    statements.some((one) => one.kind === 'DEFEND' && notes.revealed.get(one.target) === 'WEREWOLF'),
  );
  const today = notes.messages.filter(({ dayNumber }) => dayNumber === view.dayNumber);
  const accusers = today.filter(({ statements }) => statements.some((one) => isBlame(one, playerId)));
  const rivals = claimants(notes, 'SEER');
  const fitting: ReasonKind[] = [];
  if (hitVillager) fitting.push('votedVillager');
  if (defendedWolf) fitting.push('defendedWolf');
  if (rivals.length > 1 && rivals.includes(playerId)) fitting.push('claim');
  if (own.length === 0 && today.length > 4) fitting.push('silent');
  if (own.flatMap(({ statements }) => statements).filter(({ kind }) => kind === 'ACCUSE').length > 2)
    fitting.push('pushy');
  if (accusers.length > 1) fitting.push('crowd');
  return fitting.length > 0 && rng.int(4) > 0 ? rng.pick(fitting) : 'feeling';
}
