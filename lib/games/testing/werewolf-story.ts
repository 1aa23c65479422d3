import type { GameEvent } from '@/lib/core/game';
import { resimulate } from '@/lib/games/simulate';
import { type WerewolfEventData, type WerewolfEventType, type WerewolfState, werewolf } from '@/lib/games/werewolf';
import { listOf, readTranscript, summarizeDays, type TranscriptEvent } from '@/lib/games/werewolf/transcript';
import { type Playthrough, readPlaythrough } from './playthrough';

/** The recorded match of Werewolf as a story: made from the playthrough, compared in CI. */
export const WEREWOLF_STORY = 'lib/games/stories/werewolf.md';

/** By seat. */
const NAMES = ['Agnes', 'Bruno', 'Cleo', 'Dora', 'Edgar', 'Flora', 'Georg', 'Ida'] as const;

interface StoryEvent extends TranscriptEvent {
  audience: string;
}

const named = (text: string): string => text.replace(/p:([1-8])/g, (_, seat) => NAMES[Number(seat) - 1] ?? '');

/** Writes the story of a recorded match. @param playthrough text of the recorded playthrough */
export function writeWerewolfStory(playthrough: string): string {
  const recorded: Playthrough = readPlaythrough(playthrough);
  const { steps } = resimulate({ gameId: werewolf.id, ...recorded });
  const events = steps.flatMap((step) => step.events).map(numbered);
  const state = steps.at(-1)?.state as WerewolfState;
  const story = new StoryTeller(events).tell();
  const head = [
    '# A match of Werewolf',
    'Eight house bots play the match that `lib/games/playthroughs/werewolf.txt` records. `npm run playthroughs` writes ' +
      'this story from its events. What the players could not know is in *italics*.',
    '## Who is who',
    NAMES.map((name, seat) => `- **${name}**, ${(state.roles[seat] ?? '').toLowerCase()}, ${fateOf(state, seat)}`).join(
      '\n',
    ),
    '## In short',
    shortStory(events),
  ];
  return `${[...head, ...story].join('\n\n')}\n`;
}

/** Ids as the simulated match of the bots gave them, so that answers find what they answer. */
const numbered = ({ type, audience, data }: GameEvent, index: number): StoryEvent => ({
  id: String(index + 1).padStart(6, '0'),
  at: new Date(0).toISOString(),
  type,
  audience,
  data,
});

function fateOf({ history }: WerewolfState, seat: number): string {
  const death = history.find((entry) => entry.seat === seat);
  if (!death) return 'lives to see the end';
  if (death.kind === 'NIGHT') return `killed in night ${death.dayNumber}`;
  return `${death.kind === 'VOTE' ? 'voted out' : 'left'} on day ${death.dayNumber}`;
}

function shortStory(events: readonly StoryEvent[]): string {
  const visible = events.filter(({ audience }) => audience === 'public');
  return summarizeDays(readTranscript(visible, NAMES))
    .filter(({ sentences }) => sentences.length > 0)
    .map(({ dayNumber, sentences }) => `**Day ${dayNumber}.** ${named(sentences.join(' '))}`)
    .join('\n\n');
}

/** Secret choices of one night stand in one paragraph. */
const ROLES_AT_WORK: ReadonlySet<string> = new Set(['WOLF_CHOICE', 'SEER_CHOICE', 'DOCTOR_CHOICE']);

/** Turns events into paragraphs, a heading for each night, day and vote. */
class StoryTeller {
  readonly #paragraphs: string[] = ['## The Town Hall'];
  readonly #speakers = new Map<string, string>();
  #ready: string[] = [];
  #votes: WerewolfEventData['vote_cast'][] = [];

  constructor(readonly events: readonly StoryEvent[]) {}

  tell(): string[] {
    for (const event of this.events) this.#tellEvent(event);
    return this.#paragraphs;
  }

  #tellEvent({ id, type, audience, data }: StoryEvent): void {
    const of = <Type extends WerewolfEventType>(_type: Type) => data as unknown as WerewolfEventData[Type];
    switch (type as WerewolfEventType) {
      case 'phase_changed':
        this.#enter(of('phase_changed'));
        break;
      case 'player_ready':
        this.#ready.push(named(of('player_ready').playerId));
        break;
      case 'message_sent':
        this.#say(id, of('message_sent'));
        break;
      case 'wolf_message_sent':
        this.#add(
          `*${named(of('wolf_message_sent').fromWolfId)} whispers: “${named(of('wolf_message_sent').message)}”*`,
        );
        break;
      case 'vote_cast':
        this.#votes.push(of('vote_cast'));
        break;
      case 'narrated':
        this.#narrate(of('narrated'), audience === 'omniscient');
        break;
      default:
    }
  }

  #add(paragraph: string): void {
    this.#paragraphs.push(paragraph);
  }

  #enter({ from, to, dayNumber }: WerewolfEventData['phase_changed']): void {
    if (from === 'LOBBY' && this.#ready.length > 0) this.#add(`${listOf(this.#ready)} take their seats.`);
    if (from === 'DAY_VOTE') this.#countVotes();
    if (to === 'NIGHT') this.#add(`## Night ${dayNumber + 1}`);
    if (to === 'DAY_ANNOUNCE') this.#add(`## Day ${dayNumber}`);
    if (to === 'DAY_VOTE') this.#add(`### The vote of day ${dayNumber}`);
    if (to === 'ENDED') this.#add('## The end');
  }

  #narrate({ moment, message }: WerewolfEventData['narrated'], isSecret: boolean): void {
    if (moment === 'READY') return;
    const text = named(message);
    const last = this.#paragraphs.at(-1) ?? '';
    const joins = ROLES_AT_WORK.has(moment) && /^\*[^*]+\*$/.test(last) && !last.includes('whispers');
    if (!isSecret) this.#add(text);
    else if (joins) this.#paragraphs[this.#paragraphs.length - 1] = `${last.slice(0, -1)} ${text}*`;
    else this.#add(`*${text}*`);
  }

  #say(id: string, { playerId, kind, message, replyToEventId }: WerewolfEventData['message_sent']): void {
    const speaker = named(playerId);
    const asked = replyToEventId === null ? undefined : this.#speakers.get(replyToEventId);
    this.#speakers.set(id, speaker);
    const answers = asked && asked !== speaker ? ` answers ${asked}` : kind === 'DEFENSE' ? ' objects' : '';
    this.#add(`**${speaker}**${answers}: “${named(message)}”`);
  }

  /** The final votes by target, the reasons that were given, and who changed the mind. */
  #countVotes(): void {
    const last = new Map(this.#votes.map((vote) => [vote.voterPlayerId, vote]));
    const byTarget = new Map<string | null, string[]>();
    for (const { voterPlayerId, targetPlayerId, reason } of last.values()) {
      const voter = named(voterPlayerId) + (reason ? ` (“${named(reason)}”)` : '');
      byTarget.set(targetPlayerId, [...(byTarget.get(targetPlayerId) ?? []), voter]);
    }
    const lines = [...byTarget].map(([target, voters]) => {
      const isOne = voters.length === 1;
      if (target === null) return `- ${listOf(voters)} ${isOne ? 'abstains' : 'abstain'}.`;
      return `- ${listOf(voters)} ${isOne ? 'votes' : 'vote'} for **${named(target)}**.`;
    });
    if (lines.length > 0) this.#add(lines.join('\n'));
    const changed = this.#votes
      .filter((vote) => last.get(vote.voterPlayerId) !== vote)
      .map(
        ({ voterPlayerId, targetPlayerId }) =>
          `${named(voterPlayerId)} first chose ${named(targetPlayerId ?? 'nobody')}`,
      );
    if (changed.length > 0) this.#add(`${listOf(changed)}.`);
    this.#votes = [];
  }
}
