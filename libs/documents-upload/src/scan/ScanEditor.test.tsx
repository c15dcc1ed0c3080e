import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWithProviders } from '@konsil/testing';
import { photo } from '../testing/a-queue.ts';
import { quadOf } from '../testing/made-photos.ts';
import { turnedQuad } from './quad.ts';
import { ScanEditor } from './ScanEditor.tsx';
import type { ScanEditorProps } from './ScanEditor.tsx';
import type { Scan } from './scan.ts';

const edges = quadOf([0.2, 0.1], [0.8, 0.15], [0.9, 0.85], [0.1, 0.8]);
const taken = photo('a.jpg');

beforeEach(() => {
  URL.createObjectURL = () => 'blob:photo';
  URL.revokeObjectURL = () => undefined;
});
/** For each rendering, true if the page was on the screen. */
let sightings: boolean[] = [];
const open = async (props: Partial<ScanEditorProps> = {}) => {
  let draft: Scan | undefined;
  sightings = [];
  await renderWithProviders(
    <ScanEditor
      photo={taken}
      name="a.jpg"
      edges={edges}
      scan={undefined}
      busy={false}
      onTurn={() => Promise.resolve(true)}
      {...props}
    >
      {(chosen, seen) => {
        draft = chosen;
        sightings.push(seen);
        return null;
      }}
    </ScanEditor>,
  );
  return () => draft;
};
const corner = (name: string) => screen.getByRole('slider', { name });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('suggests the detected edges with the paper look, and says so', async () => {
  const draft = await open();
  expect(screen.getByText(/Wir haben die Ränder des Blatts gefunden/)).toHaveAttribute('role', 'status');
  expect(draft()).toEqual({ corners: edges, look: 'document' });
  expect(screen.getAllByRole('slider').map((one) => one.getAttribute('aria-label'))).toEqual([
    'Ecke oben links',
    'Ecke oben rechts',
    'Ecke unten rechts',
    'Ecke unten links',
  ]);
  expect(screen.getAllByRole('slider').map((one) => one.getAttribute('aria-valuenow'))).toEqual([
    '20',
    '80',
    '90',
    '10',
  ]);
});

test('a page counts as seen once its preview was shown; the whole photo at once', async () => {
  await open();
  expect(sightings).toContain(false);
  // jsdom cannot draw, which is said instead.
  await screen.findByText(/Das Foto lässt sich hier nicht bearbeiten/);
  expect(sightings.at(-1)).toBe(true);
  await press('Ganzes Foto verwenden');
  expect(sightings.at(-1)).toBe(true);
});

test('two photos with the same name have separate looks', async () => {
  const two = {
    photo: taken,
    name: 'image.jpg',
    edges,
    scan: undefined,
    busy: false,
    onTurn: () => Promise.resolve(true),
  };
  await renderWithProviders(
    <>
      <ScanEditor {...two}>{() => null}</ScanEditor>
      <ScanEditor {...two}>{() => null}</ScanEditor>
    </>,
  );
  const names = screen.getAllByRole('radio').map((radio) => radio.getAttribute('name'));
  expect(new Set(names).size).toBe(2);
});

test('arrow keys move a corner, and its position is announced', async () => {
  const draft = await open();
  corner('Ecke oben links').focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}{Shift>}{ArrowDown}{/Shift}');
  const [topLeft, ...others] = draft()?.corners ?? [];
  expect(topLeft?.x).toBeCloseTo(0.21);
  expect(topLeft?.y).toBeCloseTo(0.155);
  expect(others).toEqual(edges.slice(1));
  expect(corner('Ecke oben links')).toHaveAttribute('aria-valuetext', '21 % von links, 16 % von oben');
  expect(corner('Ecke oben links')).toHaveAccessibleDescription(/Pfeiltasten/);
  expect(corner('Ecke oben links')).toHaveFocus();
});

test('a corner stays in the photo and does not pass its neighbours', async () => {
  const draft = await open();
  corner('Ecke oben links').focus();
  await userEvent.keyboard(`{Shift>}${'{ArrowLeft}'.repeat(9)}{/Shift}`);
  expect(draft()?.corners?.[0].x).toBe(0);
  await userEvent.keyboard(`{Shift>}${'{ArrowRight}'.repeat(30)}{/Shift}`);
  expect(draft()?.corners?.[0].x).toBeLessThan(0.8);
});

test('one click selects the whole photo, another restores the edges', async () => {
  const draft = await open();
  await press('Ganzes Foto verwenden');
  expect(draft()).toEqual({ corners: null, look: 'original' });
  expect(screen.queryByRole('slider')).toBeNull();
  expect(screen.getByText('Das ganze Foto wird verwendet.')).toBeVisible();
  await press('Auf das Blatt zuschneiden');
  expect(draft()).toEqual({ corners: edges, look: 'document' });
});

test('without edges the whole photo stays, and the corners can be set by hand without cutting anything', async () => {
  const draft = await open({ edges: null });
  expect(screen.getByText(/kein Blatt sicher erkannt/)).toBeVisible();
  expect(draft()).toEqual({ corners: null, look: 'original' });
  await press('Ecken selbst setzen');
  expect(draft()).toEqual({ corners: quadOf([0, 0], [1, 0], [1, 1], [0, 1]), look: 'original' });
});

test('nothing is cropped during edge detection', async () => {
  const draft = await open({ edges: undefined });
  expect(screen.getByText('Die Ränder des Blatts werden gesucht …')).toBeVisible();
  expect(draft()).toEqual({ corners: null, look: 'original' });
});

test('choosing a look keeps the corners; an unavailable look is reported', async () => {
  const draft = await open();
  await userEvent.click(screen.getByRole('radio', { name: 'Schwarz-weiß' }));
  expect(draft()).toEqual({ corners: edges, look: 'blackWhite' });
  // jsdom cannot draw.
  expect(await screen.findByText(/Das Foto lässt sich hier nicht bearbeiten/)).toBeVisible();
});

test('moved corners rotate with the photo', async () => {
  const draft = await open();
  corner('Ecke oben links').focus();
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
  await press('a.jpg nach rechts drehen');
  const corners = draft()?.corners;
  expect(corners?.[1].x).toBeCloseTo(0.9);
  expect(corners?.[1].y).toBeCloseTo(0.15);
});

test('a look chosen during rotation is kept, with the moved corners', async () => {
  let turned = () => {};
  const draft = await open({
    onTurn: () => new Promise((resolve) => (turned = () => resolve(true))),
  });
  corner('Ecke oben links').focus();
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
  const moved = draft()?.corners;
  await press('a.jpg nach rechts drehen');
  await userEvent.click(screen.getByRole('radio', { name: 'Schwarz-weiß' }));
  await act(async () => turned());
  expect(draft()).toEqual({ corners: moved && turnedQuad(moved), look: 'blackWhite' });
});
