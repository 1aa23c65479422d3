'use client';
import { useDisclosure } from '@mantine/hooks';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { useOneRequest } from '@/components/console/api';
import { FailureNotice } from '@/components/console/failure-notice';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { TextField } from '@/components/ui/field';
import { Link } from '@/components/ui/link';
import shared from '@/components/ui/shared.module.css';
import classes from './rehearse-button.module.css';

const rehearsalSchema = z.object({
  understood: z.boolean(),
  messages: z.array(
    z.object({
      message_type: z.string(),
      message: z.unknown(),
      answer: z.unknown(),
      answered_after_ms: z.number().nullable(),
      ok: z.boolean(),
      detail: z.string(),
    }),
  ),
});
type Rehearsal = z.infer<typeof rehearsalSchema>;

/** Sends a GAME_START and a MOVE_REQUEST to an endpoint now, and shows what was understood: before it is registered. */
export function RehearseButton({ gameTitle }: { gameTitle: string }) {
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        Try an endpoint
      </Button>
      {isOpen && (
        <Dialog onClose={dialog.close} title="Try an endpoint">
          <RehearsalForm gameTitle={gameTitle} />
        </Dialog>
      )}
    </>
  );
}

function RehearsalForm({ gameTitle }: { gameTitle: string }) {
  const [endpoint, setEndpoint] = useState('');
  const [rehearsal, setRehearsal] = useState<Rehearsal | null>(null);
  const send = useOneRequest<string, Rehearsal>(
    (asked) => ({
      method: 'POST',
      path: '/api/play/leagues/rehearse',
      body: { endpoint: asked },
      answer: rehearsalSchema,
    }),
    setRehearsal,
  );
  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        setRehearsal(null);
        send.mutate(endpoint.trim());
      }}
    >
      <div className={shared.stack}>
        <p className={shared.muted}>
          Your player gets a GAME_START and a MOVE_REQUEST of {gameTitle} now, as the referee would send them. Nothing
          is registered. <Link href="/docs/league">Messages of a player</Link>
        </p>
        <TextField
          label="Endpoint"
          description="The address that takes league.v1, such as https://player.example/mcp"
          type="url"
          required
          data-autofocus
          maxLength={2_048}
          value={endpoint}
          onChange={(event) => setEndpoint(event.currentTarget.value)}
        />
        <FailureNotice failure={send.error} />
        <div aria-live="polite">{rehearsal && <RehearsalResult rehearsal={rehearsal} />}</div>
        <div className={shared.row} data-align="end">
          <Button type="submit" loading={send.isPending}>
            {rehearsal ? 'Send again' : 'Send both messages'}
          </Button>
        </div>
      </div>
    </form>
  );
}

/** What the referee understood of each message. */
function RehearsalResult({ rehearsal: { understood, messages } }: { rehearsal: Rehearsal }) {
  return (
    <div className={classes.result}>
      <p className={classes.verdict}>{understood ? 'The endpoint can play.' : 'The endpoint cannot play yet.'}</p>
      <ol className={classes.messages}>
        {messages.map((one) => (
          <li key={one.message_type} className={classes.message}>
            <p className={classes.line} data-ok={one.ok}>
              {one.ok ? (
                <IconCircleCheck size={18} aria-label="Taken" />
              ) : (
                <IconCircleX size={18} aria-label="Not taken" />
              )}
              <code>{one.message_type}</code>
              {one.answered_after_ms !== null && <span className={classes.time}>{one.answered_after_ms} ms</span>}
            </p>
            <p className={classes.detail}>
              <bdi>{one.detail}</bdi>
            </p>
            <details>
              <summary>What was sent and answered</summary>
              <pre className={classes.json}>{JSON.stringify(one.message, null, 2)}</pre>
              <pre className={classes.json}>
                {one.answer === null ? 'No answer' : JSON.stringify(one.answer, null, 2)}
              </pre>
            </details>
          </li>
        ))}
      </ol>
    </div>
  );
}
