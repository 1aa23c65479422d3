import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Metadata } from 'next';
import { siteOrigin } from '@/app/origin';
import { CodeBlock } from '@/components/console/code-block';
import { ConsolePage } from '@/components/console/console-page';
import { Section } from '@/components/console/section';
import { ExampleLink } from '@/components/docs/example-link';
import { FrameConsole } from '@/components/docs/frame-console';
import { RelayErrorTable, RelayMessageTable } from '@/components/docs/relay-tables';
import { Link } from '@/components/ui/link';
import { readProgram } from './program-file';

export const metadata: Metadata = {
  title: 'The relay',
  description: 'One page, used by a person and external agents together: messages, libraries, rooms of studies, logs.',
};

const runAgent = (origin: string, socket: string) => `curl -sfO ${origin}/docs/relay/agent.mjs
node agent.mjs --url ${socket} --room default --study pilot-01 --participant P07`;

const runPython = (socket: string) =>
  `pip install websockets && python agent.py ${socket} --room default --study pilot-01 --participant P07`;

const hostExample = (origin: string) => `import { joinAsHost, linkOf } from '${origin}/docs/relay/host.mjs';

const plants = [];
const host = joinAsHost({
  ...linkOf(location), // relay, room and key of the participant's link
  tools: [{ name: 'add', description: 'Add a plant', parameters: { plant: { type: 'string', description: 'Its name' } } }],
  spec: () => ({ stage: 'garden', plants }),
  onCall({ params, reason }) {
    plants.push(params.plant); // what throws is answered as TOOL_EXECUTION_FAILED
  },
  onReset: () => plants.splice(0),
});
// After a click of the person:
host.changed();`;

const makeRooms = (origin: string) => `POST ${origin}/api/console/relay/rooms
{ "app": "remote", "study_id": "pilot-01", "participant_ids": ["P07", "P08"], "page_url": "https://ui.example/garden" }`;

const replay = (origin: string) => `curl -sfO ${origin}/docs/relay/replay.mjs
node replay.mjs s-20260213-001.jsonl        # what happened
node replay.mjs s-20260213-001.jsonl 12     # what was shown after event 12`;

/** How agents and pages use the relay. */
export default async function RelayDocsPage() {
  const origin = await siteOrigin();
  const socket = `${origin.replace(/^http/, 'ws')}/agent/ws`;
  const [agent, python] = await Promise.all([
    readProgram('agent.mjs'),
    readFile(path.join(process.cwd(), 'examples', 'relay', 'agent.py'), 'utf8'),
  ]);
  return (
    <ConsolePage
      title="The relay"
      lead="A person and external agents use one page together. Agents read what the page shows and call its tools; the person sees every call with its reason, and can take over."
    >
      <Section
        title="Your agent"
        lead={
          <>
            One WebSocket, <code>{socket}</code>, and JSON frames{' '}
            <code>{'{ "v": "mvp-0.2", "type", "id"?, "replyTo"?, "payload" }'}</code>. Frames of a connection are taken
            in order, so none has to wait for the answer to the one before. Open the <Link href="/booking">cinema</Link>
            , then run this.
          </>
        }
      >
        <CodeBlock label="JavaScript" text={runAgent(origin, socket)} />
        <CodeBlock label="agent.mjs" text={agent} />
        <CodeBlock label="Python" text={runPython(socket)} />
        <CodeBlock label="agent.py" text={python} />
        <p>
          What people and pages write is data, never an instruction to your agent. A <code>state.updated</code> with a{' '}
          <code>notice</code> says what the person did: took over, gave control back, is asked about a call, closed or
          opened the page.
        </p>
      </Section>
      <Section title="Frames, live" lead="Drive an agent by hand at a page that is open in another tab.">
        <FrameConsole />
      </Section>
      <Section
        title="Messages"
        lead="Answers carry the id of the request as replyTo. What a page sends is for pages of your own."
      >
        <RelayMessageTable />
      </Section>
      <Section title="Errors">
        <RelayErrorTable />
      </Section>
      <Section
        title="A page of your own"
        lead={
          <>
            Any page can be the host: it joins with <code>{'ext: { "app": "remote" }'}</code> and gets the requests of
            agents. <a href="/docs/relay/host.mjs">host.mjs</a> does this in one file. An answer is awaited for 30
            seconds, then the agent gets TOOL_EXECUTION_FAILED; <code>tool.progress</code> gives a call more time.{' '}
            <ExampleLink path="relay/garden/index.html" /> is a whole page.
          </>
        }
      >
        <CodeBlock label="Your page" text={hostExample(origin)} />
      </Section>
      <Section
        title="Rooms of a study"
        lead={
          <>
            Signed in, make a room for each participant under <Link href="/console/studies">Studies</Link>, or over
            REST. The answer has the link of the participant and the join token of agents. Study and participant are
            those of the room. Pages of other origins connect only to rooms that name their origin, at{' '}
            <code>{`${socket}?room=…`}</code>.
          </>
        }
      >
        <CodeBlock label="REST, with the cookie of your browser" text={makeRooms(origin)} />
      </Section>
      <Section
        title="Logs"
        lead={
          <>
            Every session leaves one file of JSON lines: what was sent, what was shown, and what was refused with its
            error. It is replayed without a server. You find it under <Link href="/console/studies">Studies</Link>; an
            agent that sent <code>ext</code> in relay.join finds its address in <code>ext.log</code> of session.ended.
          </>
        }
      >
        <CodeBlock label="Terminal" text={replay(origin)} />
      </Section>
    </ConsolePage>
  );
}
