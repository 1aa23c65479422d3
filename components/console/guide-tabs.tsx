'use client';
import { Tabs } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { CodeBlock } from './code-block';
import { type ConnectGuide, connectGuides } from './connect-guides';
import classes from './guide-tabs.module.css';

/** The connection guides by client; the chosen client is remembered in this browser. */
export function GuideTabs({ origin, apiKey }: { origin: string; apiKey: string | null }) {
  const guides = connectGuides({ origin, apiKey });
  const [client, setClient] = useLocalStorage<string>({ key: 'botplay-client', defaultValue: 'claude-code' });
  const shown = guides.some((guide) => guide.id === client) ? client : 'claude-code';
  return (
    <Tabs value={shown} onChange={(value) => setClient(value ?? 'claude-code')} keepMounted={false}>
      <Tabs.List className={classes.clients} aria-label="Your client">
        {guides.map((guide) => (
          <Tabs.Tab key={guide.id} value={guide.id}>
            {guide.title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {guides.map((guide) => (
        <Tabs.Panel key={guide.id} value={guide.id} pt="md">
          <GuideSteps guide={guide} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** The numbered steps of one client. */
export function GuideSteps({ guide }: { guide: ConnectGuide }) {
  return (
    <>
      <ol className={classes.steps}>
        {guide.steps.map((step) => (
          <li key={step.text} className={classes.step}>
            <p className={classes.text}>{step.text}</p>
            {step.code && (
              <CodeBlock text={step.code.text} label={labelOf(step.code)} wraps={step.code.language === 'text'} />
            )}
          </li>
        ))}
      </ol>
      {guide.note && <p className={classes.note}>{guide.note}</p>}
    </>
  );
}

function labelOf(code: { language: string; file: string | null }): string {
  if (code.file !== null) return code.file;
  return code.language === 'text' ? 'Say this' : 'Terminal';
}
