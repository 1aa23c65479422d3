import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import Markdown from 'react-markdown';
import { NOT_FOUND_METADATA } from '@/app/not-found-metadata';
import { Page } from '@/components/ui/page';
import { env } from '@/lib/core/env';
import { readLegalPage } from '@/lib/core/legal-pages';
import classes from './legal.module.css';

interface Props {
  params: Promise<{ page: string }>;
}

const readPage = cache((name: string) => readLegalPage(env().LEGAL_DIR, name));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const page = await readPage((await params).page);
  return page ? { title: page.title } : NOT_FOUND_METADATA;
}

/** The terms, the privacy notice or the imprint of this instance, from LEGAL_DIR. */
export default async function LegalDocument({ params }: Props) {
  const page = await readPage((await params).page);
  if (!page) notFound();
  return (
    <Page title={page.title} narrow>
      <div className={classes.text} dir="auto">
        <Markdown disallowedElements={['img']}>{page.text}</Markdown>
      </div>
    </Page>
  );
}
