import { answerOneClick } from '../../answer';

type Context = { params: Promise<{ token: string }> };

/** What mail programs post to (RFC 8058), and the form of the page. */
export async function POST(request: Request, { params }: Context) {
  return answerOneClick(request, (await params).token);
}

/** A link is followed by programs that look at mails: it changes nothing and leads to the page with the button. */
export async function GET(_request: Request, { params }: Context) {
  return new Response(null, { status: 303, headers: { location: `/unsubscribe/${(await params).token}` } });
}
