import { Enums, eventTarget, type RenderingEngine, type Types } from '@cornerstonejs/core';
import { autoWindow, type View } from '@konsil/pixels';
import { opposite, sidesOf } from '../study/orientation.ts';
import { valueAt, type PixelValue } from './probe.ts';
import type { Image, Series } from '../study/study.ts';
import { prepareSeries } from './engine.ts';
import {
  emptyPane,
  speeds,
  type PaneState,
  type Ruler,
  type OrientationLetters,
  type ShownDrawings,
  type ShownWindow,
} from './pane-state.ts';
import { loadAhead } from './load-ahead.ts';
import { brightened, viewOf, type PictureView } from './picture.ts';
import { inverted, transformed } from './affine.ts';
import { drawMagnified, drawnTransform, drawOnly, onDrawError, pictureIn, pixelAt, setPictureView } from './surface.ts';

const { Events, ViewportType } = Enums;
const black: Types.Point3 = [0, 0, 0];
const usualDelay = 1000 / 12;
const leastDelay = 1000 / 60;
const mostDelay = 5_000;
/** Drag distance in pixels that changes a window by the whole range of the picture. */
const dragOfRange = 1024;
const asStored: PictureView = { window: null, inverted: false, bare: false };

const leastZoom = 0.05;
const mostZoom = 30;

/** The reader's settings of a series, restored when it is shown again. */
interface KeptView {
  index: number;
  view: PictureView;
  rotation: number;
  mirrored: boolean;
  /** Null while the picture fills its pane. */
  camera: { centre: Types.Point3; perUnit: number } | null;
}
const kept = new WeakMap<Series, KeptView>();

const panes = new Set<ImagePane>();

/** Handles a resize. Pictures that fit their pane keep fitting it, others keep size and centre. */
export function resizePanes(): void {
  for (const pane of panes) pane.resize();
}

/** One picture on the screen: series, position, and view settings. React subscribes by `subscribe`. */
export class ImagePane {
  private readonly viewport: Types.IStackViewport;
  private images: Image[] = [];
  private listeners = new Set<() => void>();
  private current: PaneState = emptyPane;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private view: PictureView = asStored;
  private mirrored = false;
  private speed = 1;
  private loaded = { done: 0, of: 0 };
  private fitted = '';
  private stopAhead: () => void = () => undefined;
  private shownSeries: Series | null = null;
  /** True if the library has the series; it gets none that starts with a picture it would draw wrongly. */
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
    this.sizeCanvas();
    element.addEventListener(Events.STACK_NEW_IMAGE, this.keepOut);
    setPictureView(this.viewport.canvas, this.view);
    onDrawError(this.viewport.canvas, (imageId) => this.undrawable.add(imageId));
    drawOnly(this.viewport.canvas, (imageId) => this.has(imageId));
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

  /** Shows a series as it was left, or at the given position. */
  async show(series: Series, wanted?: number): Promise<void> {
    this.pause();
    this.stopAhead();
    this.keep();
    const before = kept.get(series);
    const index = Math.max(0, Math.min(series.images.length - 1, wanted ?? before?.index ?? 0));
    this.shownSeries = series;
    this.images = series.images;
    this.broken.clear();
    this.undrawable.clear();
    this.drawn = undefined;
    this.stacked = false;
    this.mirrored = false;
    this.loaded = { done: 0, of: 0 };
    this.look(before?.view ?? asStored);
    this.change({
      ...emptyPane,
      index,
      total: series.images.length,
      phase: this.phaseAt(index),
      speed: this.speed,
      inverted: this.view.inverted,
    });
    if (this.current.phase === 'refused') return;
    try {
      prepareSeries(series);
      this.stacked = true;
      await this.viewport.setStack(
        this.images.map(({ id }) => id),
        index,
      );
      if (this.shownSeries !== series) return;
      if (before) this.restore(before);
      this.viewport.render();
      this.stopAhead = loadAhead(
        this.images,
        () => this.current.index,
        (loaded) => {
          if (this.shownSeries !== series) return;
          this.loaded = loaded;
          this.change({ ...this.current, loaded });
        },
      );
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

  /** One step brighter or darker; nothing for colours. */
  brighten(by: 1 | -1): void {
    const picture = pictureIn(this.viewport.getCornerstoneImage());
    const window = picture && brightened(picture, this.view, by);
    if (window) this.setWindow(window);
  }

  invert(): void {
    this.look({ ...this.view, inverted: !this.view.inverted });
    this.redraw();
  }

  /** Shows or hides what the file's overlay planes draw. */
  toggleDrawings(): void {
    if (!this.drawings()?.drawn) return;
    this.look({ ...this.view, bare: !this.view.bare });
    this.redraw();
  }

  /** By 90 degrees, clockwise or back. */
  rotate(back = false): void {
    this.arrange(this.rotation() + (back ? 270 : 90), this.mirrored);
  }

  /** As seen on the screen, however the picture is rotated. */
  flip(way: 'leftRight' | 'upDown'): void {
    this.arrange((way === 'leftRight' ? 0 : 180) - this.rotation(), !this.mirrored);
  }

  /** @param around the canvas point that stays; by default the centre */
  zoomBy(factor: number, around?: Types.Point2): void {
    if (!this.drawnImage()) return;
    const spot = around ?? this.middle();
    const point = this.pointAt(spot);
    const least = Math.min(leastZoom, this.viewport.getZoom());
    this.viewport.setZoom(Math.min(mostZoom * devicePixelRatio, Math.max(least, this.viewport.getZoom() * factor)));
    this.putAt(point, spot);
    this.viewport.render();
  }

  /** Canvas pixels per unit of length: of a millimetre, where the file has a pixel size. */
  get perUnit(): number {
    const { parallelScale } = this.viewport.getCamera();
    return parallelScale ? this.element.clientHeight / (2 * parallelScale) : 1;
  }

  /** Zooms to a size, and puts a point of the body into the centre. */
  lookAt({ centre, perUnit }: { centre: Types.Point3; perUnit: number }): void {
    const image = this.drawnImage();
    if (!image) return;
    // The library's zoom is in canvas pixels of the smaller side of a pixel.
    this.viewport.setZoom(perUnit * devicePixelRatio * Math.min(image.rowPixelSpacing, image.columnPixelSpacing));
    this.putAt(centre, this.middle());
    this.viewport.render();
  }

  /** The current view, to be copied to another pane; null before the first picture. */
  camera(): { centre: Types.Point3; perUnit: number } | null {
    return this.drawnImage() ? { centre: this.centre, perUnit: this.perUnit } : null;
  }

  /** The point of the body in the centre of the pane. */
  get centre(): Types.Point3 {
    return this.pointAt(this.middle());
  }

  /** The reader's choice, in place of the file's own. */
  get chosen(): PictureView {
    return this.view;
  }

  /** Takes over another pane's window and inversion. */
  adopt(view: PictureView): void {
    this.look(view);
    this.redraw();
  }

  /** The place in the picture below a canvas point, in columns and rows from its edge. */
  pixelOf([right, down]: readonly [number, number]): readonly [number, number] | null {
    const there = drawnTransform(this.viewport.canvas);
    const back = there && inverted(there);
    return back && transformed(back, [right * devicePixelRatio, down * devicePixelRatio]);
  }

  /** The canvas point above a place in the picture. */
  spotOfPixel(pixel: readonly [number, number]): readonly [number, number] | null {
    const there = drawnTransform(this.viewport.canvas);
    if (!there) return null;
    const [right, down] = transformed(there, pixel);
    return [right / devicePixelRatio, down / devicePixelRatio];
  }

  /** The value below a canvas point; null outside the picture and in colour pictures. */
  valueAt([right, down]: Types.Point2): PixelValue | null {
    if (this.current.phase !== 'shown') return null;
    const found = pixelAt(this.viewport.canvas, [right * devicePixelRatio, down * devicePixelRatio]);
    return found && valueAt(pictureIn(found.image), found.image.width * found.row + found.column);
  }

  /** Draws the surroundings of a canvas point enlarged. */
  magnify([right, down]: Types.Point2, factor: number, lens: HTMLCanvasElement): void {
    drawMagnified(this.viewport.canvas, [right * devicePixelRatio, down * devicePixelRatio], factor, lens);
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
    this.mirrored = false;
    this.turnTo(0);
    this.look(asStored);
    this.fit();
    this.read();
  }

  /** Playback at another multiple of the file's own rate. */
  setSpeed(speed: number): void {
    this.speed = speed;
    this.change({ ...this.current, speed });
  }
  faster(by: 1 | -1): void {
    const at = speeds.findIndex((speed) => speed === this.speed);
    this.setSpeed(speeds[Math.max(0, Math.min(speeds.length - 1, at + by))] ?? 1);
  }

  play(): void {
    this.pause();
    let due = performance.now();
    const next = (): void => {
      const following = this.images[(this.current.index + 1) % this.current.total];
      const delay = (following?.instance.delayOf(following.frame) ?? usualDelay) / this.speed;
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

  /** True if the picture is centred and as large as its pane allows. */
  fills(): boolean {
    const zoom = this.fittingZoom();
    return (
      zoom !== null &&
      Math.abs(this.viewport.getZoom() / zoom - 1) < 0.005 &&
      this.viewport.getPan().every((moved) => Math.abs(moved) < 0.5)
    );
  }

  fit(): void {
    const zoom = this.fittingZoom();
    if (zoom === null) return;
    this.viewport.resetCamera();
    this.viewport.setZoom(zoom);
    this.viewport.setCamera({ flipHorizontal: this.mirrored, flipVertical: false });
    this.viewport.render();
  }

  /** Adapts the canvas to its element. */
  resize(): void {
    if (!this.drawnImage()) {
      this.sizeCanvas();
      return;
    }
    const [full, before] = [this.fills(), { centre: this.centre, perUnit: this.perUnit }];
    this.sizeCanvas();
    if (full) this.fit();
    else this.lookAt(before);
  }

  close(): void {
    this.keep();
    panes.delete(this);
    this.pause();
    this.stopAhead();
    this.listeners.clear();
    eventTarget.removeEventListener(Events.IMAGE_LOAD_ERROR, this.failed);
    this.engine.disableElement(this.id);
  }

  // In device pixels, as the library reads it; on dense screens its own size is too small for its measurements.
  private sizeCanvas(): void {
    const { canvas } = this.viewport;
    const [width, height] = [this.element.clientWidth, this.element.clientHeight].map((side) =>
      Math.max(1, Math.round(side * devicePixelRatio)),
    ) as [number, number];
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
  }

  private middle(): Types.Point2 {
    return [this.element.clientWidth / 2, this.element.clientHeight / 2];
  }

  private drawnImage(): Types.IImage | undefined {
    // The library announces a picture before it has a place on the canvas.
    const placed: Types.Point3 | undefined = this.stacked ? this.pointAt([0, 0]) : undefined;
    return placed && this.viewport.getCornerstoneImage();
  }

  /** The library's zoom at which the picture fits its pane as it is rotated. */
  private fittingZoom(): number | null {
    const image = this.drawnImage();
    if (!image) return null;
    const { width, height } = this.viewport.canvas;
    const { columnPixelSpacing: column, rowPixelSpacing: row } = image;
    const unit = Math.min(column, row);
    const sides = [image.columns * column, image.rows * row] as const;
    const [wide, high] = this.rotation() % 180 === 0 ? sides : [sides[1], sides[0]];
    return Math.min((width * unit) / wide, (height * unit) / high);
  }

  /** Moves the picture so that a point of the body comes to lie at a spot of the canvas. */
  private putAt(point: Types.Point3, spot: Types.Point2): void {
    const [now, { focalPoint }] = [this.pointAt(spot), this.viewport.getCamera()];
    if (!focalPoint) return;
    this.viewport.setCamera({
      focalPoint: focalPoint.map((value, axis) => value + (point[axis] ?? 0) - (now[axis] ?? 0)) as Types.Point3,
    });
  }

  /** Rotates and mirrors around the centre of the pane. */
  private arrange(rotation: number, mirrored: boolean): void {
    if (!this.drawnImage()) return;
    const [full, centre] = [this.fills(), this.centre];
    this.mirrored = mirrored;
    this.turnTo(((rotation % 360) + 360) % 360);
    this.viewport.setCamera({ flipHorizontal: mirrored, flipVertical: false });
    if (full) this.fit();
    else this.putAt(centre, this.middle());
    this.viewport.render();
    this.read();
  }

  private keep(): void {
    if (!this.shownSeries || !this.drawnImage()) return;
    kept.set(this.shownSeries, {
      index: this.current.index,
      view: this.view,
      rotation: this.rotation(),
      mirrored: this.mirrored,
      camera: this.fills() ? null : { centre: this.centre, perUnit: this.perUnit },
    });
  }

  private restore({ rotation, mirrored, camera }: KeptView): void {
    this.mirrored = mirrored;
    this.turnTo(rotation);
    this.fit();
    if (camera) this.lookAt(camera);
    this.read();
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

  private drawings(): ShownDrawings | null {
    const drawings = pictureIn(this.viewport.getCornerstoneImage())?.drawings;
    if (!drawings?.covered && !drawings?.missing) return null;
    const { covered, missing } = drawings;
    return { missing, drawn: covered === null ? null : this.view.bare ? 'hidden' : 'shown' };
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

  private has(imageId: string): boolean {
    return this.images.some(({ id }) => id === imageId);
  }

  private break(imageId: string | undefined): void {
    if (imageId === undefined) return;
    this.broken.add(imageId);
    this.change({ ...this.current, phase: this.phaseAt(this.current.index) });
  }

  // The library shows any picture that arrives for the current position, also a late one of the previous series.
  private readonly keepOut = (event: Event): void => {
    const { imageId } = (event as CustomEvent<{ imageId: string }>).detail;
    if (!this.stacked || this.has(imageId)) return;
    event.stopImmediatePropagation();
    this.drawn = undefined;
    this.change({ ...this.current, phase: this.phaseAt(this.current.index) });
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
      drawings: this.drawings(),
      zoom: this.magnification(),
      ruler: this.ruler(),
      rotation: this.rotation(),
      inverted: this.view.inverted,
      mirrored: this.mirrored,
      sides: this.sides(),
    });
  };

  // Canvas pixels per image pixel; the library's own zoom means different things with and without a GPU.
  private magnification(): number {
    return this.perUnit * (this.viewport.getCornerstoneImage()?.rowPixelSpacing || 1);
  }

  private ruler(): Ruler | null {
    const scale = this.image?.instance.scale;
    return scale === undefined || scale === 'pixels' ? null : { perMillimetre: this.perUnit, scale };
  }

  private sides(): OrientationLetters | null {
    // Without a position in space the library assumes one, so the letters would be invented.
    if (!this.image?.instance.oriented || !this.drawnImage()) return null;
    // What the canvas shows, so that no rotation or mirroring is left out.
    const [x, y] = this.middle();
    const towards = (spot: Types.Point2): Types.Point3 => {
      const [from, to] = [this.pointAt([x, y]), this.pointAt(spot)];
      const way = to.map((value, axis) => value - (from[axis] ?? 0)) as Types.Point3;
      const length = Math.hypot(...way) || 1;
      return way.map((part) => part / length) as Types.Point3;
    };
    const [right, top] = [towards([x + 100, y]), towards([x, y - 100])];
    return {
      top: sidesOf(top),
      bottom: sidesOf(opposite(top)),
      right: sidesOf(right),
      left: sidesOf(opposite(right)),
    };
  }
}
