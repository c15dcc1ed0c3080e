import { Enums, eventTarget, type RenderingEngine, type Types } from '@cornerstonejs/core';
import { autoWindow, type View } from '@konsil/pixels';
import { valueAt, type PixelValue } from './probe.ts';
import type { Image, Series } from '../study/study.ts';
import { prepareSeries } from './engine.ts';
import { emptyPane, type PaneState, type Ruler, type ShownDrawings, type ShownWindow } from './pane-state.ts';
import { Playback } from './Playback.ts';
import { PaneCamera } from './PaneCamera.ts';
import { loadAhead, type Ahead } from './load-ahead.ts';
import { pictureStore } from './picture-store.ts';
import { brightened, viewOf, type PictureView } from './picture.ts';
import { inverted, transformed, type Affine } from './affine.ts';
import { drawMagnified, drawnTransform, drawOnly, onDrawError, pictureIn, pixelAt, setPictureView } from './surface.ts';

const { Events, ViewportType } = Enums;
const black: Types.Point3 = [0, 0, 0];
/** Drag distance in pixels that changes a window by the whole range of the picture. */
const dragOfRange = 1024;
const asStored: PictureView = { window: null, inverted: false, bare: false };

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

const stackViewport = (engine: RenderingEngine, id: string, element: HTMLDivElement): Types.IStackViewport => {
  engine.enableElement({ viewportId: id, element, type: ViewportType.STACK, defaultOptions: { background: black } });
  return engine.getViewport(id) as Types.IStackViewport;
};

/** One picture on the screen: series, position, and view settings. React subscribes by `subscribe`. */
export class ImagePane extends PaneCamera {
  private images: Image[] = [];
  private listeners = new Set<() => void>();
  private current: PaneState = emptyPane;
  private view: PictureView = asStored;
  private readonly playback = new Playback(
    () => this.images[this.following()],
    () => this.goTo(this.following()),
  );
  private loaded = { done: 0, of: 0 };
  private fitted = '';
  private ahead: Ahead | null = null;
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
    element: HTMLDivElement,
  ) {
    super(stackViewport(engine, id, element), element);
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

  /** Shows a series as it was left, or at the given position. */
  async show(series: Series, wanted?: number): Promise<void> {
    this.pause();
    this.ahead?.stop();
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
      speed: this.playback.speed,
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
      this.ahead = loadAhead(
        this.images,
        () => this.current.index,
        (loaded) => {
          if (this.shownSeries !== series) return;
          this.loaded = loaded;
          this.change({ ...this.current, loaded });
        },
        pictureStore,
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

  /** Makes the image one step brighter or darker; no effect on colour images. */
  brighten(by: 1 | -1): void {
    const picture = pictureIn(this.viewport.getCornerstoneImage());
    const window = picture && brightened(picture, this.view, by);
    if (window) this.setWindow(window);
  }

  invert(): void {
    this.look({ ...this.view, inverted: !this.view.inverted });
    this.redraw();
  }

  /** Shows or hides the drawings of the file's overlay planes. */
  toggleDrawings(): void {
    if (!this.drawings()?.drawn) return;
    this.look({ ...this.view, bare: !this.view.bare });
    this.redraw();
  }

  /** The reader's choice, which replaces the file's own. */
  get chosen(): PictureView {
    return this.view;
  }

  /** Takes over another pane's window and inversion. */
  adopt(view: PictureView): void {
    this.look(view);
    this.redraw();
  }

  /** From columns and rows of the drawn picture to the pixels of its canvas; null before the first. */
  pixelTransform(): Affine | null {
    return drawnTransform(this.viewport.canvas);
  }

  /** Width and height of its canvas in the screen's own pixels. */
  get canvasSize(): readonly [number, number] {
    const { width, height } = this.viewport.canvas;
    return [width, height];
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
    this.playback.speed = speed;
    this.change({ ...this.current, speed });
  }
  faster(by: 1 | -1): void {
    this.playback.faster(by);
    this.change({ ...this.current, speed: this.playback.speed });
  }

  play(): void {
    this.playback.start();
    this.change({ ...this.current, playing: true });
  }

  pause(): void {
    this.playback.stop();
    if (this.current.playing) this.change({ ...this.current, playing: false });
  }

  close(): void {
    this.keep();
    panes.delete(this);
    this.pause();
    this.ahead?.stop();
    this.listeners.clear();
    eventTarget.removeEventListener(Events.IMAGE_LOAD_ERROR, this.failed);
    this.engine.disableElement(this.id);
  }

  protected drawnImage(): Types.IImage | undefined {
    // The library announces a picture before it has a place on the canvas.
    const placed: Types.Point3 | undefined = this.stacked ? this.pointAt([0, 0]) : undefined;
    return placed && this.viewport.getCornerstoneImage();
  }

  /** The position after the current one; the first one after the last. */
  private following(): number {
    return (this.current.index + 1) % this.current.total;
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

  private look(view: PictureView): void {
    this.view = view;
    setPictureView(this.viewport.canvas, view);
  }

  private redraw(): void {
    this.viewport.render();
    this.read();
  }

  // The library keeps the size of the previous picture, which would place a picture of another size off centre.
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
    this.ahead?.moved();
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

  protected readonly read = (event?: Event): void => {
    if (!this.stacked) return;
    const picture = this.viewport.getCornerstoneImage();
    if (event?.type === Events.IMAGE_RENDERED) {
      this.drawn = picture?.imageId;
      // The picture failed to load at first, and has arrived now.
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
      // Without a position in space the library assumes one, so the letters would be invented.
      sides: this.image?.instance.oriented && this.drawnImage() ? this.sides() : null,
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
}
