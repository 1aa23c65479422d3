// The official MCP conformance suite against a running server that was started with CONFORMANCE_FIXTURES=1.
// node e2e/conformance/run.mjs --url http://127.0.0.1:3000 [--key pgos_…] [--revisions 2025-11-25,2026-07-28]
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request as forward } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { runAuthorization } from './authorization.mjs';
import { runSuite, summarize } from './suite.mjs';

const REVISIONS = ['2025-11-25', '2026-07-28'];

/** The suite cannot send an Authorization header: this loopback proxy adds one and forwards everything else unchanged. */
async function startProxy(target, apiKey) {
  const { hostname, port, host } = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const own = incoming.socket.localPort;
    // The suite addresses the proxy; a request for another host is forwarded unchanged, because it is under test.
    const ours = (name) =>
      name?.replace(new RegExp(`^((?:https?://)?(?:localhost|127\\.0\\.0\\.1)):${own}$`), `$1:${port}`);
    const headers = {
      ...incoming.headers,
      authorization: `Bearer ${apiKey}`,
      host: ours(incoming.headers.host) ?? host,
    };
    if (headers.origin) headers.origin = ours(headers.origin);
    const passed = forward(
      { hostname, port, path: incoming.url, method: incoming.method, headers, agent: false },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        outgoing.flushHeaders();
        answer.pipe(outgoing);
      },
    );
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => {
      if (!outgoing.writableFinished) passed.destroy();
    });
    incoming.pipe(passed);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function signUp(url) {
  const answer = await fetch(`${url}/api/agents`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  if (!answer.ok) throw new Error(`An agent for the suite could not sign up: HTTP ${answer.status}.`);
  return (await answer.json()).api_key;
}

async function runRevision(url, revision) {
  const directory = await mkdtemp(join(tmpdir(), 'botplay-conformance-'));
  try {
    const args = ['server', '--url', url, '--requirements', revision, '-o', directory];
    return summarize(revision, await runSuite(args));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/**
 * Runs the suite for each revision, and its part about authorization, side by side.
 * @returns for each: whether it passed, a summary line and the suite's output.
 */
export async function runConformance({ url, apiKey, revisions = REVISIONS }) {
  const proxy = await startProxy(url, apiKey ?? (await signUp(url)));
  try {
    return await Promise.all([
      ...revisions.map((revision) => runRevision(`${proxy.url}/mcp`, revision)),
      runAuthorization(url),
    ]);
  } finally {
    proxy.close();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = parseArgs({
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:3000' },
      key: { type: 'string' },
      revisions: { type: 'string' },
    },
  });
  const results = await runConformance({
    url: values.url,
    apiKey: values.key,
    revisions: values.revisions?.split(','),
  });
  for (const { passed, line, output } of results) {
    if (!passed) console.log(output);
    console.log(line);
  }
  process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
}
