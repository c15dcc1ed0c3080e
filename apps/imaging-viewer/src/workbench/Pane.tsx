import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useWords } from '../app/words.ts';
import { startEngine } from '../engine/engine.ts';
import { ImagePane, resizePanes } from '../engine/ImagePane.ts';
import type { Series } from '../study/study.ts';
import type { MeasuringTool } from '../engine/tool-names.ts';
import { MeasuringLayer } from './MeasuringLayer.tsx';
import type { FixedMeasurement } from './useAnswered.ts';
import type { MeasurementsState } from './useMeasurements.ts';
import { Crosshair } from './Crosshair.tsx';
import { actionsOf, type KeyRoom } from './pane-keys.ts';
import { PaneCorners, type ExaminationShown } from './PaneCorners.tsx';
import { PaneCursor } from './PaneCursor.tsx';
import { PaneDrawings } from './PaneDrawings.tsx';
import { PaneNote } from './PaneNote.tsx';
import { PlaceBar } from './PlaceBar.tsx';
import { presetsOf } from './presets.ts';
import { useSeriesName } from './series-name.ts';
import { useKeyMeasuring, type Measure } from './useKeyMeasuring.ts';
import { pictureId } from './useFocusedPane.ts';
import { usePaneState } from './usePaneState.ts';
import type { Regions } from './useRegions.ts';
import { useViewerKeys } from './viewer-keys.ts';

export interface PaneProps {
  id: string;
  series: Series | null;
  active: boolean;
  /** The keyboard measurement, while such a tool is selected. */
  measure: Measure | null;
  magnifying: boolean;
  /** The tool that measures, if one is chosen, and what it makes. */
  measuring: {
    tool: MeasuringTool | null;
    measurements: MeasurementsState;
    fixed: readonly FixedMeasurement[];
    numberOf: (id: string) => number;
  };
  /** Named where two studies are compared. */
  examination: ExaminationShown | null;
  /** Set while it follows the other pane. */
  follows: { within: boolean; sameSpace: boolean } | null;
  /** The keyboard goes here once the room is open. */
  focusFirst: boolean;
  plain: boolean;
  /** The outlines and segmentations, once they were asked for. */
  regions: Regions['parts'];
  /** Key targets outside the pane. */
  keys: Omit<KeyRoom, 'presets'>;
  /** The position to show a series at; by default as it was left. */
  startOf: (series: Series) => number | undefined;
  onActivate: () => void;
  /** Called with the pane once mounted, and with null on unmount. */
  onPane: (pane: ImagePane | null) => void;
}

/** One picture with its overlays. Keys work while it has the focus. */
export function Pane({
  id,
  series,
  active,
  measure,
  magnifying,
  measuring: made,
  examination,
  follows,
  focusFirst,
  plain,
  regions,
  keys,
  startOf,
  onActivate,
  onPane,
}: PaneProps) {
  const words = useWords();
  const { t } = words;
  const nameOf = useSeriesName();
  const canvas = useRef<HTMLDivElement>(null);
  const slider = useRef<HTMLDivElement>(null);
  const start = useRef(startOf);
  const [pane, setPane] = useState<ImagePane | null>(null);
  const state = usePaneState(pane);
  const measuring = useKeyMeasuring(pane, measure);
  const letters = useViewerKeys();
  const actionOf = useMemo(() => actionsOf(letters), [letters]);

  useEffect(() => {
    if (!canvas.current) return;
    const engine = startEngine();
    const made = new ImagePane(engine, id, canvas.current);
    const resized = new ResizeObserver(resizePanes);
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
    start.current = startOf;
  }, [startOf]);
  useEffect(() => {
    if (pane && series && pane.series !== series) void pane.show(series, start.current(series));
  }, [pane, series]);
  // Keys work at once, without a click.
  useEffect(() => {
    if (focusFirst && document.activeElement === document.body) slider.current?.focus({ preventScroll: true });
  }, [focusFirst]);

  const press = (event: KeyboardEvent) => {
    if (measuring.press(event)) {
      event.preventDefault();
      return;
    }
    const action = pane && series && actionOf(event);
    if (!action) return;
    event.preventDefault();
    action(pane, { ...keys, presets: presetsOf(series, words) });
  };
  const hintId = `${id}-hint`;
  const place = t('pane.place', { index: state.index + 1, total: state.total });

  return (
    <div
      className="pane"
      data-active={active}
      data-phase={series ? state.phase : 'empty'}
      onPointerDownCapture={onActivate}
      onWheelCapture={onActivate}
      onFocusCapture={onActivate}
    >
      <div
        ref={slider}
        id={pictureId(id)}
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
          <PaneCorners
            name={nameOf(series)}
            place={place}
            image={series.images[state.index]}
            state={state}
            size={pane?.size ?? { width: 0, height: 0 }}
            follows={follows}
            examination={examination}
            plain={plain}
          />
          {pane && regions && <regions.RegionLayer pane={pane} store={regions.store} />}
          {pane && <MeasuringLayer pane={pane} {...made} />}
          {!plain && <PaneCursor pane={pane} magnifying={magnifying} crosshair={measuring.crosshair} />}
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
          <PaneDrawings state={state} image={series.images[state.index]} onToggle={() => pane?.toggleDrawings()} />
          <PaneNote state={state} image={series.images[state.index]} onRetry={() => void pane?.retry()} />
        </>
      ) : (
        <p className="pane-note">{t('pane.choose')}</p>
      )}
    </div>
  );
}
