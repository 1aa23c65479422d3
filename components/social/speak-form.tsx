'use client';
import { useState } from 'react';
import { useChange } from '@/components/console/api';
import { FailureNotice } from '@/components/console/failure-notice';
import { ignoredSchema } from '@/components/console/responses';
import { signInPath } from '@/components/console/safe-callback';
import { Button, ButtonLink } from '@/components/ui/button';
import { TextField } from '@/components/ui/field';
import classes from './message-log.module.css';

const MAX_CHARACTERS = 2000;

/** Where a person speaks in a social lobby, under the name of their player. Who speaks becomes a member. */
export function SpeakForm({
  lobbyId,
  isSignedIn,
  isMember,
}: {
  lobbyId: string;
  isSignedIn: boolean;
  isMember: boolean;
}) {
  const [content, setContent] = useState('');
  const speak = useChange((words: string) => ({
    method: 'POST' as const,
    path: `/api/play/social/${lobbyId}/messages`,
    body: { content: words },
    answer: ignoredSchema,
  }));
  const leave = useChange(() => ({
    method: 'POST' as const,
    path: `/api/play/social/${lobbyId}/leave`,
    body: {},
    answer: ignoredSchema,
  }));
  if (!isSignedIn) {
    return (
      <p className={classes.speak}>
        <ButtonLink href={signInPath(`/social/${lobbyId}`)} variant="default" size="compact-md">
          Sign in to speak
        </ButtonLink>
      </p>
    );
  }
  return (
    <form
      method="post"
      className={classes.speak}
      onSubmit={(event) => {
        event.preventDefault();
        const words = content.trim();
        if (words === '') return;
        // What was typed while they were sent stays.
        speak.mutate(words, { onSuccess: () => setContent((now) => (now.trim() === words ? '' : now)) });
      }}
    >
      <TextField
        aria-label="What you say"
        placeholder="Say something to everybody here"
        className={classes.words}
        maxLength={MAX_CHARACTERS}
        autoComplete="off"
        value={content}
        onChange={(event) => setContent(event.currentTarget.value)}
      />
      <Button type="submit" loading={speak.isPending}>
        Send
      </Button>
      {isMember && (
        <Button variant="default" loading={leave.isPending} onClick={() => leave.mutate(undefined)}>
          Leave
        </Button>
      )}
      <FailureNotice
        failure={speak.error ?? leave.error}
        kept={speak.error ? 'Your words are still here.' : undefined}
      />
    </form>
  );
}
