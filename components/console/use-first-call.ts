'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { z } from 'zod';
import { useStream } from '@/components/live/use-stream';
import { request, toFailure } from './request';

const answerSchema = z.object({
  activity: z.array(z.object({ at: z.string(), tool: z.string(), transport: z.string() })),
});
/** Ways in which agents call; other lines are of what the owner did. */
const TRANSPORTS = ['mcp', 'rest'];

export interface FirstCallView {
  /** `lost`: the page may not ask any more. */
  state: 'waiting' | 'called' | 'cut' | 'lost';
  call: { at: string | null; tool: string | null; transport: string | null };
}

/** The first call of an agent: already known, or read from its activity when there is news of calls. */
export function useFirstCall(agentId: string, knownAt: string | null): FirstCallView {
  const router = useRouter();
  const [call, setCall] = useState<FirstCallView['call']>({ at: knownAt, tool: null, transport: null });
  const [isLost, setIsLost] = useState(false);
  const look = async () => {
    const path = `/api/console/activity?agent_id=${agentId}&limit=50`;
    try {
      const { activity } = await request({ method: 'GET', path, answer: answerSchema });
      const first = activity.findLast(({ transport }) => TRANSPORTS.includes(transport));
      if (!first) return;
      setCall(first);
      router.refresh();
    } catch (thrown) {
      // The session ended or the agent was deleted; other faults pass, and the next news asks again.
      const { status } = toFailure(thrown);
      if (status >= 400 && status < 500 && status !== 429) setIsLost(true);
    }
  };
  const { state, failure } = useStream({
    stream: 'owner',
    enabled: call.at === null,
    onSnapshot: look,
    onEvents: (events) => events.some(({ type }) => type === 'calls_changed') && look(),
  });
  if (call.at !== null) return { state: 'called', call };
  if (isLost || failure) return { state: 'lost', call };
  return { state: state === 'live' || state === 'connecting' ? 'waiting' : 'cut', call };
}
