import type { WerewolfMove } from '../moves';
import { trait } from './beliefs';
import type { Mind } from './mind';
import { claimants } from './notes';
import { wolfLine } from './phrases';
import { WOLF_MESSAGE_GAP_MS } from './schedule';

const TALKS_TO_PACK_PERCENT = 70;

/** The night action of a bot; null when it has none or waits for its turn to talk. */
export function actAtNight(mind: Mind): WerewolfMove | null {
  const { type, alreadySubmitted } = mind.you.requiredAction;
  if (alreadySubmitted) return null;
  switch (type) {
    case 'WOLF_KILL':
      return hunt(mind);
    case 'SEER_INSPECT':
      return { type: 'seer_inspect', targetPlayerId: chooseInspection(mind) };
    case 'DOCTOR_PROTECT':
      return { type: 'doctor_protect', targetPlayerId: chooseProtection(mind) };
    default:
      return null;
  }
}

/** The element with the highest score. */
function best(ids: readonly string[], scoreOf: (id: string) => number): string {
  return ids.toSorted((one, other) => scoreOf(other) - scoreOf(one))[0] ?? '';
}

function hunt(mind: Mind): WerewolfMove | null {
  const { you, notes, rng, mates, nowMs } = mind;
  const target = chooseVictim(mind);
  const own = notes.wolfTalk.filter(({ fromWolfId }) => fromWolfId === you.playerId);
  const hasTalked = own.some(({ isTonight }) => isTonight);
  const mayTalk = nowMs - (own.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY) >= WOLF_MESSAGE_GAP_MS;
  if (mates.length === 0 || hasTalked || !mayTalk || rng.int(100) >= TALKS_TO_PACK_PERCENT)
    return { type: 'wolf_kill', targetPlayerId: target };
  const agrees = you.packTargets.some(({ targetPlayerId }) => targetPlayerId === target);
  const isSeer = claimants(notes, 'SEER').includes(target);
  const hunts = notes.messages.some(
    ({ speakerId, statements }) =>
      speakerId === target && statements.some((one) => one.kind === 'ACCUSE' && you.knownWolves.includes(one.target)),
  );
  const kind = agrees ? 'agree' : isSeer ? 'seer' : hunts ? 'hunter' : 'propose';
  return { type: 'wolf_chat', text: wolfLine(kind, target, rng) };
}

/** The mate's choice, else who is most dangerous: a claimed seer, who suspects the pack, who is trusted. */
function chooseVictim({ you, notes, persona, suspects, view }: Mind): string {
  const { allowedTargets } = you.requiredAction;
  const mate = you.packTargets.find(({ byPlayerId }) => byPlayerId !== you.playerId)?.targetPlayerId;
  if (mate && allowedTargets.includes(mate)) return mate;
  const seers = claimants(notes, 'SEER');
  const doctors = claimants(notes, 'DOCTOR');
  const suspicion = new Map(suspects.map(({ playerId, score }) => [playerId, score]));
  const hunters = notes.messages.filter(({ statements }) =>
    statements.some((statement) => statement.kind === 'ACCUSE' && you.knownWolves.includes(statement.target)),
  );
  return best(
    allowedTargets,
    (id) =>
      (seers.includes(id) ? 4.5 : 0) +
      (doctors.includes(id) ? 1.5 : 0) +
      0.8 * hunters.filter(({ speakerId }) => speakerId === id).length -
      0.35 * (suspicion.get(id) ?? 0) +
      1.6 * trait(persona, `victim ${view.dayNumber} ${id}`),
  );
}

/** The most suspicious player that was not inspected yet. */
function chooseInspection({ you, suspects, persona, view }: Mind): string {
  const seenIds = new Set(you.seerHistory.map(({ targetPlayerId }) => targetPlayerId));
  const { allowedTargets } = you.requiredAction;
  const open = allowedTargets.filter((id) => !seenIds.has(id));
  const score = new Map(suspects.map(({ playerId, score: value }) => [playerId, value]));
  return best(
    open.length > 0 ? open : allowedTargets,
    (id) => (score.get(id) ?? 0) + trait(persona, `vision ${view.dayNumber} ${id}`),
  );
}

/** A claimed seer first, then who is trusted and talks; sometimes the doctor itself. */
function chooseProtection({ you, notes, suspects, persona, view }: Mind): string {
  const seers = claimants(notes, 'SEER');
  const score = new Map(suspects.map(({ playerId, score: value }) => [playerId, value]));
  const messages = (id: string) => notes.messages.filter(({ speakerId }) => speakerId === id).length;
  return best(
    you.requiredAction.allowedTargets,
    (id) =>
      (seers.includes(id) ? 0.7 : 0) -
      0.5 * (score.get(id) ?? 0) +
      0.1 * Math.min(6, messages(id)) +
      (id === you.playerId ? 0.6 : 0) +
      2.6 * trait(persona, `guard ${view.dayNumber} ${id}`),
  );
}
