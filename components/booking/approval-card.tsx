'use client';
import { IconShieldQuestion } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import shared from '@/components/ui/shared.module.css';
import classes from './approval-card.module.css';
import type { PendingApproval } from './relay-page';

/** Asks the person whether an agent may make a call. */
export function ApprovalCard({
  approval,
  onDecide,
}: {
  approval: PendingApproval;
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
        <p id="approval" className={classes.question}>
          <span className={classes.who}>The agent asks:</span> {approval.question}
        </p>
        <p id="approval-why" className={shared.muted}>
          {approval.reason}
        </p>
      </div>
      <div className={classes.buttons}>
        <Button onClick={() => onDecide(true)}>Allow</Button>
        <Button variant="default" onClick={() => onDecide(false)}>
          Refuse
        </Button>
      </div>
    </div>
  );
}
