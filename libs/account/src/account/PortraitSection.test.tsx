import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeApi, refusalWith, renderWithProviders } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { PortraitSection } from './PortraitSection.tsx';

let api: FakeApi;
afterEach(() => api.restore());

const url = '/api/portraits/2c6b63c5-76b0-4a53-9c34-5f1c4a2b9a10';
const file = (bytes: string | Uint8Array<ArrayBuffer>) => new File([bytes], 'ich.jpg', { type: 'image/jpeg' });
const open = async (answers: Parameters<typeof fakeApi>[0]) => {
  api = fakeApi(answers);
  const { container } = await renderWithProviders(<PortraitSection name="Dr. Elif Sandberg" />);
  await screen.findByText(/PNG oder JPEG/);
  return {
    user: userEvent.setup(),
    input: container.querySelector('input[type=file]') as HTMLInputElement,
    picture: () => container.querySelector('img'),
  };
};

test('a chosen picture is saved and shown instead of the initials', async () => {
  let saved = false;
  const { user, input, picture } = await open({
    getOwnPortrait: () => ({ portrait_url: saved ? url : null }),
    savePortrait: () => {
      saved = true;
      return { portrait_url: url };
    },
  });
  expect(screen.getByText('ES')).toBeVisible();
  expect(picture()).toBeNull();
  await user.upload(input, file('png'));
  await waitFor(() => expect(picture()).toHaveAttribute('src', url));
  expect(api.callsOf('savePortrait').map(({ body }) => body)).toEqual([{ picture: 'cG5n' }]);
});

test('refuses a file that is too large or not a picture, with the reason', async () => {
  const { user, input } = await open({
    getOwnPortrait: { portrait_url: null },
    savePortrait: refusalWith('invalid', 422),
  });
  await user.upload(input, file(new Uint8Array(40 * 1024 * 1024 + 1)));
  expect(await screen.findByText(/Möglich sind bis zu 40 MB/)).toBeVisible();
  expect(api.callsOf('savePortrait')).toEqual([]);
  await user.upload(input, file('nothing'));
  expect(await screen.findByText('Diese Datei ist kein lesbares PNG- oder JPEG-Bild.')).toBeVisible();
});

test('a picture is removed after a confirmation', async () => {
  const { user } = await open({ getOwnPortrait: { portrait_url: url }, removePortrait: { portrait_url: null } });
  await user.click(screen.getByRole('button', { name: 'Bild entfernen' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(api.callsOf('removePortrait')).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Bild entfernen' }));
  await waitFor(() => expect(api.callsOf('removePortrait')).toHaveLength(1));
  expect(await screen.findByText('Ihr Bild ist entfernt')).toBeVisible();
});

test('the last chosen picture is saved, even if an earlier one takes longer', async () => {
  const decoding: ((failure: Error) => void)[] = [];
  globalThis.createImageBitmap = (() => new Promise((_done, fail) => decoding.push(fail))) as never;
  const { user, input } = await open({
    getOwnPortrait: { portrait_url: null },
    savePortrait: { portrait_url: '/portraits/neu' },
  });
  const slow = new Uint8Array(1024 * 1024 + 1);
  slow.set([
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 1, 0, 0, 0, 1, 0,
  ]);
  await user.upload(input, file(slow));
  expect(await screen.findByText('Ihr Bild wird gespeichert …')).toBeVisible();
  await waitFor(() => expect(decoding).toHaveLength(1));
  await user.upload(input, file('png'));
  await waitFor(() => expect(api.callsOf('savePortrait')).toHaveLength(1));
  await act(async () => decoding[0]?.(new Error('cannot decode')));
  expect(screen.queryByText(/kein lesbares/)).toBeNull();
});

test('a picture chosen while another one is saved is saved after it', async () => {
  const answers: (() => void)[] = [];
  const { user, input } = await open({
    getOwnPortrait: { portrait_url: null },
    savePortrait: () => new Promise((resolve) => answers.push(() => resolve({ portrait_url: url }))),
  });
  await user.upload(input, file('png'));
  await waitFor(() => expect(answers).toHaveLength(1));
  await user.upload(input, file('newer'));
  answers[0]?.();
  await waitFor(() => expect(answers).toHaveLength(2));
  expect(api.callsOf('savePortrait').at(1)?.body).toEqual({ picture: btoa('newer') });
  answers[1]?.();
});
