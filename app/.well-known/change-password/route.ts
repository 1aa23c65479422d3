/** Where password managers send people: the page with the form that changes a password. */
export function GET(): Response {
  return new Response(null, { status: 302, headers: { location: '/console/account' } });
}
