/** A program as text that browsers show and do not run. */
export const programResponse = (program: string): Response =>
  new Response(program, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
  });
