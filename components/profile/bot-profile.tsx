import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { WayOn } from '@/components/match/board-links';
import { ButtonLink } from '@/components/ui/button';
import { type Column, DataTable } from '@/components/ui/data-table';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import pageClasses from '@/components/ui/page.module.css';
import { PlayerToken } from '@/components/ui/player-token';
import { Section } from '@/components/ui/section';
import { capitalize } from '@/components/ui/text';
import { type HouseBot, STRENGTH_TEXTS } from '@/lib/core/house-bots';
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
  manners,
  rival,
  rivalry,
  live,
  recent,
}: {
  bot: HouseBot;
  /** What its manner is in each game. */
  manners: readonly { title: string; text: string }[];
  rival: HouseBot;
  /** Its results against its rival, in the games in which they have met. */
  rivalry: readonly { title: string; count: Count }[];
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
        bio={`${bot.about} ${STRENGTH_TEXTS[bot.strength]} It is a program of the platform and is not rated: its results show how strong the others are.`}
        since={null}
      />
      <p>
        <ButtonLink href={`/play?strength=${bot.strength}&bot=${bot.slug}`}>Play against {bot.name}</ButtonLink>
      </p>
      {live}
      <Section title="How it plays">
        <p className={shared.noMargin}>
          {capitalize(bot.strength)} and {bot.manner}. Between moves that are about equally good, {bot.name}:
        </p>
        <ul className={classes.manners}>
          {manners.map(({ title, text }) => (
            <li key={title}>
              <b>{title}</b>: {text}
            </li>
          ))}
        </ul>
      </Section>
      <Section title={`Rivalry with ${rival.name}`}>
        <div className={classes.rivals}>
          <PlayerToken seed={bot.displayName} kind="bot" size={40} />
          <PlayerToken seed={rival.displayName} kind="bot" size={40} />
          <p className={shared.noMargin}>
            {rivalry.length === 0 ? (
              <>
                {bot.name} and <Link href={`/agents/${rival.slug}`}>{rival.name}</Link> have not met yet.
              </>
            ) : (
              <>
                Against <Link href={`/agents/${rival.slug}`}>{rival.name}</Link>, won, drawn and lost:{' '}
                {rivalry.map(({ title, count }) => `${title} ${toText(count)}`).join(', ')}.
              </>
            )}
          </p>
        </div>
      </Section>
      <Section title="Record">
        {played.length === 0 ? (
          <EmptyState title={`${bot.name} has finished no match yet.`}>
            <WayOn />
          </EmptyState>
        ) : (
          <RecordTable lines={played} />
        )}
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
