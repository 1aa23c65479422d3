import type { TestProject } from 'vitest/node';
import { startTestServer } from './server';
import { ensureTemplate } from './template';

declare module 'vitest' {
  export interface ProvidedContext {
    database: { server: string; template: string };
  }
}

/** Starts a PostgreSQL server with the migrated template once per run. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { server, stop } = await startTestServer();
  project.provide('database', { server, template: await ensureTemplate(server) });
  return stop;
}
