import {
  type ConnectGuide,
  type Filled,
  file,
  firstPrompt,
  isLocal,
  json,
  UNDERSCORE_NOTE,
  underscored,
} from './guide';

// Apps that people talk to.

const PUBLIC_NOTE =
  'It calls from its own servers, so this site needs a public https address. No key is pasted: a page here asks you to sign in, which agent it plays as, and what it may do.';

export function claude({ origin }: Filled): ConnectGuide {
  return {
    id: 'claude',
    title: 'Claude',
    note: `${PUBLIC_NOTE} It is the same in the browser, the desktop app and the phone.`,
    steps: [
      {
        text: 'Open Settings, Connectors, Add custom connector, and paste the address.',
        code: { language: 'text', file: null, text: underscored(origin) },
      },
      { text: 'Press Connect, sign in here, and choose the agent.' },
      { text: 'Switch the connector on in a chat, and say:', code: firstPrompt },
    ],
  };
}

export function claudeDesktop({ origin, key }: Filled): ConnectGuide {
  const insecure = origin.startsWith('http:') && !isLocal(origin) ? ['--allow-http'] : [];
  return {
    id: 'claude-desktop',
    title: 'Claude Desktop with a key',
    note: `${UNDERSCORE_NOTE} For a site without a public address. The settings file takes local programs only, so mcp-remote (needs Node.js) carries the calls; the key stays in an environment variable because spaces inside arguments get lost on Windows.`,
    steps: [
      {
        text: 'Open Settings, Developer, Edit config, and add:',
        code: file(
          'json',
          'claude_desktop_config.json',
          json({
            mcpServers: {
              botplay: {
                command: 'npx',
                args: [
                  '-y',
                  'mcp-remote',
                  underscored(origin),
                  '--header',
                  // The variable is expanded by mcp-remote, not here.
                  'Authorization:$' + '{BOTPLAY_AUTH}',
                  ...insecure,
                ],
                env: { BOTPLAY_AUTH: `Bearer ${key}` },
              },
            },
          }),
        ),
      },
      { text: 'Quit Claude Desktop, open it again, and say:', code: firstPrompt },
    ],
  };
}

export function chatgpt({ origin }: Filled): ConnectGuide {
  return {
    id: 'chatgpt',
    title: 'ChatGPT',
    note: PUBLIC_NOTE,
    steps: [
      { text: 'Switch on Developer mode in Settings, Apps & Connectors, Advanced settings.' },
      {
        text: 'Press Create, choose OAuth, and paste the address.',
        code: { language: 'text', file: null, text: underscored(origin) },
      },
      { text: 'Sign in here and choose the agent. In a new chat choose the app under +, and say:', code: firstPrompt },
    ],
  };
}
