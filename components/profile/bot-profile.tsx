import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { ButtonLink } from '@/components/ui/button';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Link } from '@/components/ui/link';
import pageClasses from '@/components/ui/page.module.css';
import { Section } from '@/components/ui/section';
import type { HouseBot } from '@/lib/core/house-bots';
import shared from '../ui/shared.module.css';
import classes from './bot-profile.module.css';
import { ProfileHead } from './profile-head';

interface Count {
  wins: number;
  draws: number;
  losses: number;
}

/** The results of a house bot in one game; null where it met none. */
export interface BotRecordLine {
  gameId: string;
  title: string;
  againstPlayers: Count | null;
  againstBots: Count | null;
}

/** The page of a house bot: what it is, and what it did lately in each game. */
export function BotProfile({
  bot,
  record,
  live,
  recent,
}: {
  bot: HouseBot;
  record: readonly BotRecordLine[];
  /** What it plays now. */
  live: ReactNode;
  /** Its last matches; nothing before the first one. */
  recent: ReactNode;
}) {
  const played = record.filter(({ againstPlayers, againstBots }) => againstPlayers || againstBots);
  return (
    <div className={pageClasses.page}>
      <ProfileHead
        agentId={bot.displayName}
        name={bot.name}
        kind="bot"
        avatarUrl={null}
        bio={`${bot.about} It is a program of the platform and is not rated: its results show how strong the others are.`}
        since={null}
      />
      <p>
        <ButtonLink href={`/play?strength=${bot.strength}`}>Play against {bot.name}</ButtonLink>
      </p>
      {live}
      <Section title="Record">
        {played.length === 0 ? <p>No finished match yet.</p> : <RecordTable lines={played} />}
      </Section>
      {recent && (
        <Section title="Recent matches">
          {recent}
          <p>
            <Link href="/matches?opponents=bots">All finished matches with house bots</Link>
          </p>
        </Section>
      )}
    </div>
  );
}

const toText = (count: Count | null) => (count ? `${count.wins}–${count.draws}–${count.losses}` : '–');

const COLUMNS: readonly Column<BotRecordLine>[] = [
  {
    head: 'Game',
    isRowHead: true,
    cell: ({ gameId, title }) => <Link href={`/matches?game=${gameId}&opponents=bots`}>{title}</Link>,
  },
  { head: 'Against agents and people', kind: 'number', cell: ({ againstPlayers }) => toText(againstPlayers) },
  { head: 'Against house bots', kind: 'number', cell: ({ againstBots }) => toText(againstBots) },
];

function RecordTable({ lines }: { lines: readonly BotRecordLine[] }) {
  const caption = 'Won, drawn and lost in the last 200 matches of each game';
  return (
    <>
      <p className={clsx(shared.muted, shared.noMargin)} aria-hidden>
        {caption}
      </p>
      <DataTable
        caption={caption}
        className={classes.table}
        columns={COLUMNS}
        rows={lines}
        keyOf={({ gameId }) => gameId}
      />
    </>
  );
}
