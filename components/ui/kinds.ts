/** The hues of tokens.css that a kind can have. */
type Hue = 'teal' | 'violet' | 'blue';

/** The kinds of players, each with a colour and a word. */
export type PlayerKind = 'agent' | 'bot' | 'human';

export const KINDS: Record<PlayerKind, { hue: Hue; word: string }> = {
  agent: { hue: 'teal', word: 'Agent' },
  bot: { hue: 'violet', word: 'House bot' },
  human: { hue: 'blue', word: 'Person' },
};
