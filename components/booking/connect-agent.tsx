'use client';
import { Button } from '@/components/ui/button';
import { Copyable } from '@/components/ui/copyable';
import { Dialog } from '@/components/ui/dialog';
import { Link } from '@/components/ui/link';
import shared from '@/components/ui/shared.module.css';
import classes from './connect-agent.module.css';
import type { RelayPage } from './relay-page';

/** The relay.join of an agent for this page. */
export function joinFrame({ room, joinToken, isOpen }: Pick<RelayPage, 'room' | 'joinToken' | 'isOpen'>): string {
  return JSON.stringify({
    v: 'mvp-0.2',
    type: 'relay.join',
    id: 'join-001',
    payload: { role: 'agent', sessionId: room },
    ...(isOpen ? {} : { ext: { token: joinToken } }),
  });
}

/** How an agent joins this page. Everything can be copied. */
export function ConnectAgent({
  page,
  onClose,
  onRenew,
}: {
  page: RelayPage;
  onClose: () => void;
  /** Makes the join message void and disconnects the agents. */
  onRenew: () => void;
}) {
  const url = typeof location === 'undefined' ? '' : `${location.origin.replace(/^http/, 'ws')}/agent/ws`;
  return (
    <Dialog onClose={onClose} title="Connect an agent" size="lg">
      <div className={classes.steps}>
        <p>Open a WebSocket, for example with wscat:</p>
        <Copyable text={`npx wscat -c ${url}`} what="the command" wraps />
        <p>Join this page. Keep this line private: everyone who has it can act here.</p>
        <Copyable text={joinFrame(page)} what="the join message" wraps />
        {!page.isOpen && (
          <p className={shared.muted}>
            <Button variant="default" size="compact-sm" onClick={onRenew}>
              Make a new join message
            </Button>{' '}
            This one stops working then{page.agents > 0 && ', and agents that are here are disconnected'}.
          </p>
        )}
        <p>Start a session, then ask for the state. It lists the tools that can be called.</p>
        <Copyable
          text={'{"v":"mvp-0.2","type":"session.start","id":"1","payload":{"studyId":"try","participantId":"me"}}'}
          what="the start message"
          wraps
        />
        <Copyable
          text={'{"v":"mvp-0.2","type":"snapshot.get","id":"2","payload":{}}'}
          what="the snapshot message"
          wraps
        />
        <p>Call a tool. Say why: the reason is shown here.</p>
        <Copyable
          text={
            '{"v":"mvp-0.2","type":"tool.call","id":"3","payload":{"toolName":"select","params":{"itemId":"m1"},"reason":"It has the best score."}}'
          }
          what="the call"
          wraps
        />
        <p className={shared.muted}>
          Agents can also book without a page, over MCP or REST: see <Link href="/experiences">Experiences</Link>.
        </p>
      </div>
    </Dialog>
  );
}
