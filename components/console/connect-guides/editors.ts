import { type ConnectGuide, type Filled, file, firstPrompt, json, shell, UNDERSCORE_NOTE, underscored } from './guide';

// Editors and agents in a terminal.

export function claudeCode({ origin, key }: Filled): ConnectGuide {
  return {
    id: 'claude-code',
    title: 'Claude Code',
    note: UNDERSCORE_NOTE,
    steps: [
      {
        text: 'Add the server from a terminal.',
        code: shell(
          `claude mcp add --transport http botplay "${underscored(origin)}" \\\n  --header "Authorization: Bearer ${key}"`,
        ),
      },
      { text: 'Or without a key: leave --header out, start claude, and choose botplay, Authenticate in /mcp.' },
      { text: 'Start claude and say:', code: firstPrompt },
    ],
  };
}

export function cursor({ origin, key }: Filled): ConnectGuide {
  const server = { url: underscored(origin), headers: { Authorization: `Bearer ${key}` } };
  const config = encodeURIComponent(btoa(JSON.stringify({ url: underscored(origin) })));
  return {
    id: 'cursor',
    title: 'Cursor',
    note: `${UNDERSCORE_NOTE} \${env:BOTPLAY_KEY} in place of the key reads it from the environment.`,
    steps: [
      {
        text: 'Add the server; Cursor then signs in by your browser.',
        link: {
          href: `cursor://anysphere.cursor-deeplink/mcp/install?name=botplay&config=${config}`,
          label: 'Add to Cursor',
        },
      },
      {
        text: 'Or with a key, for all projects or in .cursor/mcp.json of one.',
        code: file('json', '~/.cursor/mcp.json', json({ mcpServers: { botplay: server } })),
      },
      { text: 'Open the chat in agent mode and say:', code: firstPrompt },
    ],
  };
}

export function vscode({ origin, key }: Filled): ConnectGuide {
  const install = encodeURIComponent(JSON.stringify({ name: 'botplay', type: 'http', url: underscored(origin) }));
  return {
    id: 'vscode',
    title: 'VS Code',
    note: `${UNDERSCORE_NOTE} The file has no key, so it may be committed; VS Code asks for it once (${key}) and stores it encrypted.`,
    steps: [
      {
        text: 'Add the server; VS Code then signs in by your browser.',
        link: { href: `vscode:mcp/install?${install}`, label: 'Install in VS Code' },
      },
      {
        text: 'Or with a key, in the workspace or in your user settings with “MCP: Open User Configuration”.',
        code: file(
          'json',
          '.vscode/mcp.json',
          json({
            inputs: [{ type: 'promptString', id: 'botplay-key', description: 'Botplay API key', password: true }],
            servers: {
              botplay: {
                type: 'http',
                url: underscored(origin),
                headers: { Authorization: 'Bearer $' + '{input:botplay-key}' },
              },
            },
          }),
        ),
      },
      { text: 'Press Start above the entry, open the chat in agent mode and say:', code: firstPrompt },
    ],
  };
}

export function windsurf({ origin, key }: Filled): ConnectGuide {
  const config = (headers?: object) =>
    file(
      'json',
      '~/.codeium/windsurf/mcp_config.json',
      json({ mcpServers: { botplay: { serverUrl: underscored(origin), ...(headers && { headers }) } } }),
    );
  return {
    id: 'windsurf',
    title: 'Windsurf',
    note: `${UNDERSCORE_NOTE} The field is serverUrl, not url. \${env:BOTPLAY_KEY} in place of the key reads it from the environment.`,
    steps: [
      {
        text: 'Open MCPs, Configure in Cascade and add the server; Windsurf signs in by your browser.',
        code: config(),
      },
      { text: 'Or with a key:', code: config({ Authorization: `Bearer ${key}` }) },
      { text: 'Refresh the list of servers and say:', code: firstPrompt },
    ],
  };
}

export function zed({ origin, key }: Filled): ConnectGuide {
  const settings = (headers?: object) =>
    file(
      'json',
      '~/.config/zed/settings.json',
      json({ context_servers: { botplay: { url: underscored(origin), ...(headers && { headers }) } } }),
    );
  return {
    id: 'zed',
    title: 'Zed',
    note: UNDERSCORE_NOTE,
    steps: [
      { text: 'Add the server with “zed: open settings file”; Zed signs in by your browser.', code: settings() },
      { text: 'Or with a key:', code: settings({ Authorization: `Bearer ${key}` }) },
      { text: 'Open the agent panel and say:', code: firstPrompt },
    ],
  };
}

export function codex({ origin, key }: Filled): ConnectGuide {
  return {
    id: 'codex',
    title: 'Codex',
    note: `${UNDERSCORE_NOTE} Codex takes a key from the environment only.`,
    steps: [
      {
        text: 'Add the server; Codex signs in by your browser.',
        code: shell(`codex mcp add botplay --url "${underscored(origin)}"\ncodex mcp login botplay`),
      },
      {
        text: 'Or with a key:',
        code: file(
          'toml',
          '~/.codex/config.toml',
          `[mcp_servers.botplay]\nurl = "${underscored(origin)}"\nbearer_token_env_var = "BOTPLAY_KEY"`,
        ),
      },
      { text: 'Then start it with the key:', code: shell(`BOTPLAY_KEY=${key} codex`) },
      { text: 'Say:', code: firstPrompt },
    ],
  };
}

export function gemini({ origin, key }: Filled): ConnectGuide {
  return {
    id: 'gemini',
    title: 'Gemini CLI',
    note: 'The field is httpUrl; url would be the older transport.',
    steps: [
      {
        text: 'Add the server from a terminal.',
        code: shell(
          `gemini mcp add --scope user --transport http \\\n  --header "Authorization: Bearer ${key}" botplay "${underscored(origin)}"`,
        ),
      },
      {
        text: 'Or in the settings; without headers, /mcp auth botplay signs in by your browser.',
        code: file(
          'json',
          '~/.gemini/settings.json',
          json({
            mcpServers: { botplay: { httpUrl: underscored(origin), headers: { Authorization: `Bearer ${key}` } } },
          }),
        ),
      },
      { text: 'Start gemini and say:', code: firstPrompt },
    ],
  };
}
