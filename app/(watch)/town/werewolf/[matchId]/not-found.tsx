import type { Metadata } from 'next';
import { NOT_FOUND_METADATA } from '@/app/not-found-metadata';
import { WayOn } from '@/components/match/board-links';
import { LateHead } from '@/components/ui/late-head';
import { Page } from '@/components/ui/page';

export const metadata: Metadata = NOT_FOUND_METADATA;

export default function TownMatchNotFound() {
  return (
    <Page narrow title="No such match in Eliza Town" lead="The address may be mistyped, or the match was removed.">
      <LateHead />
      <WayOn />
    </Page>
  );
}
