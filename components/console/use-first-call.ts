'use client';
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import type { FirstCall } from '@/lib/domain/auth';
import { answerOf } from './answer';
import { type RequestFailure, request, toFailure } from './request';

/** A failed wait is repeated after this time. A wait lasts until the server has news, at most 25 s. */
const RETRY_MS = 2000;
/** The least time between two waits, for proxies that answer immediately. */
const PAUSE_MS = 250;

export interface FirstCallView {
  /** `lost`: the page may not ask any more. */
  state: 'waiting' | 'called' | 'cut' | 'lost';
  call: { at: string | null; tool: string | null; transport: string | null };
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The first call of an agent: already known, or awaited from the server. */
export function useFirstCall(agentId: string, knownAt: string | null): FirstCallView {
  const router = useRouter();
  const [view, setView] = useState<FirstCallView>({
    state: knownAt === null ? 'waiting' : 'called',
    call: { at: knownAt, tool: null, transport: null },
  });

  useEffect(() => {
    if (knownAt !== null) return;
    const leaving = new AbortController();
    void (async () => {
      while (!leaving.signal.aborted) {
        const answer = await waitOnce(agentId, leaving.signal);
        if (leaving.signal.aborted) return;
        if (answer instanceof Error) {
          // The session ended or the agent was deleted: do not ask again.
          if (answer.status >= 400 && answer.status < 500) {
            setView((before) => ({ ...before, state: 'lost' }));
            return;
          }
          setView((before) => ({ ...before, state: 'cut' }));
          await sleep(RETRY_MS);
        } else if (answer.first_call_at !== null) {
          setView({
            state: 'called',
            call: { at: answer.first_call_at, tool: answer.tool, transport: answer.transport },
          });
          router.refresh();
          return;
        } else {
          setView((before) => ({ ...before, state: 'waiting' }));
          await sleep(PAUSE_MS);
        }
      }
    })();
    return () => leaving.abort();
  }, [agentId, knownAt, router]);

  return view;
}

async function waitOnce(agentId: string, signal: AbortSignal): Promise<FirstCall | RequestFailure> {
  try {
    return await request({
      method: 'GET',
      path: `/api/console/agents/${agentId}/first-call`,
      answer: answerOf<FirstCall>(),
      signal,
    });
  } catch (thrown) {
    return toFailure(thrown);
  }
}
