import type { TestProject } from 'vitest/node';
import { startTestServer } from './server';
import { ensureTemplate } from './template';

declare module 'vitest' {
  export interface ProvidedContext {
    database: { server: string; template: string };
  }
}

/** Once a run: a PostgreSQL server and the migrated template on it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { server, stop } = await startTestServer();
  project.provide('database', { server, template: await ensureTemplate(server) });
  return stop;
}
