'use client';
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';

/** The files of `public/sounds`, written by `scripts/write-sounds.mjs`. */
type Sound = 'move' | 'reply' | 'refused' | 'end';

const KEY = 'botplay.sounds';
const CHANGED = 'botplay:sounds';
const VOLUME = 0.5;

/** Sounds are on until they are turned off; a browser that stores nothing keeps them off. */
function areSoundsOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return false;
  }
}

function subscribe(listener: () => void): () => void {
  const events = [CHANGED, 'storage'];
  for (const event of events) window.addEventListener(event, listener);
  return () => {
    for (const event of events) window.removeEventListener(event, listener);
  };
}

/** Whether sounds are on in this browser, in all its tabs, and a function that turns them on or off. */
export function useSoundSetting(): [boolean, (isOn: boolean) => void] {
  const isOn = useSyncExternalStore(subscribe, areSoundsOn, () => true);
  const set = (next: boolean) => {
    try {
      localStorage.setItem(KEY, next ? 'on' : 'off');
    } catch {
      return;
    }
    window.dispatchEvent(new Event(CHANGED));
  };
  return [isOn, set];
}

/** Plays a sound, if sounds are on and the person has clicked or pressed a key on this page before. */
function playSound(sound: Sound): void {
  if (!navigator.userActivation?.hasBeenActive || !areSoundsOn()) return;
  const audio = new Audio(`/sounds/${sound}.wav`);
  audio.volume = VOLUME;
  // A browser may refuse; then it stays silent.
  audio.play().catch(() => {});
}

/** What a player hears: the own move, the move of another, a refusal, the end. Nothing is heard when the page opens. */
export function useSeatSounds(seat: {
  isSending: boolean;
  isMyTurn: boolean;
  hasFailed: boolean;
  isOver: boolean;
}): void {
  const { isSending, isMyTurn, hasFailed, isOver } = seat;
  usePlayOnRise('move', isSending);
  usePlayOnRise('reply', isMyTurn && !isSending && !hasFailed);
  usePlayOnRise('refused', hasFailed);
  usePlayOnRise('end', isOver);
}

/** Plays a sound when a condition becomes true. */
function usePlayOnRise(sound: Sound, condition: boolean): void {
  const before = useRef(condition);
  const play = useEffectEvent(() => playSound(sound));
  useEffect(() => {
    if (condition && !before.current) play();
    before.current = condition;
  }, [condition]);
}
