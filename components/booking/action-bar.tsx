'use client';
import { IconArrowLeft, IconArrowRight, IconCheck, IconRefresh } from '@tabler/icons-react';
import { Button } from '@/components/ui/button';
import { formatPrice, type UiSpec } from '@/lib/booking';
import classes from './action-bar.module.css';
import type { OnTool } from './entries';

/** Whether the person can go on; the server decides again. */
function isReady({ stage, state, meta }: UiSpec): boolean {
  if (stage === 'seat') return (state.selectedList?.length ?? 0) > 0;
  if (stage === 'ticket') {
    return Object.values(state.quantities ?? {}).reduce((sum, one) => sum + one, 0) === meta?.ticketsNeeded;
  }
  return stage === 'confirm' || state.selected !== undefined;
}

/** What is chosen so far, and the way back and on. */
export function ActionBar({
  spec,
  isLive,
  onTool,
  onStartOver,
}: {
  spec: UiSpec;
  /** Whether the page is connected: without a connection no button works. */
  isLive: boolean;
  onTool: OnTool;
  onStartOver: () => void;
}) {
  const { meta, stage, state } = spec;
  const choices = (meta?.choices ?? []).filter((choice) => choice.stage !== 'confirm');
  const isBooked = state.booking !== undefined;
  return (
    <div className={classes.bar}>
      {stage !== 'movie' && !isBooked && (
        <Button
          variant="default"
          disabled={!isLive}
          leftSection={<IconArrowLeft size={16} stroke={1.75} aria-hidden />}
          onClick={() => onTool('prev', {})}
        >
          Back
        </Button>
      )}
      <p className={classes.choices}>
        {choices.map(({ stage: of, label, value }) => (
          <span key={of} className={classes.choice}>
            <span className="visually-hidden">{label}: </span>
            {value}
          </span>
        ))}
      </p>
      {meta?.total !== undefined && <p className={classes.total}>{formatPrice(meta.total)}</p>}
      {isBooked ? (
        <Button
          disabled={!isLive}
          leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
          onClick={onStartOver}
        >
          Book another film
        </Button>
      ) : (
        <Button
          size="md"
          disabled={!isLive || !isReady(spec)}
          rightSection={
            stage === 'confirm' ? (
              <IconCheck size={18} stroke={2} aria-hidden />
            ) : (
              <IconArrowRight size={18} stroke={1.75} aria-hidden />
            )
          }
          onClick={() => onTool('next', {})}
        >
          {stage === 'confirm' ? 'Book' : 'Continue'}
        </Button>
      )}
    </div>
  );
}
