import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import getPort from 'get-port';

// MCP servers of others, from npm, as programs of their own.

const { resolve } = createRequire(import.meta.url);

export interface ThirdPartyServer {
  url: string;
  /** Ends the program and starts it again at the same address; it has forgotten every session then. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** `@modelcontextprotocol/server-everything`, which speaks Streamable HTTP with sessions. */
export async function startEverything(): Promise<ThirdPartyServer> {
  const program = resolve('@modelcontextprotocol/server-everything/dist/index.js');
  const port = await getPort({ host: '127.0.0.1' });
  const url = `http://127.0.0.1:${port}/mcp`;
  let child: ChildProcess;
  const start = async () => {
    const env = { ...process.env, PORT: String(port) };
    child = spawn(process.execPath, [program, 'streamableHttp'], { env, stdio: 'ignore' });
    while (!(await fetch(url).then(Boolean, () => false))) {
      if (child.exitCode !== null) throw new Error(`server-everything ended with ${child.exitCode}`);
      await sleep(50);
    }
  };
  const stop = async () => {
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  };
  await start();
  return { url, restart: () => stop().then(start), close: stop };
}

/** `@modelcontextprotocol/server-memory`: a knowledge graph in a file. */
export function startMemory(file: string): Promise<ThirdPartyServer> {
  return bridgeStdio(resolve('@modelcontextprotocol/server-memory/dist/index.js'), [], { MEMORY_FILE_PATH: file });
}

/** `@modelcontextprotocol/server-filesystem`: the files of one directory. */
export function startFilesystem(directory: string): Promise<ThirdPartyServer> {
  return bridgeStdio(resolve('@modelcontextprotocol/server-filesystem/dist/index.js'), [directory], {});
}

/**
 * Serves a program that speaks MCP on its standard input and output over Streamable HTTP: one process for each session.
 */
async function bridgeStdio(program: string, args: string[], env: Record<string, string>): Promise<ThirdPartyServer> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const programs = new Set<StdioClientTransport>();
  const http = createServer(async (request, response) => {
    const id = request.headers['mcp-session-id']?.toString();
    const session = id === undefined ? undefined : sessions.get(id);
    if (id !== undefined && !session) {
      response.writeHead(404).end();
      return;
    }
    await (session ?? (await openSession())).handleRequest(request, response);
  });
  const openSession = async () => {
    const stdio = new StdioClientTransport({
      command: process.execPath,
      args: [program, ...args],
      env,
      stderr: 'ignore',
    });
    programs.add(stdio);
    const session = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (opened) => void sessions.set(opened, session),
    });
    session.onmessage = (message) => void stdio.send(message);
    stdio.onmessage = (message) => void session.send(message).catch(() => undefined);
    session.onclose = () => {
      sessions.delete(session.sessionId ?? '');
      void stdio.close();
    };
    await Promise.all([stdio.start(), session.start()]);
    return session;
  };
  const forget = async () => {
    sessions.clear();
    await Promise.all([...programs].map((stdio) => stdio.close()));
    programs.clear();
  };
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    restart: forget,
    close: async () => {
      await forget();
      http.closeAllConnections();
      http.close();
    },
  };
}
