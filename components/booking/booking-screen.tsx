'use client';

import { useDisclosure } from '@mantine/hooks';
import { IconCheck, IconShieldQuestion } from '@tabler/icons-react';
import clsx from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { WayOn } from '@/components/match/board-links';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import shared from '@/components/ui/shared.module.css';
import { Segments } from '@/components/ui/toggle';
import { type Booking, STAGE_FACTS, STAGES, type UiSpec } from '@/lib/booking';
import { ActionBar } from './action-bar';
import { AgentCue, lastCall, lastNotice } from './agent-cue';
import { AgentPanel } from './agent-panel';
import classes from './booking-screen.module.css';
import { ChatPanel } from './chat-panel';
import { ConnectAgent } from './connect-agent';
import type { PendingApproval } from './relay-page';
import { StageView } from './stage-view';
import { useExampleAgent } from './use-example-agent';
import { useRelay } from './use-relay';

/** Moves the focus and the view to the title of a new stage, but not at the first one. */
function useStageFocus(spec: UiSpec | null): void {
  const lastShownId = useRef<string | null>(null);
  const key = spec && `${spec.stage} ${spec.state.booking?.reference ?? ''}`;
  useEffect(() => {
    if (!key) return;
    if (lastShownId.current !== null && lastShownId.current !== key) {
      const title = document.getElementById('stage-title');
      const isTyping = document.activeElement instanceof HTMLTextAreaElement;
      if (!isTyping) title?.focus({ preventScroll: true });
      window.scrollTo({ top: 0 });
    }
    lastShownId.current = key;
  }, [key]);
}

/** The page of the cinema: the booking, the chat with the agent, and who is in control. */
export function BookingScreen() {
  const { page, actions } = useRelay();
  const example = useExampleAgent(page);
  const [isConnectOpen, connect] = useDisclosure(false);
  const [tab, setTab] = useState('booking');
  const { spec, approvals, problem, failed, messages, endedSession, endedBooking } = page;
  const alarm = problem ?? lastNotice(messages);
  const isLive = page.status === 'live';
  useStageFocus(spec);
  const isFresh = spec?.stage === 'movie' && page.agents === 0 && !spec.state.selected;
  return (
    <div className={classes.page} data-status={page.status}>
      <Segments
        className={classes.tabs}
        fullWidth
        value={tab}
        onChange={setTab}
        aria-label="Part of the page"
        options={[
          // The question stands on the booking, which a phone hides behind the chat.
          { value: 'booking', label: approvals.length > 0 && tab !== 'booking' ? 'The agent asks' : 'Booking' },
          { value: 'agent', label: 'Agent and chat' },
        ]}
      />
      <div className={classes.columns}>
        <div className={classes.main} data-hidden={tab !== 'booking' || undefined}>
          <header className={shared.grid4}>
            <h1 className={shared.title}>Cinema</h1>
            {isFresh && (
              <p className={classes.intro}>
                Book seats in an invented cinema, alone or together with an AI agent that sees and uses this page as you
                do. You see every step it takes and why, and can take over at any time.
              </p>
            )}
          </header>
          {page.status === 'reconnecting' && (
            <Notice tone="amber" role="status" title="The connection is lost">
              What is chosen is kept. You can go on when the page is connected again; it tries every few seconds.
            </Notice>
          )}
          {page.status === 'replaced' && (
            <Notice tone="neutral" title="This booking is open in another tab">
              <Button size="compact-sm" onClick={actions.reconnect}>
                Continue here
              </Button>
            </Notice>
          )}
          {spec ? (
            <>
              <StageSteps spec={spec} />
              <AgentCue call={lastCall(messages)} failed={failed} isHeld={page.isHeld} isReserved={page.agents > 0} />
              {approvals.map((approval) => (
                <ApprovalCard
                  key={approval.approvalId}
                  approval={approval}
                  isLive={isLive}
                  onDecide={(approved) => actions.decide(approval.approvalId, approved)}
                />
              ))}
              {alarm && (
                <Notice tone="red" role="alert">
                  {alarm}
                </Notice>
              )}
              {endedSession && (
                <Notice tone="neutral" role="status">
                  {endedBooking && <p className={classes.booked}>{describeBooking(endedBooking)}</p>}
                  Session {endedSession} has ended, and the booking starts over.
                </Notice>
              )}
              {endedSession && <WayOn />}
              <StageView spec={spec} onTool={isLive ? actions.act : undefined} changed={page.changed} />
              <ActionBar spec={spec} isLive={isLive} onTool={actions.act} onStartOver={actions.startOver} />
            </>
          ) : (
            <LoadingStage />
          )}
        </div>
        <aside className={classes.side} aria-label="Agent" data-hidden={tab !== 'agent' || undefined}>
          <AgentPanel
            page={page}
            actions={actions}
            onConnect={connect.open}
            onExample={example.start}
            isExampleRunning={example.isRunning}
          />
          <ChatPanel messages={messages} onSay={actions.say} isAgentHere={page.agents > 0} isShown={tab === 'agent'} />
        </aside>
      </div>
      {isConnectOpen && <ConnectAgent page={page} onClose={connect.close} onRenew={actions.renewToken} />}
    </div>
  );
}

const describeBooking = ({ reference, movie, theater, date, time, seats }: Booking): string =>
  `Booked: ${movie}, ${theater}, ${date}, ${time}, seats ${seats.join(', ')}. Your reference is ${reference}.`;

const CARDS = ['one', 'two', 'three', 'four'];

/** The place of the films until they are there. */
function LoadingStage() {
  return (
    <div className={classes.loading} role="status" aria-label="Loading the programme">
      {CARDS.map((card) => (
        <div key={card} className={classes.skeleton} />
      ))}
    </div>
  );
}

/** Asks the person whether an agent may make a call. */
function ApprovalCard({
  approval,
  isLive,
  onDecide,
}: {
  approval: PendingApproval;
  isLive: boolean;
  onDecide: (approved: boolean) => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div
      className={classes.card}
      role="alertdialog"
      aria-labelledby="approval"
      aria-describedby="approval-why"
      ref={box}
      tabIndex={-1}
    >
      <IconShieldQuestion className={classes.icon} size={24} stroke={1.75} aria-hidden />
      <div className={classes.text}>
        <p id="approval" className={shared.semibold}>
          <span className={shared.amber}>The agent asks:</span> {approval.question}
        </p>
        <p id="approval-why" className={shared.muted}>
          {approval.reason}
        </p>
      </div>
      <div className={classes.buttons}>
        <Button disabled={!isLive} onClick={() => onDecide(true)}>
          Allow
        </Button>
        <Button variant="default" disabled={!isLive} onClick={() => onDecide(false)}>
          Refuse
        </Button>
      </div>
    </div>
  );
}

/** The seven stages, and how far the booking is. */
function StageSteps({ spec }: { spec: UiSpec }) {
  const step = spec.meta?.step ?? 1;
  const isBooked = spec.state.booking !== undefined;
  return (
    <ol className={classes.steps} aria-label="Stages of the booking">
      {STAGES.map((stage, index) => {
        const isDone = isBooked || index + 1 < step;
        const isCurrent = !isBooked && index + 1 === step;
        return (
          <li
            key={stage}
            className={clsx(classes.step, isDone && classes.done, isCurrent && classes.current)}
            aria-current={isCurrent ? 'step' : undefined}
          >
            <span className={classes.number} aria-hidden>
              {isDone ? <IconCheck size={13} stroke={2.5} /> : index + 1}
            </span>
            <span className={classes.word}>{STAGE_FACTS[stage].label}</span>
            {isDone && <span className="visually-hidden">, done</span>}
          </li>
        );
      })}
    </ol>
  );
}
