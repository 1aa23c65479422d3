import { describe, expect, it } from 'vitest';
import { connectGuides, KEY_PLACEHOLDER } from './connect-guides';

const KEY = `pgos_${'a'.repeat(43)}`;
const guides = connectGuides({ origin: 'https://play.example', apiKey: KEY });

describe('connectGuides', () => {
  it.each(guides.map((guide) => [guide.id, guide] as const))('%s carries the address and the key', (_id, guide) => {
    const text = guide.steps.map((step) => step.code?.text ?? '').join('\n');
    expect(text).toContain('https://play.example/');
    expect(text).toContain(KEY);
    expect(text).not.toContain(KEY_PLACEHOLDER);
  });

  it.each(['claude-code', 'claude-desktop', 'cursor', 'vscode'])('%s asks for names without dots', (id) => {
    const guide = guides.find((one) => one.id === id);
    expect(JSON.stringify(guide)).toContain('/mcp?names=underscore');
  });

  it('writes JSON files that parse', () => {
    const files = guides.flatMap((guide) => guide.steps).filter((step) => step.code?.language === 'json');
    expect(files).toHaveLength(3);
    for (const file of files) expect(() => JSON.parse(file.code?.text ?? '')).not.toThrow();
  });

  it('allows plain http to mcp-remote only for a host that is not local', () => {
    const desktop = (origin: string) => JSON.stringify(connectGuides({ origin, apiKey: KEY })[1]);
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
