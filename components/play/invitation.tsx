'use client';
import { Button, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconLink } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import classes from './lobby-actions.module.css';

const never = () => () => {};

/** The link by which others take a seat, with a button that copies it. */
export function Invitation({ lobbyId }: { lobbyId: string }) {
  const { copied, copy } = useClipboard({ timeout: 2000 });
  // The server does not know the origin that the browser uses.
  const origin = useSyncExternalStore(
    never,
    () => window.location.origin,
    () => '',
  );
  const link = `${origin}/matches/${lobbyId}`;
  return (
    <div className={classes.invitation}>
      <TextInput
        label="Invitation link"
        description="Whoever opens it can take a seat; no account is needed."
        value={link}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        variant="default"
        leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconLink size={16} stroke={1.75} aria-hidden />}
        onClick={() => copy(link)}
      >
        {copied ? 'Copied' : 'Copy the link'}
      </Button>
    </div>
  );
}
