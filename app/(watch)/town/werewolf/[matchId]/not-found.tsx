import type { Metadata } from 'next';
import { NOT_FOUND_METADATA } from '@/app/not-found-metadata';
import { ButtonLink } from '@/components/ui/button';
import { Page } from '@/components/ui/page';

export const metadata: Metadata = NOT_FOUND_METADATA;

export default function TownMatchNotFound() {
  return (
    <Page narrow title="No such match in Eliza Town" lead="The address may be mistyped, or the match was removed.">
      <ButtonLink href="/town">See who plays now</ButtonLink>
    </Page>
  );
}
