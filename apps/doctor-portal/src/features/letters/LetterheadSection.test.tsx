import { fakeApi, refusalWith, renderWithProviders } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LetterheadSection } from './LetterheadSection';

let api: FakeApi;
afterEach(() => api.restore());

const logo = { picture: 'AAAA', width: 4, height: 4, alt: 'Logo der Praxis am Dom' };
const file = (bytes: string | Uint8Array<ArrayBuffer>) => new File([bytes], 'logo.png', { type: 'image/png' });

test('a logo is chosen, described and saved', async () => {
  api = fakeApi({ getLetterhead: { logo: null }, saveLogo: { logo } });
  const { container } = await renderWithProviders(<LetterheadSection />);
  await screen.findByText('Ihre Briefe haben kein Logo.');
  await userEvent.upload(container.querySelector('input[type=file]') as HTMLInputElement, file('png'));
  await userEvent.click(await screen.findByRole('button', { name: 'Logo speichern' }));
  const alt = screen.getByLabelText('Was auf dem Logo zu sehen ist');
  expect(alt).toBeInvalid();
  expect(api.callsOf('saveLogo')).toEqual([]);
  await userEvent.type(alt, logo.alt);
  await userEvent.click(screen.getByRole('button', { name: 'Logo speichern' }));
  await waitFor(() => expect(api.callsOf('saveLogo').at(0)?.body).toEqual({ picture: 'cG5n', alt: logo.alt }));
});

test('refuses a file that is too large or not a picture, with the reason', async () => {
  api = fakeApi({ getLetterhead: { logo: null }, saveLogo: refusalWith('invalid', 422) });
  const { container } = await renderWithProviders(<LetterheadSection />);
  await screen.findByText('Ihre Briefe haben kein Logo.');
  const input = container.querySelector('input[type=file]') as HTMLInputElement;
  await userEvent.upload(input, file(new Uint8Array(40 * 1024 * 1024 + 1)));
  expect(await screen.findByText('Das Bild ist zu groß. Möglich sind bis zu 40 MB und 100 Megapixel.')).toBeVisible();
  await userEvent.upload(input, file('nothing'));
  await userEvent.type(await screen.findByLabelText('Was auf dem Logo zu sehen ist'), 'Logo');
  await userEvent.click(screen.getByRole('button', { name: 'Logo speichern' }));
  expect(await screen.findByText(/kein lesbares PNG/)).toBeVisible();
});

test('input made while a logo is being saved stays unsaved input', async () => {
  let saved: typeof logo | null = null;
  let answer = () => {};
  api = fakeApi({
    getLetterhead: () => ({ logo: saved }),
    saveLogo: () =>
      new Promise((resolve) => {
        answer = () => resolve({ logo: (saved = logo) });
      }),
  });
  const { container } = await renderWithProviders(<LetterheadSection />);
  await screen.findByText('Ihre Briefe haben kein Logo.');
  const input = container.querySelector('input[type=file]') as HTMLInputElement;
  const picture = () => container.querySelector('img')?.getAttribute('src');
  await userEvent.upload(input, file('png'));
  await userEvent.type(await screen.findByLabelText('Was auf dem Logo zu sehen ist'), logo.alt);
  await userEvent.click(screen.getByRole('button', { name: 'Logo speichern' }));
  await waitFor(() => expect(api.callsOf('saveLogo')).toHaveLength(1));
  await userEvent.upload(input, file('newer'));
  await waitFor(() => expect(picture()).toBe(`data:;base64,${btoa('newer')}`));
  await userEvent.type(screen.getByLabelText('Was auf dem Logo zu sehen ist'), ', neu');
  answer();
  await screen.findByText('Logo gespeichert', { exact: false });
  await waitFor(() => expect(api.callsOf('getLetterhead')).toHaveLength(2));
  expect(picture()).toBe(`data:;base64,${btoa('newer')}`);
  await userEvent.click(screen.getByRole('button', { name: 'Logo speichern' }));
  await waitFor(() =>
    expect(api.callsOf('saveLogo').at(1)?.body).toEqual({ picture: btoa('newer'), alt: `${logo.alt}, neu` }),
  );
});

test('a logo is removed, and put back by undo', async () => {
  api = fakeApi({ getLetterhead: { logo }, removeLogo: { logo: null }, saveLogo: { logo } });
  await renderWithProviders(<LetterheadSection />);
  expect(await screen.findByRole('img', { name: logo.alt })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Logo entfernen' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Rückgängig' }));
  await waitFor(() => expect(api.callsOf('saveLogo')).toHaveLength(1));
});
