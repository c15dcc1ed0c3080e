import { fillGrey, type View } from '@konsil/pixels';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useWords } from '../app/words.ts';
import type { LoadedVolume } from '../engine/load-volume.ts';
import { cutOf, shownIn, slabRange, spotIn, voxelAt, type CutPlane, type Slab, type Voxel } from '../study/reslice.ts';
import { scaleBarOf } from '../workbench/scale-bar.ts';

export interface CutPaneProps {
  volume: LoadedVolume;
  plane: CutPlane;
  voxel: Voxel;
  slab: Slab;
  view: View;
  inverse: boolean;
  /** 1: the whole cut fits its pane; larger ones are centred on the crosshair. */
  zoom: number;
  focusFirst: boolean;
  onVoxel: (voxel: Voxel) => void;
  onZoom: (factor: number) => void;
  onWindow: (by: readonly [number, number]) => void;
}

const secondary = 2;
const zoomStep = 1.25;
const pageOfSlices = 10;

/** From the columns and rows of a cut to its pane, in CSS pixels. */
interface Placing {
  left: number;
  top: number;
  /** Pixels per column and per row. */
  across: number;
  down: number;
  perMillimetre: number;
}

function placingOf(
  { grid }: LoadedVolume,
  plane: CutPlane,
  spot: { x: number; y: number },
  { width, height, zoom }: { width: number; height: number; zoom: number },
): Placing {
  const [columns, rows] = [grid.size[plane.right.axis], grid.size[plane.down.axis]];
  const [column, row] = [grid.spacing[plane.right.axis], grid.spacing[plane.down.axis]];
  const perMillimetre = Math.min(width / (columns * column), height / (rows * row)) * zoom;
  const [across, down] = [column * perMillimetre, row * perMillimetre];
  return zoom === 1
    ? { across, down, perMillimetre, left: (width - columns * across) / 2, top: (height - rows * down) / 2 }
    : {
        across,
        down,
        perMillimetre,
        left: width / 2 - (spot.x + 0.5) * across,
        top: height / 2 - (spot.y + 0.5) * down,
      };
}

/** The size of an element, followed. */
function useSize() {
  const ref = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const read = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    const resized = new ResizeObserver(read);
    resized.observe(element);
    read();
    return () => resized.disconnect();
  }, []);
  return { ref, size };
}

/** One of the three planes: drawn by our own rules, as single images are. */
export function CutPane({
  volume,
  plane,
  voxel,
  slab,
  view,
  inverse,
  zoom,
  focusFirst,
  onVoxel,
  onZoom,
  onWindow,
}: CutPaneProps) {
  const { t, number, value: valueWords } = useWords();
  const { grid, values, padding } = volume;
  const { ref, size } = useSize();
  const canvas = useRef<HTMLCanvasElement>(null);
  const index = voxel[plane.across];
  const total = grid.size[plane.across];
  const cut = useMemo(
    () => cutOf(grid, values, plane, { index, slab, padding }),
    [grid, values, plane, index, slab, padding],
  );
  const spot = spotIn(grid, plane, voxel);
  const placing = placingOf(volume, plane, spot, { ...size, zoom });

  useEffect(() => {
    if (focusFirst) ref.current?.focus({ preventScroll: true });
  }, [focusFirst, ref]);
  const picture = useMemo(() => {
    const drawn = document.createElement('canvas');
    [drawn.width, drawn.height] = [cut.width, cut.height];
    const context = drawn.getContext('2d');
    const pixels = context?.createImageData(cut.width, cut.height);
    if (!context || !pixels) return drawn;
    fillGrey(cut.values, view, inverse, pixels.data);
    context.putImageData(pixels, 0, 0);
    return drawn;
  }, [cut, view, inverse]);
  const { left, top, across, down } = placing;
  useEffect(() => {
    const target = canvas.current;
    const context = target?.getContext('2d');
    if (!target || !context || size.width === 0) return;
    const [width, height] = [size.width, size.height].map((side) => Math.round(side * devicePixelRatio)) as [
      number,
      number,
    ];
    if (target.width !== width) target.width = width;
    if (target.height !== height) target.height = height;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = 'black';
    context.fillRect(0, 0, width, height);
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    context.drawImage(picture, left, top, cut.width * across, cut.height * down);
  }, [picture, size, left, top, across, down, cut]);

  const goTo = (slice: number) => {
    const moved: [number, number, number] = [...voxel];
    moved[plane.across] = Math.max(0, Math.min(total - 1, slice));
    onVoxel(moved);
  };
  const move = (x: number, y: number) => onVoxel(voxelAt(grid, plane, { x: spot.x + x, y: spot.y + y }, voxel));
  const wheel = useRef<(event: WheelEvent) => void>(() => undefined);
  useEffect(() => {
    wheel.current = (event) => {
      event.preventDefault();
      if (event.ctrlKey) onZoom(event.deltaY < 0 ? zoomStep : 1 / zoomStep);
      else goTo(index + Math.sign(event.deltaY));
    };
  });
  useEffect(() => {
    const element = ref.current;
    const turn = (event: WheelEvent) => wheel.current(event);
    element?.addEventListener('wheel', turn, { passive: false });
    return () => element?.removeEventListener('wheel', turn);
  }, [ref]);

  const point = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const [x, y] = [(event.clientX - box.left - left) / across, (event.clientY - box.top - top) / down];
    onVoxel(voxelAt(grid, plane, { x, y }, voxel));
  };
  const press = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    event.currentTarget.focus({ preventScroll: true });
    if (event.button === 0) point(event);
  };
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.buttons & secondary) onWindow([event.movementX, event.movementY]);
    // A picture that moves below the finger would run away from it.
    else if (event.buttons === 1 && zoom === 1) point(event);
  };
  const keys: Record<string, () => void> = {
    ArrowLeft: () => move(-1, 0),
    ArrowRight: () => move(1, 0),
    ArrowUp: () => move(0, -1),
    ArrowDown: () => move(0, 1),
    PageUp: () => goTo(index - 1),
    PageDown: () => goTo(index + 1),
    'Shift+PageUp': () => goTo(index - pageOfSlices),
    'Shift+PageDown': () => goTo(index + pageOfSlices),
    Home: () => goTo(0),
    End: () => goTo(total - 1),
    '+': () => onZoom(zoomStep),
    '-': () => onZoom(1 / zoomStep),
  };
  const key = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = keys[event.shiftKey && event.key.length > 1 ? `Shift+${event.key}` : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  const name = t(`mpr.planes.${plane.plane}`);
  const found = volume.told(voxel, shownIn(grid, plane, cut, voxel));
  const told = found ? `${valueWords(found.value, found.range)} ${found.unit}`.trim() : t('mpr.noValue');
  const place = t('mpr.place', { index: index + 1, total });
  const { millimetres, first, last } = slabRange(grid, plane, index, slab);
  const thick = last > first ? t(`mpr.how.${slab.how}`, { thickness: number(millimetres, 1) }) : '';
  const bar = scaleBarOf(placing.perMillimetre, size.width);
  const [x, y] = [left + (spot.x + 0.5) * across, top + (spot.y + 0.5) * down];
  return (
    <div className="pane cut" data-plane={plane.plane}>
      <div
        ref={ref}
        className="pane-picture cut-picture"
        role="slider"
        tabIndex={0}
        aria-label={name}
        aria-orientation="vertical"
        aria-valuemin={1}
        aria-valuemax={total}
        aria-valuenow={index + 1}
        aria-valuetext={[place, thick, told].filter(Boolean).join(', ')}
        onKeyDown={key}
        onPointerDown={press}
        onPointerMove={drag}
        onContextMenu={(event) => event.preventDefault()}
      >
        <canvas ref={canvas} aria-hidden="true" />
        <svg className="cut-cross" aria-hidden="true">
          <path d={`M0 ${y}H${x - 8}M${x + 8} ${y}H${size.width}M${x} 0V${y - 8}M${x} ${y + 8}V${size.height}`} />
        </svg>
      </div>
      <div className="corners" aria-hidden="true">
        <div className="corner-name">
          <p>{name}</p>
        </div>
        <div className="corner-place">
          <p>{place}</p>
          {thick && <p>{thick}</p>}
        </div>
        <div className="corner-window">
          <p>{told}</p>
        </div>
        {bar && (
          <div className="corner-zoom">
            <p className="scale-bar">
              <span style={{ inlineSize: `${bar.pixels}px` }} />
              {bar.millimetres >= 10
                ? t('pane.barCentimetres', { value: number(bar.millimetres / 10) })
                : t('pane.barMillimetres', { value: number(bar.millimetres, bar.millimetres < 1 ? 1 : 0) })}
            </p>
          </div>
        )}
        {Object.entries(plane.sides).map(([edge, letters]) => (
          <p key={edge} className="side" data-edge={edge}>
            {letters.join('')}
          </p>
        ))}
      </div>
    </div>
  );
}
