'use client';
import { useLocalStorage } from '@mantine/hooks';
import { type KeyboardEvent, useId, useRef } from 'react';
import { CodeBlock } from './code-block';
import { type ConnectGuide, connectGuides } from './connect-guides';
import classes from './guide-tabs.module.css';

/** The connection guides by client; the chosen client is remembered in this browser. */
export function GuideTabs({ origin, apiKey }: { origin: string; apiKey: string | null }) {
  const guides = connectGuides({ origin, apiKey });
  const [client, setClient] = useLocalStorage<string>({ key: 'botplay-client', defaultValue: 'claude-code' });
  const current = guides.some((guide) => guide.id === client) ? client : 'claude-code';
  const id = useId();
  const tabs = useRef<HTMLDivElement>(null);
  /** The arrow keys choose the tab before or after. */
  const move = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const next = (guides.findIndex((guide) => guide.id === current) + by + guides.length) % guides.length;
    setClient(guides[next]?.id ?? current);
    tabs.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  };
  return (
    <>
      <div ref={tabs} className={classes.clients} role="tablist" aria-label="Your client">
        {guides.map((guide) => (
          <button
            key={guide.id}
            type="button"
            role="tab"
            id={`${id}-${guide.id}`}
            className={classes.client}
            aria-selected={guide.id === current}
            aria-controls={`${id}-panel`}
            tabIndex={guide.id === current ? 0 : -1}
            onClick={() => setClient(guide.id)}
            onKeyDown={move}
          >
            {guide.title}
          </button>
        ))}
      </div>
      {guides
        .filter((guide) => guide.id === current)
        .map((guide) => (
          <div key={guide.id} id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${guide.id}`}>
            <GuideSteps guide={guide} />
          </div>
        ))}
    </>
  );
}

/** The numbered steps of one client. */
function GuideSteps({ guide }: { guide: ConnectGuide }) {
  return (
    <>
      <ol className={classes.steps}>
        {guide.steps.map((step) => (
          <li key={step.text} className={classes.step}>
            <p className={classes.text}>{step.text}</p>
            {step.link && (
              <a className={classes.install} href={step.link.href}>
                {step.link.label}
              </a>
            )}
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

function labelOf(code: { language: string; file: string | null; text: string }): string {
  if (code.file !== null) return code.file;
  if (code.language !== 'text') return 'Terminal';
  return URL.canParse(code.text) ? 'Address' : 'Say this';
}
