import type { NextApiRequest, NextApiResponse } from 'next';
import NextAuth, { type NextAuthOptions } from 'next-auth';
import { authOptions } from './options';

/** A client of next-auth for tests: it keeps cookies and follows no redirects. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #address: string;
  readonly #adapt: (options: NextAuthOptions) => NextAuthOptions;
  readonly #userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

  constructor(address: string, adapt: (options: NextAuthOptions) => NextAuthOptions = (options) => options) {
    this.#address = address;
    this.#adapt = adapt;
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async ask(method: string, path: string, body: Record<string, string> = {}) {
    const { pathname, searchParams } = new URL(path, 'http://localhost:3000/api/auth/');
    const nextauth = pathname.replace('/api/auth/', '').split('/');
    const answer = { status: 200, location: '', body: {} as Record<string, unknown> };
    const headers = new Map<string, unknown>();
    const response = {
      status: (code: number) => Object.assign(answer, { status: code }) && response,
      setHeader: (name: string, value: unknown) => headers.set(name.toLowerCase(), value) && response,
      getHeader: (name: string) => headers.get(name.toLowerCase()),
      json: (value: Record<string, unknown>) => Object.assign(answer, { body: value }),
      send: (value: Record<string, unknown>) => Object.assign(answer, { body: value }),
      end: () => {},
    };
    const cookies = Object.fromEntries([...this.cookies].map(([name, value]) => [name, decodeURIComponent(value)]));
    const request = {
      method,
      query: { ...Object.fromEntries(searchParams), nextauth },
      body,
      cookies,
      headers: { host: 'localhost:3000' },
    };
    const options = this.#adapt(
      authOptions({ address: this.#address, userAgent: this.#userAgent, cookieHeader: this.cookieHeader }),
    );
    await NextAuth(request as unknown as NextApiRequest, response as unknown as NextApiResponse, options);
    for (const line of (headers.get('set-cookie') as string[] | undefined) ?? []) this.#keep(line);
    return { ...answer, location: String(headers.get('location') ?? '') };
  }

  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '') this.cookies.delete(name);
    else this.cookies.set(name, value);
  }

  async signIn(email: string, password: string) {
    const { body } = await this.ask('GET', 'csrf');
    return this.ask('POST', 'callback/credentials', {
      csrfToken: String(body.csrfToken),
      email,
      password,
      json: 'true',
    });
  }

  /** Starts signing in by a provider. Returns the address of the provider's page. */
  async leaveFor(provider: string): Promise<URL> {
    const { body } = await this.ask('GET', 'csrf');
    const left = await this.ask('POST', `signin/${provider}`, { csrfToken: String(body.csrfToken), json: 'true' });
    return new URL(left.location || String(left.body.url));
  }

  /** Returns from the provider. Gives the final page, with the error word if there is one. */
  async comeBack(address: string): Promise<string> {
    const { location } = await this.ask('GET', address);
    const { pathname, search, searchParams } = new URL(location, 'http://localhost:3000');
    if (pathname.startsWith('/api/auth/')) return this.comeBack(pathname + search);
    const error = searchParams.get('error');
    return error === null ? pathname : `${pathname}?error=${error}`;
  }
}
