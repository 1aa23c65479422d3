'use client';
import { useState } from 'react';
import { z } from 'zod';
import { useOneRequest } from '@/components/console/api';
import { FailureNotice } from '@/components/console/failure-notice';
import { Button } from '@/components/ui/button';
import { SecretField } from '@/components/ui/field';
import shared from '@/components/ui/shared.module.css';
import { ToolCall } from './tool-call';

const toolsSchema = z.object({
  tools: z.array(z.object({ name: z.string(), description: z.string().optional(), inputSchema: z.unknown() })),
});

/** Lets a publisher call the tools of the server of an experience. The token is sent with each call and not stored. */
export function TestConsole({ experienceId, needsToken }: { experienceId: string; needsToken: boolean }) {
  const [token, setToken] = useState('');
  const bearer = token === '' ? {} : { bearer_token: token };
  const list = useOneRequest(
    () => ({
      method: 'POST' as const,
      path: `/api/console/experiences/${experienceId}/tools`,
      body: bearer,
      answer: toolsSchema,
    }),
    () => undefined,
  );
  return (
    <div className={shared.stack}>
      {needsToken && (
        <SecretField
          className={shared.narrow}
          label="Bearer token"
          description="Sent to your server with each call here, and not stored."
          value={token}
          autoComplete="off"
          onChange={(event) => setToken(event.currentTarget.value)}
        />
      )}
      <FailureNotice failure={list.error} kept="No tool was called." />
      {list.data && <ToolCall experienceId={experienceId} tools={list.data.tools} bearer={bearer} />}
      <div className={shared.row}>
        <Button variant="default" loading={list.isPending} onClick={() => list.mutate(undefined)}>
          {list.data ? 'List the tools again' : 'List the tools'}
        </Button>
      </div>
    </div>
  );
}
