import { newId } from '@/lib/core/ids';

/** A valid manifest with a new name for each call; no server listens at its address. */
export function exampleManifest(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    name: `Guess ${newId()}`,
    version: '1.0.0',
    summary: 'Guess a number from 1 to 10.',
    category: 'puzzle',
    tags: ['numbers'],
    tier: 2,
    publisher: { name: 'Test publisher' },
    mcp: {
      server_url: 'https://guess.example.org/mcp',
      required_tools: ['experience.info', 'session.create', 'session.step', 'session.end'],
    },
    ...overrides,
  };
}
