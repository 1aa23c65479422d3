'use client';
import { WayOn } from '@/components/match/board-links';
import { Button } from '@/components/ui/button';
import { LateHead } from '@/components/ui/late-head';
import { Page } from '@/components/ui/page';

/** The page after an error: what happened, what was saved, what to do. */
export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <Page
      narrow
      title="This page could not be shown"
      lead="The error is on our side and was logged. Matches continue, and no data of yours was lost."
    >
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 12 }}>
        <Button onClick={reset}>Try again</Button>
      </div>
      <LateHead />
      <WayOn />
      {error.digest && <p className="numeric">Reference: {error.digest}</p>}
    </Page>
  );
}
