import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { transformed, type Affine } from '../engine/affine.ts';
import type { ImagePane } from '../engine/ImagePane.ts';
import { usePaneState } from '../workbench/usePaneState.ts';
import { shareAt, type Mask } from '../study/regions/masks.ts';
import type { Colour } from '../study/regions/region-colour.ts';
import type { Drawing, RegionStore } from './RegionStore.ts';

/** Nearer points of an outline are one, in pixels of the screen. */
const leastStep = 0.25;
const lineWidth = 1.5;

/** One transformation after another. */
const after = ([a, b, c, d, e, f]: Affine, inner: Affine): Affine => [
  a * inner[0] + c * inner[1],
  b * inner[0] + d * inner[1],
  a * inner[2] + c * inner[3],
  b * inner[2] + d * inner[3],
  a * inner[4] + c * inner[5] + e,
  b * inner[4] + d * inner[5] + f,
];

function pathOf(paths: readonly Float32Array[], toCanvas: Affine): Path2D {
  const path = new Path2D();
  for (const points of paths) {
    let [x, y] = [Infinity, Infinity];
    for (let at = 0; at < points.length; at += 2) {
      const [right, down] = transformed(toCanvas, [points[at] ?? 0, points[at + 1] ?? 0]);
      if (Math.abs(right - x) < leastStep && Math.abs(down - y) < leastStep) continue;
      if (at === 0) path.moveTo(right, down);
      else path.lineTo(right, down);
      [x, y] = [right, down];
    }
    path.closePath();
  }
  return path;
}

function maskCanvas(mask: Mask, [red, green, blue]: Colour): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [mask.width, mask.height];
  const context = canvas.getContext('2d');
  const pixels = context?.createImageData(mask.width, mask.height);
  if (!context || !pixels) return canvas;
  for (let at = 0; at < mask.width * mask.height; at += 1) {
    const share = shareAt(mask, at);
    if (share > 0) pixels.data.set([red, green, blue, share], at * 4);
  }
  context.putImageData(pixels, 0, 0);
  return canvas;
}

/** Draws regions on a canvas of the screen's own pixels. */
class RegionPainter {
  private masks = new Map<Mask, HTMLCanvasElement>();

  draw(context: CanvasRenderingContext2D, drawings: readonly Drawing[], toCanvas: Affine): void {
    const used = new Map<Mask, HTMLCanvasElement>();
    // Lines stay visible over masks.
    const inOrder = [...drawings].sort((a, b) => Number(a.kind === 'outlines') - Number(b.kind === 'outlines'));
    for (const drawing of inOrder) {
      const { colour } = drawing.region;
      context.setTransform(1, 0, 0, 1, 0, 0);
      if (drawing.kind === 'outlines') {
        const path = pathOf(drawing.outlines.paths, toCanvas);
        context.fillStyle = context.strokeStyle = `rgb(${colour.join(' ')})`;
        // An outline within another one is a hole.
        context.globalAlpha = drawing.opacity;
        context.fill(path, 'evenodd');
        context.globalAlpha = 1;
        context.lineWidth = lineWidth * devicePixelRatio;
        context.lineJoin = 'round';
        context.stroke(path);
      } else {
        const { mask, toPicture } = drawing.mask;
        const canvas = this.masks.get(mask) ?? maskCanvas(mask, colour);
        used.set(mask, canvas);
        context.globalAlpha = drawing.opacity;
        // Pixels have edges: a smoothed segment would be a guess.
        context.imageSmoothingEnabled = false;
        context.setTransform(...after(toCanvas, toPicture));
        context.drawImage(canvas, mask.left, mask.top);
      }
    }
    context.globalAlpha = 1;
    this.masks = used;
  }
}

/** The regions that are switched on, over the picture of a pane, by the mapping that measurements use. */
export function RegionLayer({ pane, store }: { pane: ImagePane; store: RegionStore }) {
  const state = usePaneState(pane);
  useSyncExternalStore(store.subscribe, store.state);
  const ref = useRef<HTMLCanvasElement>(null);
  const painter = useRef(new RegionPainter());
  const image = state.phase === 'shown' ? pane.image : undefined;
  const drawings = image ? store.drawingsOn(image.id) : [];

  useLayoutEffect(() => {
    const canvas = ref.current;
    const context = canvas?.getContext('2d');
    if (!canvas || !context) return;
    const [width, height] = pane.canvasSize;
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, height);
    const toCanvas = pane.pixelTransform();
    if (toCanvas) painter.current.draw(context, drawings, toCanvas);
  });
  return createPortal(
    <canvas ref={ref} className="regions" aria-hidden="true" data-drawn={drawings.length} />,
    pane.element,
  );
}
