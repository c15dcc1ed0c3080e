import type { Measurement, MeasurementKind } from '@konsil/contracts/measurements';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { createPortal } from 'react-dom';
import { useWords } from '../app/words.ts';
import type { ImagePane } from '../engine/ImagePane.ts';
import { loadedValues } from '../engine/values.ts';
import { isAt, placeOfImage } from '../study/image-place.ts';
import { pointsOf, shortAxisOf, type PixelPoint } from '../study/measuring.ts';
import { measuredWords } from '@konsil/contracts/measured-words';
import { measurementLines } from './measurement-words.ts';
import type { FixedMeasurement } from './useAnswered.ts';
import type { MeasurementsState } from './useMeasurements.ts';
import { usePaneState } from './usePaneState.ts';

/** Less is a press, not a drag. */
const leastDrag = 3;
/** Room for a label, in pixels. */
const labelRoom = 130;
type Spot = readonly [number, number];

interface Drawing {
  kind: MeasurementKind;
  imageId: string;
  points: PixelPoint[];
  preview: PixelPoint;
}

/** Points that are set, before the last ones that follow from them. */
const setBy = (kind: MeasurementKind): number => (kind === 'bidirectional' ? 2 : pointsOf[kind]);

/** All points of a measurement with these ones set. */
export function completed(
  kind: MeasurementKind,
  points: readonly PixelPoint[],
  size: { row: number; column: number },
): PixelPoint[] {
  const [from, to] = points;
  return kind === 'bidirectional' && from && to ? [from, to, ...shortAxisOf(size, from, to)] : [...points];
}

interface ShapeProps {
  kind: MeasurementKind;
  spots: Spot[];
}

function Shape({ kind, spots }: ShapeProps) {
  const [a, b, c, d] = spots;
  if (!a || !b) return null;
  const line = (from: Spot, to: Spot, more: object = {}) => (
    <line x1={from[0]} y1={from[1]} x2={to[0]} y2={to[1]} {...more} />
  );
  if (kind === 'angle') {
    return (
      <>
        {line(a, b)}
        {c && line(b, c)}
      </>
    );
  }
  if (kind === 'bidirectional' || kind === 'cobb') {
    return (
      <>
        {line(a, b)}
        {c && d && line(c, d)}
        {kind === 'cobb' &&
          c &&
          d &&
          line([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], [(c[0] + d[0]) / 2, (c[1] + d[1]) / 2], { className: 'thread' })}
      </>
    );
  }
  if (kind === 'arrow') {
    const angle = Math.atan2(b[1] - a[1], b[0] - a[0]);
    const wing = (turn: number): Spot => [a[0] + 12 * Math.cos(angle + turn), a[1] + 12 * Math.sin(angle + turn)];
    return (
      <>
        {line(a, b)}
        {line(a, wing(0.5))}
        {line(a, wing(-0.5))}
      </>
    );
  }
  return line(a, b);
}

/** An ellipse or rectangle between two corners of the picture, however it is rotated. */
function Area({ kind, corners }: { kind: 'ellipse' | 'rectangle'; corners: Spot[] }) {
  const [a, b, c, d] = corners;
  if (!a || !b || !c || !d) return null;
  if (kind === 'rectangle') return <polygon points={corners.map((spot) => spot.join()).join(' ')} />;
  const middle: Spot = [(a[0] + c[0]) / 2, (a[1] + c[1]) / 2];
  const [wide, high] = [Math.hypot(b[0] - a[0], b[1] - a[1]) / 2, Math.hypot(d[0] - a[0], d[1] - a[1]) / 2];
  const turn = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;
  return (
    <ellipse cx={middle[0]} cy={middle[1]} rx={wide} ry={high} transform={`rotate(${turn} ${middle.join(' ')})`} />
  );
}

/** Draws the measurements of the picture in a pane, and makes new ones by mouse or finger. */
export function MeasuringLayer({
  pane,
  tool,
  measurements,
  fixed,
  numberOf,
}: {
  pane: ImagePane;
  /** Null while another tool is chosen. */
  tool: MeasurementKind | null;
  measurements: MeasurementsState;
  /** Measurements that were sent with answers: drawn, and not to be changed. */
  fixed: readonly FixedMeasurement[];
  /** The number of a measurement in the list. */
  numberOf: (id: string) => number;
}) {
  const words = useWords();
  const { t } = words;
  const state = usePaneState(pane);
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const [drag, setDrag] = useState<{ id: string; at: number; point: PixelPoint } | null>(null);
  const [naming, setNaming] = useState<string | null>(null);
  const svg = useRef<SVGSVGElement>(null);
  const now = useRef({ drawing, tool, drag, measurements });
  useEffect(() => {
    now.current = { drawing, tool, drag, measurements };
  });
  const image = state.phase === 'shown' ? pane.image : undefined;
  const current = drawing && image && drawing.imageId === image.id && drawing.kind === tool ? drawing : null;
  const place = image && placeOfImage(image.id);

  useEffect(() => {
    const { element } = pane;
    /** The drawing before the press that is under way. */
    let pressed: { before: Drawing | null } | null = null;
    let pinching = false;
    const pixelAt = ({ clientX, clientY }: PointerEvent): PixelPoint | null => {
      const { left, top } = element.getBoundingClientRect();
      return pane.pixelOf([clientX - left, clientY - top]);
    };
    const far = (a: PixelPoint, b: PixelPoint): boolean => {
      const [one, other] = [pane.spotOfPixel(a), pane.spotOfPixel(b)];
      return one !== null && other !== null && Math.hypot(one[0] - other[0], one[1] - other[1]) >= leastDrag;
    };
    const put = (next: Drawing | null) => {
      now.current.drawing = next;
      setDrawing(next);
    };
    const finish = ({ kind, points }: Drawing) => {
      const shown = pane.image;
      const where = shown && placeOfImage(shown.id);
      put(null);
      if (!shown || !where) return;
      const id = crypto.randomUUID();
      now.current.measurements.add(
        newMeasurement(id, kind, completed(kind, points, shown.instance.spacingOf(shown.frame)), where, pane),
      );
      if (kind === 'arrow') setNaming(id);
    };
    /** Two fingers zoom: what the first one has begun is given up, and neither measures until it is lifted. */
    const pinch = () => {
      if (!pressed) return;
      pinching = true;
      put(pressed.before);
      now.current.drag = null;
      setDrag(null);
    };
    const down = (event: PointerEvent) => {
      if (!event.isPrimary) {
        pinch();
        return;
      }
      pinching = false;
      pressed = { before: now.current.drawing };
      const { tool: kind } = now.current;
      const shown = pane.state().phase === 'shown' ? pane.image : undefined;
      if (!kind || !shown || event.button !== 0 || (event.target as Element).closest('.handle')) return;
      const point = pixelAt(event);
      if (!point) return;
      const before = now.current.drawing;
      if (!before || before.imageId !== shown.id || before.kind !== kind)
        put({ kind, imageId: shown.id, points: [point], preview: point });
      else if (kind === 'cobb' && before.points.length === 2)
        put({ ...before, points: [...before.points, point], preview: point });
    };
    const move = (event: PointerEvent) => {
      if (pinching || !event.isPrimary) return;
      const point = pixelAt(event);
      if (!point) return;
      if (now.current.drag) {
        const next = { ...now.current.drag, point };
        now.current.drag = next;
        setDrag(next);
      } else if (now.current.drawing) put({ ...now.current.drawing, preview: point });
    };
    const up = (event: PointerEvent) => {
      if (!event.isPrimary) return;
      pressed = null;
      if (pinching) {
        pinching = false;
        return;
      }
      const point = pixelAt(event);
      const { drag: dragged, drawing: before, measurements: all } = now.current;
      if (dragged) {
        const item = all.items.find(({ id }) => id === dragged.id);
        if (item) {
          const points = item.points.map((one, at) => (at === dragged.at ? dragged.point : one));
          all.change(dragged.id, { points: points as Measurement['points'] });
        }
        now.current.drag = null;
        setDrag(null);
        return;
      }
      const last = before?.points.at(-1);
      if (!before || !point || !last || event.button !== 0 || !far(last, point)) return;
      const next = { ...before, points: [...before.points, point], preview: point };
      if (next.points.length >= setBy(before.kind)) finish(next);
      else put(next);
    };
    const cancel = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape' && now.current.drawing) put(null);
    };
    element.addEventListener('pointerdown', down);
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', up);
    window.addEventListener('keydown', cancel, true);
    return () => {
      element.removeEventListener('pointerdown', down);
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', up);
      window.removeEventListener('keydown', cancel, true);
    };
  }, [pane]);

  // Handles and labels are ours: the library's tools must not act on the same press.
  useEffect(() => {
    const layer = svg.current;
    if (!layer) return undefined;
    const keep = (event: Event) => {
      if ((event.target as Element).closest('.handle')) event.stopPropagation();
    };
    for (const kind of ['mousedown', 'touchstart'] as const) layer.addEventListener(kind, keep);
    return () => {
      for (const kind of ['mousedown', 'touchstart'] as const) layer.removeEventListener(kind, keep);
    };
  }, []);

  if (!image || !place) return createPortal(<svg ref={svg} className="measures" aria-hidden="true" />, pane.element);
  const shown: {
    id: string | null;
    kind: MeasurementKind;
    points: PixelPoint[];
    name: string;
    /** The value as it was sent. */
    sent?: string;
  }[] = measurements.items
    .filter((item) => isAt(item, place))
    .map((item) => ({
      ...item,
      points: item.points.map((point, at) => (drag?.id === item.id && drag.at === at ? drag.point : point)),
    }));
  for (const item of fixed)
    if (isAt(item, place)) shown.push({ ...item, sent: measuredWords(item.numbers, words.language) });
  if (current)
    shown.push({
      id: null,
      kind: current.kind,
      points: completed(
        current.kind,
        [...current.points, current.preview].slice(0, setBy(current.kind)),
        image.instance.spacingOf(image.frame),
      ),
      name: '',
    });
  const values = loadedValues(image.id);
  const spotOf = (pixel: PixelPoint): Spot => pane.spotOfPixel(pixel) ?? [0, 0];
  const named = naming === null ? undefined : shown.find(({ id }) => id === naming);
  const nameSpot = named?.points[1] && spotOf(named.points[1]);

  return (
    <>
      {createPortal(
        <svg ref={svg} className="measures" aria-hidden="true" data-measuring={tool !== null}>
          {shown.map((item) => {
            const spots = item.points.map(spotOf);
            const [a, b] = item.points;
            const corners =
              (item.kind === 'ellipse' || item.kind === 'rectangle') && a && b
                ? [a, [b[0], a[1]] as const, b, [a[0], b[1]] as const].map(spotOf)
                : null;
            const lines = item.sent === undefined ? measurementLines(words, item, image, values) : [item.sent];
            const label = spots.reduce((most, spot) => (spot[0] > most[0] ? spot : most), spots[0] ?? [0, 0]);
            const own = item.id !== null && item.sent === undefined;
            const head = own && item.id !== null ? String(numberOf(item.id)) : '';
            const [first, ...more] = [item.name, ...lines].filter(Boolean);
            const texts = first ? [[head, first].filter(Boolean).join(' · '), ...more] : [];
            // At the right edge it would be cut off.
            const turned = label[0] > pane.size.width - labelRoom;
            return (
              <g
                key={item.id ?? 'new'}
                className="measure"
                data-sent={item.sent !== undefined}
                data-selected={item.id !== null && item.id === measurements.selected}
              >
                {corners ? (
                  <Area kind={item.kind as 'ellipse' | 'rectangle'} corners={corners} />
                ) : (
                  <Shape kind={item.kind} spots={spots} />
                )}
                {own &&
                  spots.map(([x, y], at) => (
                    <g
                      // Points have no other identity than their place in the list.
                      key={at}
                      className="handle"
                      onPointerDown={(event) => {
                        if (event.button !== 0 || item.id === null) return;
                        measurements.select(item.id);
                        const point = item.points[at];
                        if (!point) return;
                        now.current.drag = { id: item.id, at, point };
                        setDrag(now.current.drag);
                      }}
                    >
                      <circle className="handle-reach" cx={x} cy={y} r={14} />
                      <circle className="handle-dot" cx={x} cy={y} r={4} />
                    </g>
                  ))}
                <g
                  className="measure-label"
                  textAnchor={turned ? 'end' : 'start'}
                  transform={`translate(${label[0] + (turned ? -12 : 12)} ${label[1] + (turned ? 22 : 4)})`}
                >
                  {texts.map((line, at) => (
                    <text key={line} y={`${at * 1.25}em`}>
                      {line}
                    </text>
                  ))}
                </g>
              </g>
            );
          })}
        </svg>,
        pane.element,
      )}
      {named && nameSpot && (
        <input
          className="measure-name"
          style={{ left: nameSpot[0], top: nameSpot[1] }}
          // The arrow was just drawn for this text.
          // eslint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          maxLength={120}
          aria-label={t('measures.arrowText')}
          placeholder={t('measures.arrowText')}
          onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
            event.stopPropagation();
            if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
          }}
          onBlur={({ currentTarget }) => {
            if (named.id && currentTarget.value.trim())
              measurements.change(named.id, { name: currentTarget.value.trim() });
            setNaming(null);
          }}
        />
      )}
    </>
  );
}

/** A new measurement with the window that it was made in. */
export function newMeasurement(
  id: string,
  kind: MeasurementKind,
  points: readonly PixelPoint[],
  place: NonNullable<ReturnType<typeof placeOfImage>>,
  pane: ImagePane,
): Measurement {
  const { window } = pane.chosen;
  return {
    id,
    kind,
    ...place,
    points: points.map(([column, row]): [number, number] => [column, row]),
    name: '',
    window: window && !('entries' in window) ? { center: window.center, width: window.width } : null,
  };
}
