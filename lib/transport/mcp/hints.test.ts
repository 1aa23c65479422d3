import { beforeAll, describe, expect, it } from 'vitest';
import { ERRORS } from '@/lib/core/errors';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { useCatalog } from '@/lib/testing/catalog';
import { type Player, playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import { registry, TOOLS } from '@/lib/tools';
import { findServedTool } from './endpoint';

// What an answer, a refusal or a text tells an agent to call is served by the endpoint that says it.

useCatalog();

const escaped = TOOLS.map(({ name }) => name.replaceAll('.', '\\.')).sort((a, b) => b.length - a.length);
const NAMES = new RegExp(`(?<![\\w./-])(?:${escaped.join('|')})(?![\\w-]|\\.\\w)`, 'g');

/** The names of tools in a text, without those of sentences that say at which endpoint they are. */
const namesIn = (text: string): string[] =>
  text
    .split(/(?<=[.;:])\s/)
    .filter((sentence) => !/\/mcp|toolset/.test(sentence))
    .flatMap((sentence) => sentence.match(NAMES) ?? []);

const unserved = (toolset: string, names: readonly string[]) => [
  ...new Set(names.filter((name) => !findServedTool({ toolsets: [toolset] }, name))),
];

/** Every text in a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Tools that call servers of others, or wait. */
const NOT_WALKED = new Set([
  'experience.discover',
  'experience.register',
  'experience.update',
  'events.wait',
  'league.rehearse',
]);

describe.each(registry.toolsets.map(({ name }) => name))('the endpoint of %s', (toolset) => {
  const served = TOOLS.filter((tool) => registry.serves([toolset], tool));

  it('names in instructions and descriptions only tools that it serves', () => {
    const { instructions = '', shortListings = {} } = registry.toolset(toolset) ?? {};
    const texts = [instructions, ...served.map(({ description }) => description), ...textsIn(shortListings)];
    expect(unserved(toolset, texts.flatMap(namesIn))).toEqual([]);
  });

  describe.each(['free', 'in a session', 'in a lobby', 'in a queue'])('to an agent that is %s', (state) => {
    let player: Player;
    beforeAll(async () => {
      player = await playerFixture();
      if (state === 'in a session') await player.call('session.create', { experience_id: TIC_TAC_TOE });
      if (state === 'in a lobby') await player.call('lobby.create', { experience_id: TIC_TAC_TOE });
      if (state === 'in a queue') await player.call('et.werewolf.queue.join');
    });

    it('refuses with calls that it serves', async () => {
      const chess = firstPartyExperienceId('chess');
      const calls = served
        .filter(({ name }) => !NOT_WALKED.has(name))
        .map(({ name, examples }) => {
          const [example] = examples as readonly Record<string, unknown>[];
          return {
            name,
            input: { ...example, ...(example && 'experience_id' in example ? { experience_id: chess } : {}) },
          };
        });
      const wrong: Record<string, string[]> = {};
      for (const { name, input } of calls) {
        const refusal = await player.callError(name, input).catch(() => null);
        if (!refusal) continue;
        const texts = [refusal.message, ERRORS[refusal.code].hint, ...textsIn(refusal.details)];
        const names = unserved(toolset, texts.flatMap(namesIn));
        if (names.length > 0) wrong[`${name} ${refusal.code}`] = names;
      }
      expect(wrong).toEqual({});
    });
  });
});
