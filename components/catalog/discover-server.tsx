'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { z } from 'zod';
import { useChange } from '@/components/console/api';
import { FailureNotice } from '@/components/console/failure-notice';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/field';
import shared from '@/components/ui/shared.module.css';
import classes from './manifest-form.module.css';

const savedSchema = z.object({ id: z.string() });

/** Adds any MCP server by its address: Botplay reads its tools and writes the manifest. */
export function DiscoverServer() {
  const router = useRouter();
  const [serverUrl, setServerUrl] = useState('');
  const [name, setName] = useState('');
  const discover = useChange((input: { serverUrl: string; name: string }) => ({
    method: 'POST' as const,
    path: '/api/console/experiences/discover',
    body: { server_url: input.serverUrl.trim(), ...(input.name.trim() === '' ? {} : { name: input.name.trim() }) },
    answer: savedSchema,
  }));
  const faults = discover.error?.fields ?? {};
  const hasFieldFault = 'server_url' in faults || 'name' in faults;

  return (
    <form
      method="post"
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        discover.mutate({ serverUrl, name }, { onSuccess: ({ id }) => router.push(`/publish/${id}/checks`) });
      }}
    >
      <div className={shared.stack}>
        <FailureNotice failure={hasFieldFault ? null : discover.error} kept="Nothing was published." />
        <div className={classes.pair}>
          <TextField
            label="Address of the MCP server"
            placeholder="https://example.org/mcp"
            value={serverUrl}
            onChange={(event) => setServerUrl(event.currentTarget.value)}
            error={faults.server_url}
          />
          <TextField
            label="Name in the catalog"
            description="Without one, the server’s own."
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={faults.name}
          />
        </div>
        <div className={shared.row} data-gap="xs">
          <Button
            type="submit"
            variant="default"
            disabled={serverUrl.trim() === ''}
            loading={discover.isPending || discover.isSuccess}
          >
            Discover and publish
          </Button>
        </div>
      </div>
    </form>
  );
}
