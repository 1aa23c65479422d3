import type { Metadata } from 'next';
import { NOT_FOUND_METADATA } from '@/app/not-found-metadata';
import { ButtonLink } from '@/components/ui/button-link';
import { Page } from '@/components/ui/page';

export const metadata: Metadata = NOT_FOUND_METADATA;

export default function NotFound() {
  return (
    <Page narrow title="Page not found" lead="The address may be mistyped, or the page was removed.">
      <ButtonLink href="/">See live matches</ButtonLink>
    </Page>
  );
}
