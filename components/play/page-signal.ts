'use client';
import { useEffect } from 'react';

/** An open page says so this often: so that closing one of two pages gives nothing up. */
const REPEAT_MS = 45_000;
/** Who looks at other pages of the site keeps the match open for this long. */
const AWAY_MS = 10 * 60_000;

/**
 * Says whether the page of a running match is open. The tab counts, not the page: who looks at another page of the site and
 * comes back has closed nothing. Only one match of a tab is open.
 */
export class PageSignal {
  readonly #target: EventTarget;
  readonly #send: (matchId: string, isOpen: boolean) => void;
  #matchId: string | null = null;
  #repeat: ReturnType<typeof setInterval> | undefined;
  #away: ReturnType<typeof setTimeout> | undefined;

  /** @param target the window, which gets `pageshow` and `pagehide` */
  constructor(target: EventTarget, send: (matchId: string, isOpen: boolean) => void) {
    this.#target = target;
    this.#send = send;
  }

  /** The page of a match is shown. Another match of this tab is closed by it. */
  open(matchId: string): void {
    if (this.#matchId !== null && this.#matchId !== matchId) this.#close();
    this.stop();
    this.#matchId = matchId;
    this.#noteOpen();
    this.#repeat = setInterval(this.#noteOpen, REPEAT_MS);
    this.#target.addEventListener('pageshow', this.#noteOpen);
    this.#target.addEventListener('pagehide', this.#noteClosed);
  }

  /** Another page of the site is shown in its place; after ten minutes that counts as closed. */
  leave(): void {
    this.#away ??= setTimeout(() => this.#close(), AWAY_MS);
  }

  /** A match is over: nothing is said of it any more. */
  end(matchId: string): void {
    if (this.#matchId === matchId) this.stop();
  }

  /** Says nothing any more. */
  stop(): void {
    clearInterval(this.#repeat);
    clearTimeout(this.#away);
    this.#away = undefined;
    this.#target.removeEventListener('pageshow', this.#noteOpen);
    this.#target.removeEventListener('pagehide', this.#noteClosed);
    this.#matchId = null;
  }

  #close(): void {
    this.#noteClosed();
    this.stop();
  }

  readonly #noteOpen = () => {
    if (this.#matchId !== null) this.#send(this.#matchId, true);
  };
  readonly #noteClosed = () => {
    if (this.#matchId !== null) this.#send(this.#matchId, false);
  };
}

let tab: PageSignal | null = null;

/** The signal of this tab. */
function signalOfTab(): PageSignal {
  tab ??= new PageSignal(
    window,
    (matchId, is_open) =>
      void fetch(`/api/play/matches/${matchId}/page`, {
        method: 'POST',
        credentials: 'same-origin',
        // The request outlives the page.
        keepalive: true,
        headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
        body: JSON.stringify({ is_open }),
      }).catch(() => {}),
  );
  return tab;
}

/**
 * Notifies the server that the page of a running match is open, and when it is closed: two minutes after the last page of a
 * player was closed, the match is given up. Other pages of the site do not close it. No effect unless `isPlaying`.
 */
export function usePageSignal(matchId: string, isPlaying: boolean): void {
  useEffect(() => {
    if (!isPlaying) return;
    const signal = signalOfTab();
    signal.open(matchId);
    return () => signal.leave();
  }, [matchId, isPlaying]);
  useEffect(() => {
    if (!isPlaying) tab?.end(matchId);
  }, [matchId, isPlaying]);
}
