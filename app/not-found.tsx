import { Button } from '@mantine/core';
import type { Metadata } from 'next';
import Link from 'next/link';
import { Page } from '@/components/ui/page';

export const metadata: Metadata = { title: 'Not found' };

export default function NotFound() {
  return (
    <Page narrow title="There is nothing here" lead="The address may be mistyped, or what it named was taken down. Nothing of yours is lost.">
      <Button component={Link} href="/">
        See what is on now
      </Button>
    </Page>
  );
}
