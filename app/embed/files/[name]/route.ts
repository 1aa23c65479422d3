import { serveEmbedFile } from '@/app/embed/files';

/** A script, style sheet or font of the embedded pages. */
export async function GET(request: Request, { params }: { params: Promise<{ name: string }> }): Promise<Response> {
  return serveEmbedFile((await params).name, request.headers.get('accept-encoding') ?? '');
}
