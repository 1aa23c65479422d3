'use client';

import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react';
import clsx from 'clsx';
import { memo, useCallback, useRef, useState } from 'react';
import { type ReactZoomPanPinchRef, TransformComponent, TransformWrapper } from 'react-zoom-pan-pinch';
import { IconButton } from '@/components/ui/button';
import type { TownSnapshot } from '@/lib/domain/werewolf';
import { Building } from './building';
import { Figure } from './figure';
import { arrive, type Figures, nextFigures, standingFigures } from './figures';
import { MAP, PLOTS } from './layout';
import palette from './palette.module.css';
import { isNightIn } from './phases';
import { Glow } from './scene/glow';
import { HallSign } from './scene/hall';
import classes from './town-map.module.css';
import { type SaidWords, WordsAbove } from './words-above';

const MAX_ZOOM = 4;

export interface TownMapProps {
  town: TownSnapshot;
  offsetMs: number;
  /** What was said last in each match. */
  words: readonly SaidWords[];
}

/**
 * The map of the town: the pictures of the day and of the night, one above the other, and on them what
 * changes. It moves with the mouse, with fingers and with the keys of the arrows, plus and minus.
 */
export const TownMap = memo(function TownMap({ town, offsetMs, words }: TownMapProps) {
  const [figures, arrive] = useFigures(town);
  const [isReady, setReady] = useState(false);
  const world = useRef<HTMLDivElement>(null);
  const isNight = isNightIn(town);
  const noteZoom = (scale: number) => world.current?.style.setProperty('--zoom', scale.toFixed(3));
  return (
    <section className={classes.map} data-ready={isReady} aria-label="Map of Eliza Town">
      <TransformWrapper
        minScale={1}
        maxScale={MAX_ZOOM}
        centerOnInit
        limitToBounds
        keyboard={{ disabled: false, panStep: 80 }}
        wheel={{ activationKeys: mayZoomByWheel }}
        doubleClick={{ mode: 'zoomIn' }}
        panning={{ velocityDisabled: true }}
        onInit={() => setReady(true)}
        onTransform={(_, { scale }) => noteZoom(scale)}
      >
        {(controls) => (
          <>
            <TransformComponent
              wrapperClass={classes.window}
              contentClass={classes.content}
              wrapperProps={{
                tabIndex: 0,
                role: 'group',
                'aria-label': 'Map: arrow keys move it, plus and minus zoom',
              }}
            >
              <div className={clsx(classes.sky, isNight ? palette.night : palette.day)} />
              <div ref={world} className={clsx(classes.world, isNight ? palette.night : palette.day)}>
                <Picture isNight={isNight} />
                {town.buildings
                  .filter(({ plot }) => plot < PLOTS.length)
                  .map((building) => (
                    <Building key={building.match_id} building={building} offsetMs={offsetMs} />
                  ))}
                {words.map((sentence) => (
                  <WordsAbove key={sentence.id} sentence={sentence} buildings={town.buildings} />
                ))}
                <div className={classes.figures} aria-hidden>
                  {[...figures.values()].map((figure) => (
                    <Figure key={figure.key} figure={figure} onArrive={arrive} />
                  ))}
                </div>
              </div>
            </TransformComponent>
            <MapControls controls={controls} />
          </>
        )}
      </TransformWrapper>
    </section>
  );
});

/** The wheel scrolls a page that is longer than its window; with Control it zooms there too. */
function mayZoomByWheel(keys: string[]): boolean {
  return keys.includes('Control') || keys.includes('Meta') || window.matchMedia('(min-width: 62em)').matches;
}

/** The drawing twice, by day and by night: one fades over the other without being painted again. */
const Picture = memo(function Picture({ isNight }: { isNight: boolean }) {
  return (
    <div className={classes.picture} data-night={isNight} aria-hidden>
      <div className={clsx(classes.time, classes.day)} />
      <div className={clsx(classes.time, classes.night)} />
      <svg className={classes.time} viewBox={`0 0 ${MAP.width} ${MAP.height}`} aria-hidden>
        <defs>
          <Glow />
        </defs>
        <HallSign />
      </svg>
      <svg className={clsx(classes.orb, classes.sun, palette.day)} viewBox="-50 -50 100 100" aria-hidden>
        <circle className={classes.halo} r="48" />
        <circle className={classes.disc} r="27" />
      </svg>
      <svg className={clsx(classes.orb, classes.moon, palette.night)} viewBox="-50 -50 100 100" aria-hidden>
        <circle className={classes.halo} r="48" />
        <circle className={classes.disc} r="27" />
        <path className={classes.craters} d="M-8 -10a5 5 0 1 0 .1 0M9 6a7 7 0 1 0 .1 0M12 -14a3 3 0 1 0 .1 0" />
      </svg>
    </div>
  );
});

function MapControls({ controls }: { controls: Pick<ReactZoomPanPinchRef, 'zoomIn' | 'zoomOut' | 'resetTransform'> }) {
  return (
    <div className={classes.controls}>
      <IconButton variant="default" size={34} aria-label="Zoom in" onClick={() => void controls.zoomIn()}>
        <IconPlus size={18} stroke={1.75} />
      </IconButton>
      <IconButton variant="default" size={34} aria-label="Zoom out" onClick={() => void controls.zoomOut()}>
        <IconMinus size={18} stroke={1.75} />
      </IconButton>
      <IconButton variant="default" size={34} aria-label="Whole town" onClick={() => void controls.resetTransform()}>
        <IconFocusCentered size={18} stroke={1.75} />
      </IconButton>
    </div>
  );
}

/** The figures of a town, and a function that says that one has come to the end of its way. */
function useFigures(town: TownSnapshot): [Figures, (key: string) => void] {
  const [last, setKnown] = useState(() => ({ town, figures: standingFigures(town) }));
  // The figures follow from the change of the town, not from the town alone.
  if (last.town !== town) setKnown({ town, figures: nextFigures(last.figures, last.town, town) });
  const noteArrival = useCallback(
    (key: string) => setKnown((before) => ({ ...before, figures: arrive(before.figures, key) })),
    [],
  );
  return [last.figures, noteArrival];
}
