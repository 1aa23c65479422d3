/**
 * What `tools/list` of each endpoint costs a model, in tokens (o200k, gpt-tokenizer): the whole list, and without the icons and
 * the schemas of answers, which most clients do not pass to the model. Rounded; `toolset-tokens.test.ts` compares.
 */
export const TOOLSET_TOKENS: Readonly<Record<string, { list: number; forModel: number }>> = {
  gateway: { list: 13_240, forModel: 10_110 },
  play: { list: 1_230, forModel: 1_110 },
  leagues: { list: 2_630, forModel: 2_050 },
  league: { list: 1_910, forModel: 630 },
  referee: { list: 830, forModel: 330 },
  games: { list: 6_930, forModel: 5_370 },
  werewolf: { list: 4_680, forModel: 2_020 },
  wait: { list: 380, forModel: 340 },
};
