import type { WerewolfEventData, WerewolfEventType } from '@/lib/games/werewolf/events';
import type { WerewolfState } from '@/lib/games/werewolf/state';
import { mentionedPlayers, readStatements, type Statement } from '@/lib/games/werewolf/transcript/speech';
import type { BotMatch } from './bot-match';

/** `part` of `whole` cases. */
export interface Count {
  part: number;
  whole: number;
}

const count = (): Count => ({ part: 0, whole: 0 });

/** How house bots talk, counted over matches as spectators see them. */
export class TalkMeasure {
  matches = 0;
  villageWins = 0;
  messages = 0;
  /** "You are quiet" to a player who had spoken that day. */
  readonly falseSilence = count();
  /** Accusations of others by a seer who has named a living werewolf, of its later messages; rival seers are no others. */
  readonly seerStrays = count();
  /** False doctors whom the doctor contradicts, of those after whose claim it spoke at all. */
  readonly doctorsContradicted = count();
  /** Answers ("you ask me") to a player who had not asked that day. */
  readonly unaskedAnswers = count();
  /** Whispers of the first night that talk of what nobody has heard yet. */
  readonly firstNightInventions = count();
  /** Sentences without a fact: no player beside a vote, a claim, a word or a role, and no count. */
  readonly factless = count();
  /** First sentences of messages that were said in the same match before, with players left out. */
  readonly repeatedLeads = count();
  /** Messages that name no player and no role. */
  readonly unreadable = count();
  readonly votesChanged = count();
  /** Messages that say how a named player voted. */
  readonly votesNamed = count();
  /** Mornings after a save on which a player thanks the doctor. */
  readonly thanks = count();

  add({ events, state }: BotMatch): void {
    this.matches++;
    const { roles, winner } = state as WerewolfState;
    if (winner === 'VILLAGERS') this.villageWins++;
    const roleOf = (playerId: string) => roles[Number(playerId.slice(2)) - 1];
    const statementsOf = new Map<string, Statement[]>();
    const leads = new Set<string>();
    const alive = new Set(roles.map((_, seat) => `p:${seat + 1}`));
    const asked = new Map<string, Set<string>>();
    const falseDoctors = new Map<string, boolean | null>();
    const votes = new Map<string, string | null>();
    let spoken = new Set<string>();
    let found: string | null = null;
    let isThanked: boolean | null = null;
    let dayNumber = 0;
    for (const one of events) {
      const type = one.type as WerewolfEventType;
      const of = <Type extends WerewolfEventType>(_: Type) => one.data as unknown as WerewolfEventData[Type];
      if (type === 'phase_changed') {
        dayNumber = of('phase_changed').dayNumber;
        if (of('phase_changed').to === 'DAY_ANNOUNCE') {
          spoken = new Set();
          asked.clear();
        }
        if (of('phase_changed').to === 'DAY_VOTE') {
          votes.clear();
          if (isThanked !== null) {
            this.thanks.whole++;
            if (isThanked) this.thanks.part++;
            isThanked = null;
          }
        }
      } else if (type === 'night_resolved') {
        isThanked = of('night_resolved').savedByDoctor ? false : null;
      } else if (type === 'player_eliminated') {
        const { playerId } = of('player_eliminated');
        alive.delete(playerId);
        if (roleOf(playerId) === 'DOCTOR') this.#closeDoctors(falseDoctors);
      } else if (type === 'wolf_message_sent') {
        if (dayNumber > 0) continue;
        this.firstNightInventions.whole++;
        if (/talks|said|named|claims|voted|accus/.test(of('wolf_message_sent').message))
          this.firstNightInventions.part++;
      } else if (type === 'vote_cast') {
        const { voterPlayerId, targetPlayerId } = of('vote_cast');
        this.votesChanged.whole++;
        if (votes.has(voterPlayerId)) this.votesChanged.part++;
        votes.set(voterPlayerId, targetPlayerId);
      } else if (type === 'message_sent') {
        const { playerId, message } = of('message_sent');
        this.messages++;
        const context = { speakerId: playerId, names: [] };
        const statements = readStatements(message, context);
        const mentions = mentionedPlayers(message, context);
        const sentences = message.match(/[^.!?]+[.!?]+/g) ?? [message];
        for (const sentence of sentences) {
          this.factless.whole++;
          if (!hasFact(sentence)) this.factless.part++;
          for (const id of mentionedPlayers(sentence, context)) {
            if (!/quiet|silent|few words|not said a word|not spoken|heard nothing/i.test(sentence)) continue;
            this.falseSilence.whole++;
            if (spoken.has(id)) this.falseSilence.part++;
          }
          if (sentence.includes('?'))
            for (const id of mentionedPlayers(sentence, context))
              asked.set(id, new Set([...(asked.get(id) ?? []), playerId]));
        }
        if (/you ask|since you ask|fair question/i.test(message)) {
          this.unaskedAnswers.whole++;
          const by = asked.get(playerId);
          if (!mentions.some((id) => by?.has(id))) this.unaskedAnswers.part++;
        }
        const lead = (sentences[0] ?? '').replace(/p:[1-8]/g, 'X').trim();
        this.repeatedLeads.whole++;
        if (leads.has(lead)) this.repeatedLeads.part++;
        leads.add(lead);
        this.unreadable.whole++;
        if (statements.length === 0 && mentions.length === 0 && !/seer|doctor/i.test(message)) this.unreadable.part++;
        this.votesNamed.whole++;
        if (
          mentions.length > 0 &&
          /\bvoted?\b|\bvotes? (?:for|against|of)\b/.test(message) &&
          /p:[1-8](?:, p:[1-8])*(?: and p:[1-8])? (?:has |have )?(?:voted|gave|changed)/.test(message)
        )
          this.votesNamed.part++;
        if (isThanked === false && /thank/i.test(message) && /doctor|p:[1-8]/.test(message)) isThanked = true;
        if (roleOf(playerId) === 'SEER') {
          if (found && alive.has(found)) {
            this.seerStrays.whole++;
            const seers = new Set([...statementsOf].filter(([, all]) => all.some(isSeerClaim)).map(([id]) => id));
            const strays = statements.some(
              (one) => one.kind === 'ACCUSE' && one.target !== found && !seers.has(one.target),
            );
            if (strays) this.seerStrays.part++;
          }
          const result = statements.find((one) => one.kind === 'CLAIM_RESULT' && one.isWolf);
          if (result?.kind === 'CLAIM_RESULT') found = result.target;
        }
        const claimsDoctor = statements.some((one) => one.kind === 'CLAIM_ROLE' && one.role === 'DOCTOR');
        const doctor = `p:${roles.indexOf('DOCTOR') + 1}`;
        if (claimsDoctor && roleOf(playerId) !== 'DOCTOR' && alive.has(doctor) && !falseDoctors.has(playerId))
          falseDoctors.set(playerId, null);
        if (playerId === doctor) {
          for (const [liar, state] of falseDoctors)
            if (state === null && liar !== playerId) falseDoctors.set(liar, false);
          for (const one of statements)
            if (one.kind === 'ACCUSE' && falseDoctors.has(one.target)) falseDoctors.set(one.target, true);
        }
        statementsOf.set(playerId, [...(statementsOf.get(playerId) ?? []), ...statements]);
        spoken.add(playerId);
      }
    }
    this.#closeDoctors(falseDoctors);
  }

  #closeDoctors(falseDoctors: Map<string, boolean | null>): void {
    for (const isContradicted of falseDoctors.values()) {
      if (isContradicted === null) continue;
      this.doctorsContradicted.whole++;
      if (isContradicted) this.doctorsContradicted.part++;
    }
    falseDoctors.clear();
  }
}

const isSeerClaim = (one: Statement) =>
  one.kind === 'CLAIM_RESULT' || (one.kind === 'CLAIM_ROLE' && one.role === 'SEER');

/** A sentence that says what happened, who said or did what, or where the speaker stands. */
function hasFact(sentence: string): boolean {
  if (readStatements(sentence, { speakerId: 'p:9', names: [] }).length > 0) return true;
  const words =
    /vot|claim|name|said|says|accus|named|defend|spoke|spoken|asked|answer|inspect|seer|doctor|villager|werewolf|wolves|killed|died|dead|night \d|day \d|gave|changed|chang/i;
  return (
    (/p:[1-8]/.test(sentence) && words.test(sentence)) ||
    /\b(?:nobody died|\d+ of us|one more mistake|\d+ votes)\b/i.test(sentence)
  );
}
