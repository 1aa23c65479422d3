import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { NOT_FOUND_METADATA } from '@/app/not-found-metadata';
import { siteOrigin } from '@/app/origin';
import { OperationReference } from '@/components/docs/operation-reference';
import { describeOwnerOperation } from '@/lib/transport/docs/reference';

type Params = Promise<{ operationId: string }>;

export async function generateMetadata({ params }: { params: Params }): Promise<Metadata> {
  const operation = describeOwnerOperation((await params).operationId);
  return operation
    ? { title: `${operation.method} ${operation.path}`, description: operation.title }
    : NOT_FOUND_METADATA;
}

/** One REST operation that is not a tool: credential, parameters, body, answer, errors. */
export default async function OperationPage({ params }: { params: Params }) {
  const operation = describeOwnerOperation((await params).operationId) ?? notFound();
  return <OperationReference operation={operation} origin={await siteOrigin()} />;
}
