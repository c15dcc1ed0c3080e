import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useWords } from '../app/words.ts';
import { startEngine } from '../engine/engine.ts';
import { ImagePane, resizePanes } from '../engine/ImagePane.ts';
import type { Series } from '../study/study.ts';
import { Crosshair } from './Crosshair.tsx';
import { actionOf } from './pane-keys.ts';
import { PaneCorners } from './PaneCorners.tsx';
import { PaneNote } from './PaneNote.tsx';
import { PlaceBar } from './PlaceBar.tsx';
import { presetsOf } from './presets.ts';
import { useSeriesName } from './series-name.ts';
import { useKeyMeasuring, type Measure } from './useKeyMeasuring.ts';
import { usePaneState } from './usePaneState.ts';

export interface PaneProps {
  id: string;
  series: Series | null;
  active: boolean;
  /** The keyboard measurement, while such a tool is selected. */
  measure: Measure | null;
  onActivate: () => void;
  /** Called with the pane once mounted, and with null on unmount. */
  onPane: (pane: ImagePane | null) => void;
}

/** One picture with its overlays. Keys work while it has the focus. */
export function Pane({ id, series, active, measure, onActivate, onPane }: PaneProps) {
  const words = useWords();
  const { t } = words;
  const nameOf = useSeriesName();
  const canvas = useRef<HTMLDivElement>(null);
  const [pane, setPane] = useState<ImagePane | null>(null);
  const state = usePaneState(pane);
  const measuring = useKeyMeasuring(pane, measure);

  useEffect(() => {
    if (!canvas.current) return;
    const engine = startEngine();
    const made = new ImagePane(engine, id, canvas.current);
    const resized = new ResizeObserver(() => resizePanes(engine));
    resized.observe(canvas.current);
    setPane(made);
    onPane(made);
    return () => {
      resized.disconnect();
      onPane(null);
      made.close();
    };
  }, [id, onPane]);
  useEffect(() => {
    if (pane && series && pane.series !== series) void pane.show(series);
  }, [pane, series]);

  const press = (event: KeyboardEvent) => {
    if (measuring.press(event)) {
      event.preventDefault();
      return;
    }
    const action = pane && series && actionOf(event);
    if (!action) return;
    event.preventDefault();
    action(pane, presetsOf(series, words));
  };
  const hintId = `${id}-hint`;
  const place = t('pane.place', { index: state.index + 1, total: state.total });

  return (
    <div
      className="pane"
      data-active={active}
      data-phase={state.phase}
      onPointerDownCapture={onActivate}
      onFocusCapture={onActivate}
    >
      <div
        className="pane-picture"
        role="slider"
        tabIndex={0}
        aria-label={series ? nameOf(series) : t('pane.choose')}
        aria-orientation="vertical"
        aria-valuemin={1}
        aria-valuemax={Math.max(1, state.total)}
        aria-valuenow={state.index + 1}
        aria-valuetext={place}
        aria-describedby={measure ? hintId : undefined}
        onKeyDown={press}
      >
        <div className="pane-canvas" ref={canvas} onContextMenu={(event) => event.preventDefault()} />
      </div>
      {series ? (
        <>
          <PaneCorners name={nameOf(series)} place={place} state={state} />
          {state.total > 1 && <PlaceBar state={state} onGo={(index) => pane?.goTo(index)} />}
          <Crosshair {...measuring} />
          {measure && !measuring.crosshair && (
            <p id={hintId} className="measure-words measure-hint">
              {t('measure.byKeys')}
            </p>
          )}
          <p className="measure-words" role="status">
            {measuring.said}
          </p>
          <PaneNote state={state} image={series.images[state.index]} onRetry={() => void pane?.retry()} />
        </>
      ) : (
        <p className="pane-note">{t('pane.choose')}</p>
      )}
    </div>
  );
}
