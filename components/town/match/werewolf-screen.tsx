'use client';

import { clsx } from 'clsx';
import { useRouter } from 'next/navigation';
import { memo, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { Announcer } from '@/components/match/announcer';
import { Fairness } from '@/components/match/fairness';
import { withoutBotLabels } from '@/components/match/names';
import { seedOf } from '@/components/match/player-bar';
import { ShareButton } from '@/components/match/share-button';
import type { MatchEvent, MatchSnapshot } from '@/components/match/types';
import { useOwnSeat } from '@/components/play/use-own-seat';
import { KeyHelp } from '@/components/ui/key-help';
import { KINDS } from '@/components/ui/kinds';
import { Link } from '@/components/ui/link';
import { LivePill } from '@/components/ui/live-pill';
import { PlayerToken } from '@/components/ui/player-token';
import { Section } from '@/components/ui/section';
import shared from '@/components/ui/shared.module.css';
import { duration } from '@/components/ui/time';
import type { SnapshotPlayer } from '@/lib/domain/matches';
import type { OwnSeat } from '@/lib/domain/play';
import {
  buildLieLedger,
  type Scene,
  sceneAt,
  summarizeDays,
  topAccusations,
  type WerewolfTranscript,
} from '@/lib/games/werewolf/transcript';
import { ROLE_LABELS } from '../phases';
import { Primer } from '../primer';
import { DayPanel } from './day-panel';
import { EndPanel } from './end-panel';
import { Guess } from './guess';
import { headlineOf } from './headline';
import { Ledger } from './ledger';
import { MomentList } from './moment-list';
import { nightActsAt } from './night';
import { endOfPhase } from './phase-end';
import { PhaseStrip } from './phase-strip';
import { ReplayBar } from './replay-bar';
import { Ring } from './ring';
import { SeatPanel } from './seat-panel';
import { SpoilerSwitch } from './spoiler-switch';
import { Transcript } from './transcript';
import { useTranscript } from './use-transcript';
import { useTranscriptReplay } from './use-transcript-replay';
import classes from './werewolf-screen.module.css';
import { withNames } from './words';

const KEYS = [
  { keys: ['←', '→'], does: 'Previous line, next line' },
  { keys: ['Home', 'End'], does: 'First line, newest line' },
  { keys: ['Space'], does: 'Play or pause' },
  { keys: ['p', 'n'], does: 'Previous key moment, next key moment' },
];

type Panel = 'talk' | 'players' | 'moments' | 'match';
const PANELS: { name: Panel; label: string }[] = [
  { name: 'talk', label: 'Talk' },
  { name: 'moments', label: 'Votes' },
  { name: 'players', label: 'Players' },
  { name: 'match', label: 'Match' },
];

export interface WerewolfScreenProps {
  snapshot: MatchSnapshot;
  history: readonly MatchEvent[];
  /** N of "Werewolf Game #N"; null for a match outside the town. */
  number: number | null;
  /** The seat of the viewer; null for a spectator. */
  own: OwnSeat | null;
}

/** A match of Werewolf, live and afterwards: who is accused, who votes for whom, what was said, and the truth at the end. */
export function WerewolfScreen({ snapshot, history, number, own }: WerewolfScreenProps) {
  const players = useMemo(() => withoutBotLabels(snapshot.players), [snapshot.players]);
  const watched = useTranscript(snapshot, history, players, own !== null);
  const { transcript, status, offsetMs, isOver, view } = watched;
  const { lines, moments } = transcript;
  const replay = useTranscriptReplay(lines, moments);
  const { step, isNewest, go } = replay;
  // A jump shows the ring first; the lines of the talk, which are many, follow.
  const talk = useDeferredValue(useMemo(() => ({ step, isNewest }), [step, isNewest]));
  const scene = sceneAt(transcript, replay.state.ply);
  const accusations = topAccusations(scene);
  const headline = headlineOf(scene, accusations, players);
  const seat = useOwnSeat(own, watched.changedBy, status.state === 'live');
  const [panel, setPanel] = useState<Panel>('talk');
  const path = `/town/werewolf/${snapshot.match_id}`;
  const isLive = isNewest && !isOver;
  const ledger = useMemo(() => (isOver ? buildLieLedger(transcript) : null), [isOver, transcript]);
  // The omniscient view of a match with a delay shows the match as it was.
  const behindMs = view === 'omniscient' && !isOver ? snapshot.omniscient_delay_s * 1000 : 0;
  const title = number === null ? 'Werewolf' : `Werewolf Game #${number}`;
  useRefreshAtEnd(snapshot, isOver);

  return (
    <div className={classes.screen} data-panel={panel}>
      <header className={classes.head}>
        <div className={classes.titles}>
          <Link className={classes.back} href="/town">
            Eliza Town
          </Link>
          <h1 className={clsx(shared.heading, shared.noMargin)}>{title}</h1>
          {isOver ? (
            <span className={classes.final} data-winner={scene.winner ?? undefined}>
              Final
            </span>
          ) : (
            <LivePill state={status.state} heardAtMs={status.heardAtMs} />
          )}
          {behindMs > 0 && <span className={classes.watching}>{duration(behindMs)} late</span>}
          {status.spectators !== null && (
            <span className={classes.watching}>
              {status.spectators === 1 ? 'Only you' : `${status.spectators} watching`}
            </span>
          )}
        </div>
        <p className={classes.headline}>
          <strong>{headline.now}</strong> <span dir="auto">{headline.why}</span>
        </p>
        <p className={classes.crier} dir="auto">
          {scene.crier && (
            <>
              <span className={classes.who}>Town Crier</span> {withNames(scene.crier, players)}
            </>
          )}
        </p>
      </header>
      <div className={classes.strip}>
        <PhaseStrip
          lines={lines}
          scene={scene}
          step={step}
          endsAt={isLive ? endOfPhase(scene, snapshot) : null}
          offsetMs={offsetMs - behindMs}
          onGo={go}
        />
        {!seat && (
          <SpoilerSwitch
            view={view}
            isOver={isOver}
            delayS={snapshot.omniscient_delay_s}
            refusal={watched.refusal}
            onChange={watched.setView}
          />
        )}
      </div>
      {!isNewest && !isOver && (
        <p className={classes.past} role="status">
          You look at {scene.day === 0 ? 'the beginning' : `day ${scene.day}`}.{' '}
          <button type="button" onClick={() => replay.act({ type: 'newest' })}>
            Back to live
          </button>
        </p>
      )}
      <div className={classes.stage}>
        {seat && <SeatPanel own={seat} players={players} offsetMs={offsetMs} />}
        <div className={classes.ring}>
          <Ring
            scene={scene}
            players={players}
            accusations={accusations}
            live={isLive}
            own={seat?.seat.seat ?? null}
            acts={nightActsAt(lines, step, scene)}
          />
        </div>
        <div className={classes.players}>
          {!seat && (
            <Guess
              matchId={snapshot.match_id}
              scene={scene}
              players={players}
              isOpen={isLive && view === 'public'}
              isOver={isOver}
            />
          )}
          {scene.phase === 'LOBBY' && !isOver && <Primer />}
          <People scene={scene} players={players} />
        </div>
      </div>
      {isOver && (
        <div className={classes.end}>
          <EndPanel
            match={snapshot}
            ledger={ledger}
            players={players}
            hasPlayed={own !== null}
            onReplay={() => go(0)}
          />
        </div>
      )}
      <fieldset className={classes.tabs}>
        <legend className="visually-hidden">Panel</legend>
        {PANELS.map(({ name, label }) => (
          <button key={name} type="button" aria-pressed={panel === name} onClick={() => setPanel(name)}>
            {label}
          </button>
        ))}
      </fieldset>
      <div className={classes.talk}>
        <Transcript
          matchId={snapshot.match_id}
          lines={lines}
          players={players}
          step={talk.step}
          isNewest={talk.isNewest}
          onGo={go}
        />
        <ReplayBar replay={replay} count={lines.length} moments={moments} players={players} running={!isOver} />
      </div>
      <div className={classes.side}>
        <div className={classes.moments}>
          <DayPanel scene={scene} accusations={accusations} players={players} />
          <Section title="Key moments">
            <MomentList moments={moments} players={players} step={step} onGo={go} />
          </Section>
        </div>
        <div className={classes.match}>
          <div className={classes.actions}>
            <ShareButton path={path} ply={replay.publicStep} moment="this moment" />
            <KeyHelp rows={KEYS} />
          </div>
          <p className={classes.rules}>
            Two werewolves kill one player every night. By day all living players talk and vote one of them out. The
            village wins when both werewolves are out; the werewolves win when they are as many as the others.
          </p>
        </div>
      </div>
      {isOver && <Truth transcript={transcript} ledger={ledger} players={players} onGo={go} snapshot={snapshot} />}
      <Announcer sentence={isNewest ? `${headline.now} ${headline.why}` : ''} />
    </div>
  );
}

interface TruthProps extends Pick<Parameters<typeof Ledger>[0], 'ledger' | 'players' | 'onGo'> {
  transcript: WerewolfTranscript;
  snapshot: MatchSnapshot;
}

/** The summary and the lie ledger, and how to check that nobody cheated. A jump to another line does not draw it again. */
const Truth = memo(function Truth({ transcript, ledger, players, onGo, snapshot }: TruthProps) {
  const days = useMemo(() => summarizeDays(transcript), [transcript]);
  return (
    <div className={classes.truth}>
      <Section title="The story, and who told the truth">
        <Ledger ledger={ledger} days={days} lines={transcript.lines} players={players} onGo={onGo} />
      </Section>
      <Fairness
        matchId={snapshot.match_id}
        commitment={snapshot.seed_commitment}
        hasChance
        seed={snapshot.seed}
        positions={() => []}
      />
    </div>
  );
});

/** The seed and the ratings come with the page, not with the stream. */
function useRefreshAtEnd({ status }: MatchSnapshot, isOver: boolean): void {
  const router = useRouter();
  useEffect(() => {
    if (isOver && status === 'active') router.refresh();
  }, [isOver, status, router]);
}

/** The eight players: who lives, who is dead, and the roles that are known. */
function People({ scene, players }: { scene: Scene; players: readonly SnapshotPlayer[] }) {
  return (
    <ul className={classes.people} aria-label="Players">
      {players.map((player) => {
        const { seat, kind, agent_id, display_name } = player;
        const isAlive = scene.alive[seat] ?? true;
        const role = scene.roles[seat];
        const death = scene.deaths.find((one) => one.seat === seat);
        const state = isAlive
          ? 'alive'
          : death?.cause === 'NIGHT'
            ? `killed, day ${death.day}`
            : `out, day ${death?.day}`;
        return (
          <li key={seat} className={classes.person} data-alive={isAlive}>
            <PlayerToken seed={seedOf(player)} kind={kind} size={28} />
            <span className={classes.text}>
              {agent_id ? (
                <Link className={classes.name} href={`/agents/${agent_id}`}>
                  <bdi>{display_name}</bdi>
                </Link>
              ) : (
                <bdi className={classes.name}>{display_name}</bdi>
              )}
              <span className={shared.mutedTiny}>
                {role ? ROLE_LABELS[role] : KINDS[kind].word}, {state}
              </span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
