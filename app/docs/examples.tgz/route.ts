import { packedExamples } from '@/lib/transport/examples/example-files';

/** All examples as one npm package. */
export async function GET(): Promise<Response> {
  return new Response(await packedExamples(), {
    headers: { 'content-type': 'application/gzip', 'cache-control': 'public, max-age=300' },
  });
}
