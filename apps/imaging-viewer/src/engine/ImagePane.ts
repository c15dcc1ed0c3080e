import { Enums, eventTarget, utilities, type RenderingEngine, type Types } from '@cornerstonejs/core';
import { cross, opposite, sidesOf } from '../study/orientation.ts';
import type { Image, Series } from '../study/study.ts';
import type { Window } from '../study/window.ts';
import { prepareSeries } from './engine.ts';
import { emptyPane, type PaneState, type Sides } from './pane-state.ts';
import { loadAhead } from './load-ahead.ts';

const { Events, ViewportType } = Enums;
const { toLowHighRange, toWindowLevel } = utilities.windowLevel;
const black: Types.Point3 = [0, 0, 0];
const usualFrameRate = 12;
const mostFrameRate = 60;

/** One picture on the screen: a series, where in it, and how it is looked at. The screen listens by `subscribe`. */
export class ImagePane {
  private readonly viewport: Types.IStackViewport;
  private images: Image[] = [];
  private listeners = new Set<() => void>();
  private current: PaneState = emptyPane;
  private timer: ReturnType<typeof setInterval> | undefined;
  private stopAhead: () => void = () => undefined;
  private shownSeries: Series | null = null;
  /** Whether the library has the series; it gets none that begins with a picture it would draw wrongly. */
  private stacked = false;
  private drawn: string | undefined;
  private readonly broken = new Set<string>();

  constructor(private readonly engine: RenderingEngine, readonly id: string, private readonly element: HTMLDivElement) {
    engine.enableElement({ viewportId: id, element, type: ViewportType.STACK, defaultOptions: { background: black } });
    this.viewport = engine.getViewport(id) as Types.IStackViewport;
    element.addEventListener(Events.STACK_NEW_IMAGE, this.keepOut);
    for (const event of [Events.STACK_NEW_IMAGE, Events.VOI_MODIFIED, Events.CAMERA_MODIFIED, Events.IMAGE_RENDERED]) element.addEventListener(event, this.read);
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

  /** The picture in view. */
  get image(): Image | undefined {
    return this.images[this.current.index];
  }

  /** Of its surface, in pixels. */
  get size(): { width: number; height: number } {
    return { width: this.element.clientWidth, height: this.element.clientHeight };
  }

  /** The point in the body under a point of the surface. */
  pointAt([right, down]: readonly [number, number]): Types.Point3 {
    return this.viewport.canvasToWorld([right, down]);
  }

  /** Where on the surface a point in the body is now. */
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
    this.drawn = undefined;
    this.stacked = false;
    this.change({ ...emptyPane, index, total: series.images.length, phase: this.phaseAt(index) });
    if (this.current.phase === 'refused') return;
    try {
      await prepareSeries(series);
      if (this.shownSeries !== series) return;
      this.stacked = true;
      await this.viewport.setStack(this.images.map(({ id }) => id), index);
      this.viewport.render();
      this.stopAhead = loadAhead(this.images, () => this.current.index);
    } catch {
      if (this.shownSeries === series) this.break(this.images[index]?.id);
    }
  }

  /** Tries the picture again that could not be loaded. */
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

  setWindow({ center, width }: Window): void {
    this.viewport.setProperties({ voiRange: toLowHighRange(width, center) });
    this.viewport.render();
  }

  /** From the darkest to the lightest value of this picture. */
  showWholeRange(): void {
    const picture = this.viewport.getCornerstoneImage();
    this.viewport.setProperties({ voiRange: { lower: picture.minPixelValue, upper: picture.maxPixelValue } });
    this.viewport.render();
  }

  invert(): void {
    this.viewport.setProperties({ invert: !this.viewport.getProperties().invert });
    this.viewport.render();
    this.read();
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
    const moved = (point: Types.Point3 = black) => point.map((value, axis) => value - (to[axis] ?? 0) + (from[axis] ?? 0)) as Types.Point3;
    // Not by the library's own way: without a graphics card that throws the picture out of sight.
    this.viewport.setCamera({ focalPoint: moved(focalPoint), position: moved(position) });
    this.viewport.render();
  }

  /** As it was when it was opened. */
  reset(): void {
    this.turnTo(0);
    this.viewport.resetCamera();
    this.viewport.resetProperties();
    this.viewport.render();
    this.read();
  }

  play(): void {
    const rate = Math.min(mostFrameRate, Math.max(1, this.image?.instance.frameRate ?? usualFrameRate));
    this.pause();
    this.timer = setInterval(() => this.goTo((this.current.index + 1) % this.current.total), 1000 / rate);
    this.change({ ...this.current, playing: true });
  }

  pause(): void {
    clearInterval(this.timer);
    if (this.current.playing) this.change({ ...this.current, playing: false });
  }

  close(): void {
    this.pause();
    this.stopAhead();
    this.listeners.clear();
    eventTarget.removeEventListener(Events.IMAGE_LOAD_ERROR, this.failed);
    this.engine.disableElement(this.id);
  }

  private rotation(): number {
    return this.viewport.getViewPresentation({ rotation: true }).rotation ?? 0;
  }

  // Nothing but the turn: without a graphics card the library throws the picture out of sight when it sets the place again.
  private turnTo(rotation: number): void {
    this.viewport.setViewPresentation({ rotation });
  }

  private change(next: PaneState): void {
    this.current = next;
    for (const listener of this.listeners) listener();
  }

  // Until the picture of this place is really drawn, the one before it may still be in view.
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

  // The library takes what arrives for the place in view, also a picture of the series before that was still on its way.
  private readonly keepOut = (event: Event): void => {
    const { imageId } = (event as CustomEvent<{ imageId: string }>).detail;
    if (!this.stacked || this.images.some(({ id }) => id === imageId)) return;
    event.stopImmediatePropagation();
    const [series, index] = [this.shownSeries, this.current.index];
    // As soon as the library is through with the stranger: the pictures of this series are there, or asked for already.
    queueMicrotask(() => {
      if (this.shownSeries !== series) return;
      this.viewport.setStack(this.images.map(({ id }) => id), index).catch(() => this.shownSeries === series && this.break(this.images[index]?.id));
    });
  };

  private readonly failed = (event: Event): void => this.break((event as CustomEvent<{ imageId: string }>).detail.imageId);

  private readonly read = (event?: Event): void => {
    if (!this.stacked) return;
    const picture = this.viewport.getCornerstoneImage();
    if (event?.type === Events.IMAGE_RENDERED) {
      this.drawn = picture?.imageId;
      // It did not come at first; now it did.
      if (picture) this.broken.delete(picture.imageId);
    }
    const { voiRange, invert = false } = this.viewport.getProperties();
    const { windowWidth: width = 0, windowCenter: center = 0 } = voiRange ? toWindowLevel(voiRange.lower, voiRange.upper) : {};
    const moved = event?.type === Events.STACK_NEW_IMAGE || event?.type === Events.IMAGE_RENDERED;
    const index = moved && this.current.phase !== 'refused' ? this.viewport.getTargetImageIdIndex() : this.current.index;
    this.change({
      ...this.current,
      index,
      phase: this.phaseAt(index),
      window: voiRange && !picture?.color ? { width: Math.round(width), center: Math.round(center) } : null,
      zoom: this.magnification(),
      rotation: this.rotation(),
      inverted: invert,
      sides: this.sides(),
    });
  };

  // Screen points for each stored pixel; the library's own zoom means different things with and without a graphics card.
  private magnification(): number {
    const { parallelScale } = this.viewport.getCamera();
    const { rowPixelSpacing } = this.viewport.getCornerstoneImage() ?? {};
    return parallelScale ? (this.element.clientHeight / (2 * parallelScale)) * (rowPixelSpacing || 1) : 1;
  }

  private sides(): Sides | null {
    // Without a position in space the library assumes one, and letters would be made up.
    if (!this.image?.instance.oriented) return null;
    const { viewUp, viewPlaneNormal } = this.viewport.getCamera();
    if (!viewUp || !viewPlaneNormal) return null;
    const right = cross(viewUp, viewPlaneNormal);
    return { top: sidesOf(viewUp), bottom: sidesOf(opposite(viewUp)), right: sidesOf(right), left: sidesOf(opposite(right)) };
  }
}
