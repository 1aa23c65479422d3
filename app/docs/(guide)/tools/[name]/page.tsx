import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { NOT_FOUND_METADATA } from '@/app/not-found-metadata';
import { siteOrigin } from '@/app/origin';
import { ToolReference } from '@/components/docs/tool-reference';
import { describeTool, describeTools } from '@/lib/transport/docs/reference';

type Params = Promise<{ name: string }>;

export async function generateMetadata({ params }: { params: Params }): Promise<Metadata> {
  const tool = describeTool((await params).name);
  return tool ? { title: tool.name, description: firstSentence(tool.description) } : NOT_FOUND_METADATA;
}

/** The length of a description in search results. */
const firstSentence = (text: string) => /^.*?[.](?=\s|$)/s.exec(text)?.[0] ?? text;

/** One tool: how to call it, input, output, errors. */
export default async function ToolPage({ params }: { params: Params }) {
  const tool = describeTool((await params).name) ?? notFound();
  const all = describeTools();
  const at = all.indexOf(tool);
  return (
    <ToolReference
      tool={tool}
      origin={await siteOrigin()}
      previous={all[at - 1]?.name ?? null}
      next={all[at + 1]?.name ?? null}
    />
  );
}
