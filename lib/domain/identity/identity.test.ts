import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { newId } from '@/lib/core/ids';
import { experienceAgentId } from './identity.service';

it('names an agent by the first half of HMAC-SHA256(IDENTITY_KEY, agent_id + ":" + experience_id)', () => {
  const pair = { agentId: newId(), experienceId: newId() };
  const whole = createHmac('sha256', process.env.IDENTITY_KEY ?? '')
    .update(`${pair.agentId}:${pair.experienceId}`)
    .digest('hex');
  expect(experienceAgentId(pair)).toBe(whole.slice(0, 32));
});

it('names an agent differently to each experience, and always the same to one', () => {
  const agentId = newId();
  const [one, two] = [newId(), newId()];
  expect(experienceAgentId({ agentId, experienceId: one })).toBe(experienceAgentId({ agentId, experienceId: one }));
  expect(experienceAgentId({ agentId, experienceId: one })).not.toBe(experienceAgentId({ agentId, experienceId: two }));
});
