import type { Types } from '@cornerstonejs/core';
import { transformed, inverted, type Affine } from './affine.ts';
import { PaneCamera } from './PaneCamera.ts';

const [width, height] = [400, 300];

/**
 * The library's viewport without a screen: pixels of one millimetre, mirrored in the picture first and rotated on the
 * screen then, as its renderer does.
 */
class Viewport {
  canvas = document.createElement('canvas');
  private rotation = 0;
  private flipped = false;
  private focalPoint: Types.Point3 = [0, 0, 0];
  private zoom = 1;

  private get placing(): Affine {
    const [cos, sin] = [Math.cos, Math.sin].map((of) => of((this.rotation * Math.PI) / 180) * this.zoom) as [
      number,
      number,
    ];
    const side = this.flipped ? -1 : 1;
    const [x, y] = this.focalPoint;
    const [a, b, c, d] = [cos * side, sin * side, -sin, cos];
    return [a, b, c, d, width / 2 - a * x - c * y, height / 2 - b * x - d * y];
  }
  worldToCanvas = ([x, y]: Types.Point3): Types.Point2 => [...transformed(this.placing, [x, y])] as Types.Point2;
  canvasToWorld = (spot: Types.Point2): Types.Point3 => {
    const [x, y] = transformed(inverted(this.placing) as Affine, spot);
    return [x, y, 0];
  };
  getViewPresentation = () => ({ rotation: this.rotation });
  setViewPresentation = ({ rotation }: { rotation: number }) => void (this.rotation = rotation);
  getCamera = () => ({ focalPoint: this.focalPoint, position: [0, 0, 1], parallelScale: height / (2 * this.zoom) });
  setCamera = (camera: { flipHorizontal?: boolean; focalPoint?: Types.Point3 }) => {
    this.flipped = camera.flipHorizontal ?? this.flipped;
    this.focalPoint = camera.focalPoint ?? this.focalPoint;
  };
  resetCamera = () => void (this.focalPoint = [0, 0, 0]);
  getZoom = () => this.zoom;
  setZoom = (zoom: number) => void (this.zoom = zoom);
  getPan = () => this.focalPoint.slice(0, 2).map((moved) => -moved * this.zoom);
  render = () => undefined;
}

class Camera extends PaneCamera {
  protected readonly read = () => undefined;
  protected drawnImage = () =>
    ({ columns: 100, rows: 100, columnPixelSpacing: 1, rowPixelSpacing: 1 }) as unknown as Types.IImage;
}

function aCamera(): Camera {
  const element = document.createElement('div');
  Object.defineProperties(element, { clientWidth: { value: width }, clientHeight: { value: height } });
  return new Camera(new Viewport() as unknown as Types.IStackViewport, element);
}

/** Where a point of the body is seen, from the middle of the pane. */
const seen = (camera: Camera, point: Types.Point3 = [10, 4, 0]): number[] => {
  const [right, down] = camera.spotOf(point);
  return [right - width / 2, down - height / 2].map((by) => Math.round((by / camera.perUnit) * 1000) / 1000 + 0);
};

test.each([0, 90, 180, 270])('both flips mirror what is seen, in a picture rotated by %i°', (degrees) => {
  for (const way of ['leftRight', 'upDown'] as const) {
    const camera = aCamera();
    for (let turn = 0; turn < degrees; turn += 90) camera.rotate();
    const [right = 0, down = 0] = seen(camera);
    camera.flip(way);
    expect(seen(camera)).toEqual(way === 'leftRight' ? [-right + 0, down] : [right, -down + 0]);
    camera.flip(way);
    expect(seen(camera)).toEqual([right, down]);
  }
});

test('flips both ways are half a turn, and a turn back undoes a turn', () => {
  const camera = aCamera();
  camera.flip('leftRight');
  camera.flip('upDown');
  expect(seen(camera)).toEqual([-10, -4]);
  camera.rotate();
  camera.rotate(true);
  expect(seen(camera)).toEqual([-10, -4]);
});

test('the point between two fingers stays where it is while they zoom', () => {
  const camera = aCamera();
  camera.fit();
  const spot: Types.Point2 = [120, 80];
  const point = camera.pointAt(spot);
  camera.zoomBy(2.5, spot);
  expect(camera.spotOf(point)).toEqual([expect.closeTo(120), expect.closeTo(80)]);
  camera.panBy(15, -7);
  expect(camera.spotOf(point)).toEqual([expect.closeTo(135), expect.closeTo(73)]);
});

test('a view that is taken up again has its size and centre', () => {
  const camera = aCamera();
  camera.fit();
  expect(camera.fills()).toBe(true);
  camera.lookAt({ centre: [30, -20, 0], perUnit: 7 });
  expect(camera.camera()).toEqual({
    centre: [expect.closeTo(30), expect.closeTo(-20), expect.anything()],
    perUnit: expect.closeTo(7),
  });
  expect(camera.fills()).toBe(false);
  camera.flip('leftRight');
  expect(camera.centre.slice(0, 2)).toEqual([expect.closeTo(30), expect.closeTo(-20)]);
});
