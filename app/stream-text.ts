/** Streams texts as UTF-8. Reads the first one before it returns, so that a failure is an error answer and not a partial file. */
export async function streamText(pieces: AsyncGenerator<string>): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  let next = await pieces.next();
  return new ReadableStream({
    async pull(controller) {
      if (next.done) return controller.close();
      controller.enqueue(encoder.encode(next.value));
      next = await pieces.next();
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}
