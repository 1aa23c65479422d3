import type { Metadata } from 'next';
import { ApiReference } from '@/components/docs/api-reference';

export const metadata: Metadata = { title: 'REST reference · Docs' };

/** Every REST operation, from the document that the server generates. */
export default function ApiPage() {
  return <ApiReference />;
}
