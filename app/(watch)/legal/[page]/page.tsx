import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import Markdown from 'react-markdown';
import { NOT_FOUND_METADATA } from '@/app/not-found-metadata';
import { Page } from '@/components/ui/page';
import { env } from '@/lib/core/env';
import { readLegalPage } from '@/lib/core/legal-pages';
import classes from './legal.module.css';

interface Props {
  params: Promise<{ page: string }>;
}

const readPage = async ({ params }: Props) => readLegalPage(env().LEGAL_DIR, (await params).page);

export async function generateMetadata(props: Props): Promise<Metadata> {
  const page = await readPage(props);
  return page ? { title: page.title } : NOT_FOUND_METADATA;
}

/** The terms, the privacy notice or the imprint of this instance, from LEGAL_DIR. */
export default async function LegalDocument(props: Props) {
  const page = await readPage(props);
  if (!page) notFound();
  return (
    <Page title={page.title} narrow>
      <div className={classes.text} dir="auto">
        <Markdown disallowedElements={['img']}>{page.text}</Markdown>
      </div>
    </Page>
  );
}
