import type { Types } from '@cornerstonejs/core';
import { opposite, sidesOf } from '../study/orientation.ts';
import type { OrientationLetters } from './pane-state.ts';

const origin: Types.Point3 = [0, 0, 0];
const leastZoom = 0.05;
const mostZoom = 30;

/** Size, centre, rotation and mirroring of the picture in its pane. */
export abstract class PaneCamera {
  protected mirrored = false;

  constructor(
    protected readonly viewport: Types.IStackViewport,
    readonly element: HTMLDivElement,
  ) {
    this.sizeCanvas();
  }

  /** The picture that has a place on the canvas. */
  protected abstract drawnImage(): Types.IImage | undefined;
  /** Brings the state that React sees up to date. */
  protected abstract readonly read: () => void;

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

  panBy(right: number, down: number): void {
    const { focalPoint, position } = this.viewport.getCamera();
    const [from, to] = [this.viewport.canvasToWorld([0, 0]), this.viewport.canvasToWorld([right, down])];
    const moved = (point: Types.Point3 = origin) =>
      point.map((value, axis) => value - (to[axis] ?? 0) + (from[axis] ?? 0)) as Types.Point3;
    // Not by the library's own pan: without a GPU that moves the picture out of view.
    this.viewport.setCamera({ focalPoint: moved(focalPoint), position: moved(position) });
    this.viewport.render();
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

  protected rotation(): number {
    return this.viewport.getViewPresentation({ rotation: true }).rotation ?? 0;
  }

  // Sets only the rotation: without a GPU the library moves the picture out of view when it sets the position again.
  protected turnTo(rotation: number): void {
    this.viewport.setViewPresentation({ rotation });
  }

  /** The directions of the body at the edges of the pane. */
  protected sides(): OrientationLetters {
    // Measured on the canvas, so that no rotation or mirroring is left out.
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
