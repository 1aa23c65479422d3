'use client';
import { WayOn } from '@/components/match/board-links';
import { Button } from '@/components/ui/button';
import { Page } from '@/components/ui/page';

/** The page after an error: what happened, what was saved, what to do. */
export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <Page
      narrow
      title="This page could not be shown"
      lead="The error is on our side and was logged. Matches continue, and no data of yours was lost."
    >
      {/* The same as LateHead, in fewer bytes: every page loads this file. */}
      <script async src="/head.js" />
      <Button onClick={reset}>Try again</Button>
      <WayOn />
      {error.digest && <p className="numeric">Reference: {error.digest}</p>}
    </Page>
  );
}
