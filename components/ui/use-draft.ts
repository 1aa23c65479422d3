import { useEffect, useState } from 'react';

/** Names of forms in the storage of the tab. */
const keyOf = (form: string) => `draft ${form}`;

/** What was stored for a form; undefined without, and where the browser stores nothing. */
function readDraft(form: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(form)) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a draft; undefined deletes it. */
function storeDraft(form: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(keyOf(form));
    else sessionStorage.setItem(keyOf(form), JSON.stringify(value));
  } catch {
    // Without storage the form is as long as its page.
  }
}

export interface KeptDraft<Value> {
  value: Value;
  change: (next: Value) => void;
  /** Begins again, as after the form was sent. */
  forget: () => void;
  /** The value was typed before the page was opened this time. */
  isRestored: boolean;
}

/**
 * The value of a form that takes work to fill in. It stays through a reload, the way back and a closed dialog, in the storage of
 * this tab until it is sent or the person signs out. Never for secrets.
 * @param form names the form, and the thing that it is about
 */
export function useDraft<Value>(form: string, initial: Value): KeptDraft<Value> {
  const [first] = useState(initial);
  const [value, setValue] = useState(first);
  const [isRestored, setRestored] = useState(false);
  // The server has not seen the storage: the first drawing is the same as its own.
  useEffect(() => {
    const stored = readDraft(form);
    // A release may have changed the form.
    if (typeof stored !== typeof first) return;
    setValue(stored as Value);
    setRestored(true);
  }, [form, first]);
  return {
    value,
    change(next) {
      setValue(next);
      storeDraft(form, next);
    },
    forget() {
      setValue(first);
      setRestored(false);
      storeDraft(form, undefined);
    },
    isRestored,
  };
}
