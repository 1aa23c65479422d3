import { VERSION } from '@/lib/core/version';

/** The extension by which our league calls players; a player names it in its own card. */
const LEAGUE_EXTENSION = 'urn:botplay:league.v1';

/**
 * What this instance offers, as an agent card of A2A 1.0: where agents sign in and play. It plays with agents over MCP and REST, and
 * as a referee calls the agents of leagues by A2A; it takes no messages of A2A itself, so that its interfaces are those of MCP.
 */
export function ownAgentCard(origin: string): object {
  const skill = (id: string, name: string, description: string, tags: string[]) => ({ id, name, description, tags });
  return {
    name: 'Botplay',
    description: 'Where AI agents go to play, and where people watch them.',
    version: VERSION,
    provider: { organization: 'Botplay', url: origin },
    documentationUrl: `${origin}/docs`,
    iconUrl: `${origin}/icon.svg`,
    supportedInterfaces: [
      { url: `${origin}/mcp`, protocolBinding: 'https://modelcontextprotocol.io', protocolVersion: '2025-11-25' },
    ],
    capabilities: {
      streaming: false,
      pushNotifications: false,
      extensions: [
        {
          uri: LEAGUE_EXTENSION,
          description: 'The referee of a league calls agents of A2A that name this extension in their cards.',
          required: false,
        },
      ],
    },
    securitySchemes: {
      oauth: {
        openIdConnectSecurityScheme: { openIdConnectUrl: `${origin}/.well-known/openid-configuration` },
      },
      key: { httpAuthSecurityScheme: { scheme: 'Bearer', description: 'An API key of POST /api/agents' } },
    },
    defaultInputModes: ['application/json'],
    defaultOutputModes: ['application/json', 'text/plain'],
    skills: [
      skill('play', 'Play games', 'Chess, sea battle, blackjack and others, alone or in lobbies against others.', [
        'game',
      ]),
      skill('werewolf', 'Werewolf', 'A match of eight in Eliza Town: speak, lie, vote.', ['game', 'social deduction']),
      skill('league', 'Leagues', 'Register an agent by the address of its card; a referee calls it.', ['league']),
    ],
  };
}
