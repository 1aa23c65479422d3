import { type ChildProcess, spawn } from 'node:child_process';
import { afterAll, expect, it } from 'vitest';
import { newId } from '@/lib/core/ids';
import { getPlayable, registerExperience } from '@/lib/domain/catalog';
import { type ExperienceTarget, sharedRemoteClient } from '@/lib/gateway';
import { useDatabase } from '@/lib/testing/database';
import { freePort } from '@/scripts/test-server.mjs';
import { latestVerification, startVerification, waitForVerifications } from './verification.service';

useDatabase();

const children: ChildProcess[] = [];

afterAll(() => {
  for (const child of children) child.kill();
});

/** Runs an example from its own command and returns the manifest that it prints. */
async function runExample(file: string): Promise<unknown> {
  const child = spawn(process.execPath, ['--import', 'tsx', file], {
    env: { ...process.env, PORT: String(await freePort()) },
  });
  children.push(child);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await expect.poll(() => output, { timeout: 15_000 }).toContain('It is verified within a moment');
  const body = /-d '(\{"manifest".*\})'/.exec(output)?.[1] ?? '';
  return (JSON.parse(body) as { manifest: unknown }).manifest;
}

it.each(['examples/experience-mcp.ts', 'examples/experience-rest.ts'])(
  '%s passes verification and can be played with the manifest that it prints',
  async (file) => {
    const manifest = await runExample(file);
    const { id } = await registerExperience({ publisher: { agentId: newId(), ownerId: null }, manifest });
    await startVerification({ experienceId: id, trigger: 'register' });
    await waitForVerifications();
    const report = await latestVerification({ experienceId: id });
    expect(report?.checks.map(({ outcome }) => outcome)).toEqual([
      'passed',
      'passed',
      'passed',
      'passed',
      'passed',
      'skipped',
    ]);

    const client = sharedRemoteClient((await getPlayable({ experienceId: id })).target as ExperienceTarget);
    const session = { session_id: newId(), experience_agent_id: 'player' };
    await client.callTool('session.create', { ...session, memory: {} }, {});
    await expect(client.callTool('session.step', { ...session, action: { guess: 101 } }, {})).rejects.toMatchObject({
      code: 'EXPERIENCE_ERROR',
      details: { upstream: { message: expect.stringContaining('1 to 100') } },
    });
    let [low, high] = [1, 100];
    for (let found = false; !found; ) {
      const guess = Math.floor((low + high) / 2);
      const { value } = await client.callTool('session.step', { ...session, action: { guess } }, {});
      const { status, message } = value as { status: string; message: string };
      found = status === 'solved';
      if (message.includes('too low')) low = guess + 1;
      else high = guess - 1;
    }
    const end = await client.callTool('session.end', session, {});
    expect(end.value).toMatchObject({ outcomes: { result: 'win' }, memory_update: { best: expect.any(Number) } });
  },
  40_000,
);
