import { serveEmbedFile } from '@/app/embed/files';

/** A script, style sheet or font of the embedded pages. */
export async function GET(_: Request, { params }: { params: Promise<{ name: string }> }): Promise<Response> {
  return serveEmbedFile((await params).name);
}
