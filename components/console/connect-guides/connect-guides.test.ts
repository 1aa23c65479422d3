import { describe, expect, it } from 'vitest';
import { connectGuides, KEY_PLACEHOLDER } from '.';

const KEY = `pgos_${'a'.repeat(43)}`;
const guides = connectGuides({ origin: 'https://play.example', apiKey: KEY });
const byId = (id: string) => guides.find((one) => one.id === id);
/** Apps that sign in by the browser and take no key. */
const WITHOUT_KEY = ['claude', 'chatgpt'];

describe('connectGuides', () => {
  it.each(guides.map((guide) => [guide.id, guide] as const))('%s carries the address and the key', (id, guide) => {
    const text = JSON.stringify(guide);
    expect(text).toContain('https://play.example/');
    expect(text.includes(KEY)).toBe(!WITHOUT_KEY.includes(id));
    expect(text).not.toContain(KEY_PLACEHOLDER);
  });

  it.each([
    'claude',
    'claude-code',
    'claude-desktop',
    'chatgpt',
    'cursor',
    'vscode',
    'windsurf',
    'zed',
    'codex',
    'gemini',
  ])('%s asks for names without dots', (id) => expect(JSON.stringify(byId(id))).toContain('/mcp?names=underscore'));

  it('writes JSON files that parse', () => {
    const files = guides.flatMap((guide) => guide.steps).filter((step) => step.code?.language === 'json');
    expect(files).toHaveLength(8);
    for (const file of files) expect(() => JSON.parse(file.code?.text ?? '')).not.toThrow();
  });

  it('names the address as Windsurf and Zed read it, with the key in a header only', () => {
    const configs = (id: string) =>
      (byId(id)?.steps ?? []).flatMap(({ code }) => (code?.language === 'json' ? [JSON.parse(code.text)] : []));
    const headers = { Authorization: `Bearer ${KEY}` };
    const address = 'https://play.example/mcp?names=underscore';
    expect(configs('windsurf').map(({ mcpServers }) => mcpServers.botplay)).toEqual([
      { serverUrl: address },
      { serverUrl: address, headers },
    ]);
    expect(configs('zed').map(({ context_servers }) => context_servers.botplay)).toEqual([
      { url: address },
      { url: address, headers },
    ]);
  });

  it('has links that install the server in Cursor and VS Code, without the key', () => {
    const links = guides.flatMap(({ steps }) => steps.flatMap(({ link }) => (link ? [link.href] : [])));
    const [cursor, vscode] = links.map((href) => new URL(href));
    expect(JSON.parse(atob(cursor?.searchParams.get('config') ?? ''))).toEqual({
      url: 'https://play.example/mcp?names=underscore',
    });
    expect(JSON.parse(decodeURIComponent(vscode?.search.slice(1) ?? ''))).toMatchObject({
      name: 'botplay',
      type: 'http',
    });
    expect(links.join()).not.toContain(KEY);
  });

  it('allows plain http to mcp-remote only for a host that is not local', () => {
    const desktop = (origin: string) =>
      JSON.stringify(connectGuides({ origin, apiKey: KEY }).find(({ id }) => id === 'claude-desktop'));
    expect(desktop('http://play.lan')).toContain('--allow-http');
    expect(desktop('http://localhost:3000')).not.toContain('--allow-http');
  });

  it('shows a placeholder while there is no key', () => {
    expect(JSON.stringify(connectGuides({ origin: 'http://localhost:3000', apiKey: null }))).toContain(KEY_PLACEHOLDER);
  });

  it('refuses an origin or a key that could break out of a quoted string', () => {
    expect(() => connectGuides({ origin: 'javascript:alert(1)', apiKey: null })).toThrow(TypeError);
    expect(() => connectGuides({ origin: 'http://x', apiKey: 'pgos_"; rm -rf' })).toThrow(TypeError);
  });
});
