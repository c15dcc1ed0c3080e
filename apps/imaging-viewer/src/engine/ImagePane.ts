import { Enums, eventTarget, type RenderingEngine, type Types } from '@cornerstonejs/core';
import { autoWindow, type View } from '@konsil/pixels';
import { cross, opposite, sidesOf } from '../study/orientation.ts';
import type { Image, Series } from '../study/study.ts';
import { prepareSeries } from './engine.ts';
import { emptyPane, type PaneState, type Sides, type ShownWindow } from './pane-state.ts';
import { loadAhead } from './load-ahead.ts';
import { viewOf, type PictureView } from './picture.ts';
import { setPictureView, onDrawError, pictureIn } from './surface.ts';

const { Events, ViewportType } = Enums;
const black: Types.Point3 = [0, 0, 0];
const usualDelay = 1000 / 12;
const leastDelay = 1000 / 60;
const mostDelay = 5_000;
/** Drag distance in pixels that changes a window by the whole range of the picture. */
const dragOfRange = 1024;
const asStored: PictureView = { window: null, inverted: false };

const panes = new Set<ImagePane>();

/**
 * Handles a resize. Pictures that fit their pane keep fitting it; the library would leave them too small or cut off.
 */
export function resizePanes(engine: RenderingEngine): void {
  const full = [...panes].filter((pane) => pane.fills());
  engine.resize(true, true);
  for (const pane of full) pane.fit();
}

/** One picture on the screen: series, position, and view settings. React subscribes by `subscribe`. */
export class ImagePane {
  private readonly viewport: Types.IStackViewport;
  private images: Image[] = [];
  private listeners = new Set<() => void>();
  private current: PaneState = emptyPane;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private view: PictureView = asStored;
  private fitted = '';
  private stopAhead: () => void = () => undefined;
  private shownSeries: Series | null = null;
  /** Whether the library has the series; it gets none that starts with a picture it would draw wrongly. */
  private stacked = false;
  private drawn: string | undefined;
  private readonly broken = new Set<string>();
  /** Decoded, but impossible to draw. */
  private readonly undrawable = new Set<string>();

  constructor(
    private readonly engine: RenderingEngine,
    readonly id: string,
    readonly element: HTMLDivElement,
  ) {
    engine.enableElement({ viewportId: id, element, type: ViewportType.STACK, defaultOptions: { background: black } });
    this.viewport = engine.getViewport(id) as Types.IStackViewport;
    element.addEventListener(Events.STACK_NEW_IMAGE, this.keepOut);
    setPictureView(this.viewport.canvas, this.view);
    onDrawError(this.viewport.canvas, (imageId) => this.undrawable.add(imageId));
    panes.add(this);
    for (const event of [Events.STACK_NEW_IMAGE, Events.CAMERA_MODIFIED, Events.IMAGE_RENDERED])
      element.addEventListener(event, this.read);
    eventTarget.addEventListener(Events.IMAGE_LOAD_ERROR, this.failed);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly state = (): PaneState => this.current;

  get engineId(): string {
    return this.engine.id;
  }

  get series(): Series | null {
    return this.shownSeries;
  }

  /** The current picture. */
  get image(): Image | undefined {
    return this.images[this.current.index];
  }

  /** The size of its canvas in pixels. */
  get size(): { width: number; height: number } {
    return { width: this.element.clientWidth, height: this.element.clientHeight };
  }

  /** Converts canvas to patient coordinates. */
  pointAt([right, down]: readonly [number, number]): Types.Point3 {
    return this.viewport.canvasToWorld([right, down]);
  }

  /** Converts patient to canvas coordinates. */
  spotOf(point: Types.Point3): Types.Point2 {
    return this.viewport.worldToCanvas(point);
  }

  /** Shows a series from the given position on. */
  async show(series: Series, index = 0): Promise<void> {
    this.pause();
    this.stopAhead();
    this.shownSeries = series;
    this.images = series.images;
    this.broken.clear();
    this.undrawable.clear();
    this.drawn = undefined;
    this.stacked = false;
    this.look(asStored);
    this.change({ ...emptyPane, index, total: series.images.length, phase: this.phaseAt(index) });
    if (this.current.phase === 'refused') return;
    try {
      prepareSeries(series);
      this.stacked = true;
      await this.viewport.setStack(
        this.images.map(({ id }) => id),
        index,
      );
      this.viewport.render();
      this.stopAhead = loadAhead(this.images, () => this.current.index);
    } catch {
      if (this.shownSeries === series) this.break(this.images[index]?.id);
    }
  }

  /** Retries the picture that failed to load. */
  async retry(): Promise<void> {
    if (this.shownSeries) await this.show(this.shownSeries, this.current.index);
  }

  goTo(index: number): void {
    const wanted = Math.max(0, Math.min(this.current.total - 1, index));
    if (wanted === this.current.index || !this.shownSeries) return;
    this.change({ ...this.current, index: wanted, phase: this.phaseAt(wanted) });
    if (this.current.phase === 'refused') return;
    if (this.stacked) this.viewport.setImageIdIndex(wanted).catch(() => this.break(this.images[wanted]?.id));
    else void this.show(this.shownSeries, wanted);
  }

  step(by: number): void {
    this.goTo(this.current.index + by);
  }

  setWindow(window: View): void {
    this.look({ ...this.view, window });
    this.redraw();
  }

  /** From the darkest to the lightest value of this picture. */
  showWholeRange(): void {
    const picture = pictureIn(this.viewport.getCornerstoneImage());
    if (picture?.kind === 'grey') this.setWindow(autoWindow({ hounsfield: false }, picture.range));
  }

  /** Each picture's own window or table from its file. */
  showAsStored(): void {
    this.look({ ...this.view, window: null });
    this.redraw();
  }

  /** Window drag: to the right wider, downwards darker. */
  dragWindow([right, down]: readonly [number, number]): void {
    const picture = pictureIn(this.viewport.getCornerstoneImage());
    if (picture?.kind !== 'grey') return;
    const [least, most] = picture.range;
    const shown = viewOf(picture, this.view);
    // A table has no width to change: use a window instead.
    const window = 'entries' in shown ? autoWindow({ hounsfield: false }, picture.range) : shown;
    const step = Math.max(most - least, window.width) / dragOfRange;
    const narrowest = picture.values instanceof Float32Array ? step : 1;
    this.setWindow({
      ...window,
      width: Math.max(narrowest, window.width + right * step),
      center: window.center + down * step,
    });
  }

  invert(): void {
    this.look({ ...this.view, inverted: !this.view.inverted });
    this.redraw();
  }

  rotate(): void {
    this.turnTo((this.rotation() + 90) % 360);
    this.viewport.render();
    this.read();
  }

  zoomBy(factor: number): void {
    this.viewport.setZoom(Math.min(30, Math.max(0.1, this.viewport.getZoom() * factor)));
    this.viewport.render();
  }

  panBy(right: number, down: number): void {
    const { focalPoint, position } = this.viewport.getCamera();
    const [from, to] = [this.viewport.canvasToWorld([0, 0]), this.viewport.canvasToWorld([right, down])];
    const moved = (point: Types.Point3 = black) =>
      point.map((value, axis) => value - (to[axis] ?? 0) + (from[axis] ?? 0)) as Types.Point3;
    // Not by the library's own pan: without a GPU that moves the picture out of view.
    this.viewport.setCamera({ focalPoint: moved(focalPoint), position: moved(position) });
    this.viewport.render();
  }

  /** Resets to the initial view. */
  reset(): void {
    this.turnTo(0);
    this.look(asStored);
    this.viewport.resetCamera();
    this.redraw();
  }

  play(): void {
    this.pause();
    let due = performance.now();
    const next = (): void => {
      const following = this.images[(this.current.index + 1) % this.current.total];
      const delay = following?.instance.delayOf(following.frame) ?? usualDelay;
      due += Math.min(mostDelay, Math.max(leastDelay, delay));
      // After a background pause, playback does not catch up.
      if (due < performance.now() - mostDelay) due = performance.now();
      this.timer = setTimeout(
        () => {
          this.goTo((this.current.index + 1) % this.current.total);
          next();
        },
        Math.max(0, due - performance.now()),
      );
    };
    next();
    this.change({ ...this.current, playing: true });
  }

  pause(): void {
    clearTimeout(this.timer);
    if (this.current.playing) this.change({ ...this.current, playing: false });
  }

  /** Whether the picture is centred and as large as its pane allows. */
  fills(): boolean {
    const image: Types.IImage | undefined = this.viewport.getCornerstoneImage();
    if (!image) return false;
    const { width, height } = this.viewport.canvas;
    const { columnPixelSpacing: column, rowPixelSpacing: row } = image;
    const unit = Math.min(column, row);
    const scale = Math.min((width * unit) / (image.columns * column), (height * unit) / (image.rows * row));
    return (
      Math.abs(this.viewport.getZoom() / scale - 1) < 0.005 &&
      this.viewport.getPan().every((moved) => Math.abs(moved) < 0.5)
    );
  }

  fit(): void {
    this.viewport.resetCamera();
    this.viewport.render();
  }

  close(): void {
    panes.delete(this);
    this.pause();
    this.stopAhead();
    this.listeners.clear();
    eventTarget.removeEventListener(Events.IMAGE_LOAD_ERROR, this.failed);
    this.engine.disableElement(this.id);
  }

  private rotation(): number {
    return this.viewport.getViewPresentation({ rotation: true }).rotation ?? 0;
  }

  // Sets only the rotation: without a GPU the library moves the picture out of view when it sets the position again.
  private turnTo(rotation: number): void {
    this.viewport.setViewPresentation({ rotation });
  }

  private look(view: PictureView): void {
    this.view = view;
    setPictureView(this.viewport.canvas, view);
  }

  private redraw(): void {
    this.viewport.render();
    this.read();
  }

  // The library keeps the previous picture's size, and would place another one off centre.
  private fitAnew({ columns, rows }: Types.IImage): void {
    const size = `${columns}x${rows}`;
    if (this.fitted !== '' && this.fitted !== size) queueMicrotask(() => this.fit());
    this.fitted = size;
  }

  private windowOf(): ShownWindow | null {
    const picture = pictureIn(this.viewport.getCornerstoneImage());
    if (picture?.kind !== 'grey') return null;
    const { unit } = picture.look;
    const shown = viewOf(picture, this.view);
    if (!('entries' in shown)) return { center: shown.center, width: shown.width, unit, table: null };
    return { ...autoWindow({ hounsfield: false }, picture.range), unit, table: shown.name };
  }

  private change(next: PaneState): void {
    this.current = next;
    for (const listener of this.listeners) listener();
  }

  // Until the picture at this position is drawn, the previous one may still be visible.
  private phaseAt(index: number): PaneState['phase'] {
    const image = this.images[index];
    if (image?.instance.refusal) return 'refused';
    if (image && this.broken.has(image.id)) return 'failed';
    return image && this.drawn === image.id ? 'shown' : 'loading';
  }

  private break(imageId: string | undefined): void {
    if (imageId === undefined) return;
    this.broken.add(imageId);
    this.change({ ...this.current, phase: this.phaseAt(this.current.index) });
  }

  // The library shows any picture that arrives for the current position, also a late one of the previous series.
  private readonly keepOut = (event: Event): void => {
    const { imageId } = (event as CustomEvent<{ imageId: string }>).detail;
    if (!this.stacked || this.images.some(({ id }) => id === imageId)) return;
    event.stopImmediatePropagation();
    const [series, index] = [this.shownSeries, this.current.index];
    // Once the library has handled the foreign picture: those of this series are loaded or requested already.
    queueMicrotask(() => {
      if (this.shownSeries !== series) return;
      this.viewport
        .setStack(
          this.images.map(({ id }) => id),
          index,
        )
        .catch(() => this.shownSeries === series && this.break(this.images[index]?.id));
    });
  };

  private readonly failed = (event: Event): void =>
    this.break((event as CustomEvent<{ imageId: string }>).detail.imageId);

  private readonly read = (event?: Event): void => {
    if (!this.stacked) return;
    const picture = this.viewport.getCornerstoneImage();
    if (event?.type === Events.IMAGE_RENDERED) {
      this.drawn = picture?.imageId;
      // It failed to load at first, and arrived now.
      if (picture && this.undrawable.has(picture.imageId)) this.broken.add(picture.imageId);
      else if (picture) this.broken.delete(picture.imageId);
    }
    if (event?.type === Events.STACK_NEW_IMAGE)
      this.fitAnew((event as CustomEvent<{ image: Types.IImage }>).detail.image);
    const moved = event?.type === Events.STACK_NEW_IMAGE || event?.type === Events.IMAGE_RENDERED;
    const index =
      moved && this.current.phase !== 'refused' ? this.viewport.getTargetImageIdIndex() : this.current.index;
    this.change({
      ...this.current,
      index,
      phase: this.phaseAt(index),
      window: this.windowOf(),
      zoom: this.magnification(),
      rotation: this.rotation(),
      inverted: this.view.inverted,
      sides: this.sides(),
    });
  };

  // Canvas pixels per image pixel; the library's own zoom means different things with and without a GPU.
  private magnification(): number {
    const { parallelScale } = this.viewport.getCamera();
    const { rowPixelSpacing } = this.viewport.getCornerstoneImage() ?? {};
    return parallelScale ? (this.element.clientHeight / (2 * parallelScale)) * (rowPixelSpacing || 1) : 1;
  }

  private sides(): Sides | null {
    // Without a position in space the library assumes one, so the letters would be invented.
    if (!this.image?.instance.oriented) return null;
    const { viewUp, viewPlaneNormal } = this.viewport.getCamera();
    if (!viewUp || !viewPlaneNormal) return null;
    const right = cross(viewUp, viewPlaneNormal);
    return {
      top: sidesOf(viewUp),
      bottom: sidesOf(opposite(viewUp)),
      right: sidesOf(right),
      left: sidesOf(opposite(right)),
    };
  }
}
