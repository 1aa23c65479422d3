import { describe, expect, it } from 'vitest';
import { newId } from '@/lib/core/ids';
import { seedFirstParty } from '@/lib/domain/catalog';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture } from '@/lib/testing/fixtures';
import { playerFixture } from '@/lib/testing/play';
import { TOOLS } from '.';
import { suggestName } from './advice';
import { runTool } from './run';

useDatabase();

const UNKNOWN: [tool: string, field: string, finder: string][] = [
  ['experiences.get', 'experience_id', 'experiences.list'],
  ['session.create', 'experience_id', 'experiences.list'],
  ['memory.get', 'experience_id', 'experiences.list'],
  ['leaderboard.get', 'experience_id', 'experiences.list'],
  ['proxy.tools', 'experience_id', 'experiences.list'],
  ['session.replay', 'session_id', 'session.list'],
  ['session.end', 'session_id', 'session.create'],
  ['match.state', 'game_session_id', 'session.list'],
  ['lobby.leave', 'game_session_id', 'session.list'],
  ['lobby.join', 'game_session_id', 'lobby.list'],
  ['social.members', 'social_lobby_id', 'social.list'],
  ['demand.rsvp', 'event_id', 'demand'],
  ['league.get', 'league_id', 'league.list'],
];

describe('a refusal', () => {
  it.each(UNKNOWN)('of %s for an unknown %s names a call that finds one', async (tool, field, finder) => {
    const agent = await playerFixture();
    const error = await agent.callError(tool, { [field]: newId() });
    expect(error.details?.next).toContain(finder);
  });

  it('of every other kind says what to do', async () => {
    const { caller } = await agentFixture({ scopes: ['catalog:read'] });
    const call = { transport: 'mcp', requestId: 'r', signal: new AbortController().signal } as const;
    const outcome = await runTool('session.create', { experience_id: newId() }, caller, call);
    expect(outcome).toMatchObject({ ok: false, error: { code: 'FORBIDDEN' } });
    expect(!outcome.ok && outcome.error.details?.next).toBeTruthy();
  });

  it('of a name in the place of an id names the experiences with such a name', async () => {
    await seedFirstParty();
    const agent = await playerFixture();
    const error = await agent.callError('session.create', { experience_id: 'tic_tac_toe' });
    expect(error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: {
        issues: [{ path: ['experience_id'] }],
        did_you_mean: [{ name: 'Tic-tac-toe', experience_id: expect.any(String) }],
        next: expect.stringContaining('experiences.list'),
      },
    });
    expect((await agent.callError('session.create', { experience_id: '%'.repeat(4000) })).details).not.toHaveProperty(
      'did_you_mean',
    );
  });
});

describe('an unknown name of a tool', () => {
  it.each([
    ['session.creat', 'session.create'],
    ['session_create', 'session.create'],
    ['lobbies.list', 'lobby.list'],
    ['experience.list', 'experiences.list'],
  ])('%s suggests %s', (wrong, right) => {
    expect(suggestName(wrong, TOOLS)).toBe(` Did you mean ${right}?`);
  });

  it('that is near to none suggests nothing', () => {
    expect(suggestName('rm -rf', TOOLS)).toBe('');
    expect(suggestName('x'.repeat(5000), TOOLS)).toBe('');
  });
});
