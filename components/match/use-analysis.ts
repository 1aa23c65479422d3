'use client';
import { useState } from 'react';
import { EngineStopped, useEngine } from '@/components/engine/engine';
import type { EngineProgress } from '@/components/engine/protocol';
import type { Analysis } from '@/lib/games/review/analysis';

type AnalysisState =
  | { state: 'idle' }
  | { state: 'working'; progress: EngineProgress | null }
  | { state: 'done'; analysis: Analysis }
  | { state: 'failed'; message: string };

export interface AnalysisWork {
  work: AnalysisState;
  start(): void;
  cancel(): void;
}

/** A finished match does not change, so its analysis is cached for the visit. */
const analyses = new Map<string, Analysis>();

/** The analysis of a finished match, made in a worker on request. */
export function useAnalysis(matchId: string): AnalysisWork {
  const engine = useEngine();
  const [work, setWork] = useState<AnalysisState>(() => {
    const analysis = analyses.get(matchId);
    return analysis ? { state: 'done', analysis } : { state: 'idle' };
  });
  const start = async () => {
    setWork({ state: 'working', progress: null });
    const recordUrl = new URL(`/matches/${matchId}/record.jsonl`, window.location.href).href;
    try {
      const analysis = await engine.request('analyse', { recordUrl }, (progress) =>
        setWork({ state: 'working', progress }),
      );
      analyses.set(matchId, analysis);
      setWork({ state: 'done', analysis });
    } catch (error) {
      if (error instanceof EngineStopped) return;
      setWork({ state: 'failed', message: error instanceof Error ? error.message : 'Reload the page and try again.' });
    }
  };
  const cancel = () => {
    engine.stop();
    setWork({ state: 'idle' });
  };
  return { work, start: () => void start(), cancel };
}
