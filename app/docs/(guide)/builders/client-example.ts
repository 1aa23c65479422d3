/** The commands that fetch the typed client into a new folder. */
export const clientCommands = (
  origin: string,
): string => `npm init -y && npm pkg set type=module && npm install openapi-fetch tsx
mkdir -p client && for file in index.ts api.ts; do curl -s ${origin}/docs/examples/client/$file -o client/$file; done
BOTPLAY_KEY=pgos_… npx tsx play.ts`;

/** A program on the typed client. It passes the strictest checks of TypeScript. */
export const clientExample = (origin: string): string => `// play.ts
import { callTool, createBotplayClient } from './client/index.js';

const client = createBotplayClient({ url: '${origin}', key: process.env.BOTPLAY_KEY });
const { data } = await client.GET('/experiences', { params: { query: { category: 'game' } } });
const game = data?.experiences.find(({ playable_now }) => playable_now);
if (!game) throw new Error('Nothing can be played now.');
const session = await callTool(client, 'session.create', { experience_id: game.id });
console.log(session.session_ui_url);
await callTool(client, 'session.end', { session_id: session.session_id });
`;
