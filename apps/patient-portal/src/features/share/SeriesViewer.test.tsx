import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWithProviders } from '@konsil/testing';
import type { SharedFile, SharedSeries } from './sealed-content.ts';
import { SharedItems } from './SharedItems.tsx';

const seriesWith = (title: string, places: number[], total: number): SharedSeries => ({
  title,
  total,
  pictures: places.map((at) => ({ at, contentType: 'image/jpeg', bytes: Uint8Array.from([at]) })),
});
const scan: SharedFile = {
  kind: 'file',
  id: 'a',
  title: 'CT',
  author: '',
  day: null,
  fileName: 'ct.zip',
  contentType: 'application/zip',
  bytes: new Uint8Array(3),
};
/** The first byte of the picture that is shown. */
let shown: Blob | undefined;
beforeEach(() => {
  document.documentElement.scrollTop = 0;
  URL.createObjectURL = (blob) => {
    shown = blob as Blob;
    return 'blob:picture';
  };
  URL.revokeObjectURL = () => {};
});
const shownPlace = async () => new Uint8Array(await (shown as Blob).arrayBuffer())[0];

const open = async (series: SharedSeries[], locale: 'de' | 'en' = 'de') => {
  const items = [scan, { kind: 'pictures' as const, of: 'a', series }];
  await renderWithProviders(<SharedItems opened={{ items, damaged: 0 }} />, { locale });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /^(CT ansehen|View CT)$/ }));
  return user;
};
const place = () => screen.getByRole('status').textContent;

test('a series is browsed by slider and buttons, from its middle to both ends', async () => {
  const user = await open([seriesWith('axial', [1, 4, 7, 10, 13], 14)]);
  expect(place()).toBe('Bild 3 von 5');
  expect(screen.getByRole('img', { name: 'CT, Bild 3 von 5' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Nächstes Bild' }));
  expect(place()).toBe('Bild 4 von 5');
  expect(await shownPlace()).toBe(10);
  const slider = screen.getByRole('slider', { name: /^Bild wählen/ });
  expect(slider).toHaveAttribute('aria-valuetext', 'Bild 4 von 5');
  fireEvent.change(slider, { target: { value: '1' } });
  expect(place()).toBe('Bild 1 von 5');
  expect(screen.getByRole('button', { name: 'Voriges Bild' })).toHaveAttribute('aria-disabled', 'true');
  expect(await shownPlace()).toBe(1);
});

test('a single image has no slider', async () => {
  await open([seriesWith('Röntgen', [1], 1)]);
  expect(screen.getByRole('img', { name: 'CT, Bild 1 von 1' })).toBeVisible();
  expect(screen.queryByRole('slider')).toBeNull();
  expect(screen.getByText(/^Das einzige Bild dieser Serie\./)).toBeVisible();
});

test('swiping horizontally changes the image, vertically does not', async () => {
  await open([seriesWith('axial', [1, 2, 3], 3)]);
  const picture = screen.getByRole('img', { name: /^CT, Bild/ });
  const swipe = (across: number, along: number, fingers = 1) => {
    const touches = Array.from({ length: fingers }, () => ({ clientX: 200, clientY: 200 }));
    fireEvent.touchStart(picture, { touches });
    fireEvent.touchEnd(picture, { changedTouches: [{ clientX: 200 + across, clientY: 200 + along }] });
  };
  swipe(-80, 10);
  expect(place()).toBe('Bild 3 von 3');
  swipe(-80, 0);
  expect(place()).toBe('Bild 3 von 3');
  swipe(80, 0);
  expect(place()).toBe('Bild 2 von 3');
  swipe(60, 90);
  swipe(20, 0);
  swipe(90, 0, 2);
  expect(place()).toBe('Bild 2 von 3');
});

test('each of several series opens at its middle image', async () => {
  const user = await open([seriesWith('Serie 1: axial', [1, 2, 3], 3), seriesWith('Serie 2: T2', [1, 3, 5, 7, 9], 10)]);
  await user.selectOptions(screen.getByLabelText('Serie'), 'Serie 2: T2');
  expect(place()).toBe('Bild 3 von 5');
  expect(
    screen.getByText(/^Jedes 2\. Bild dieser Serie mit 10 Bildern\. Nur zum Ansehen, nicht zum Befunden/),
  ).toBeVisible();
});

test.each([
  [[1, 2, 3], 3, 'All 3 images of this series.'],
  [[1, 4, 7], 9, 'One in every 3 of the 9 images of this series.'],
  [[1, 4, 9], 9, '3 of the 9 images of this series.'],
  [[2, 4, 6], 6, '3 of the 6 images of this series.'],
])('says truthfully which images of the series there are: %j of %s', async (places, total, words) => {
  await open([seriesWith('axial', places, total)], 'en');
  expect(screen.getByText(`${words} For looking at only, not for a diagnosis.`, { exact: false })).toBeVisible();
});
