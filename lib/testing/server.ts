/** The PostgreSQL server of this test run: the one that TEST_DATABASE_SERVER names. */
export async function startTestServer(): Promise<{ server: string; stop: () => Promise<void> }> {
  const server = process.env.TEST_DATABASE_SERVER;
  if (!server) throw new Error('Set TEST_DATABASE_SERVER.');
  return { server, stop: async () => {} };
}
