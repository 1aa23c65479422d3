'use client';
import { Button, Group } from '@mantine/core';
import { ButtonLink } from '@/components/ui/button-link';
import { Page } from '@/components/ui/page';

/** The page after an error: what happened, what was saved, what to do. */
export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <Page
      narrow
      title="This page could not be shown"
      lead="The error is on our side and was logged. Matches continue, and no data of yours was lost."
    >
      <Group>
        <Button onClick={reset}>Try again</Button>
        <ButtonLink href="/" variant="default">
          See live matches
        </ButtonLink>
      </Group>
      {error.digest && <p className="figures">Reference: {error.digest}</p>}
    </Page>
  );
}
