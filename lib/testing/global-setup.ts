import type { TestProject } from 'vitest/node';
import { startTestServer } from './server';
import { ensureTemplate } from './template';

declare module 'vitest' {
  export interface ProvidedContext {
    database: { server: string; template: string };
  }
}

interface SharedServer {
  server: string;
  template: string;
  stop: () => Promise<void>;
}

/** One server for all projects of a run; each project loads this module anew. */
const shared = globalThis as { botplayTestServer?: { started: Promise<SharedServer>; projects: number } };

/** Starts a PostgreSQL server with the migrated template once per run. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  shared.botplayTestServer ??= { started: start(), projects: 0 };
  const { botplayTestServer: running } = shared;
  running.projects++;
  const { server, template, stop } = await running.started.catch(failWithoutPlace);
  project.provide('database', { server, template });
  return async () => {
    if (--running.projects === 0) await stop();
  };
}

/** Vitest fails itself on the place of an error that was thrown in a set-up, and prints only that. */
function failWithoutPlace(thrown: unknown): never {
  const error = new Error(`No test can use a database. ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  error.stack = error.message;
  throw error;
}

async function start(): Promise<SharedServer> {
  const { server, stop } = await startTestServer();
  return { server, template: await ensureTemplate(server), stop };
}
