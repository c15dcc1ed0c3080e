import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aDoctor, fakeApi, refusalWith, renderWithProviders } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { DoctorField } from './DoctorField.tsx';

let api: FakeApi;
afterEach(() => api.restore());

test('Enter keeps a search without matches and does not submit the form', async () => {
  api = fakeApi({ listDoctors: [aDoctor({ name: 'Dr. Elif Sandberg' })] });
  const sent = jest.fn((event: { preventDefault: () => void }) => event.preventDefault());
  await renderWithProviders(
    <form onSubmit={sent}>
      <DoctorField name="doctor" value="" onChange={() => {}} />
      <button type="submit">Weiter</button>
    </form>,
  );
  await userEvent.type(await screen.findByRole('combobox'), 'Radiology');
  await screen.findAllByText(/Niemand gefunden/);
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('combobox')).toHaveValue('Radiology');
  expect(sent).not.toHaveBeenCalled();
});

test('a directory that fails to load is not an empty one, and can be retried', async () => {
  api = fakeApi({ listDoctors: refusalWith('unavailable', 503) });
  await renderWithProviders(<DoctorField name="doctor" value="" onChange={() => {}} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Noch einmal versuchen' }));
  await userEvent.type(screen.getByRole('combobox'), 'Sand');
  expect((await screen.findAllByText('Das Verzeichnis konnte nicht geladen werden.')).length).toBeGreaterThan(0);
  expect(screen.queryByText(/Niemand gefunden/)).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  api.change({ listDoctors: [aDoctor({ name: 'Dr. Elif Sandberg' })] });
  await userEvent.click(screen.getByRole('button', { name: 'Noch einmal versuchen' }));
  await userEvent.type(screen.getByRole('combobox'), 'Sand');
  expect(await screen.findByRole('option', { name: /Sandberg/ })).toBeVisible();
});

test.each(['endocrine surgery', 'endokrine chir'])(
  'an English reader finds a doctor by "%s" and sees the specialty in English',
  async (typed) => {
    api = fakeApi({
      listDoctors: [
        aDoctor({ name: 'Dr. Elif Sandberg', specialty: 'Endokrine Chirurgie', city: 'Köln' }),
        aDoctor({ name: 'Prof. Vogel', specialty: 'Kardiologie' }),
      ],
    });
    await renderWithProviders(<DoctorField name="doctor" value="" onChange={() => {}} />, { locale: 'en' });
    await userEvent.type(await screen.findByRole('combobox'), typed);
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual([
      expect.stringMatching(/^Dr\. Elif SandbergEndocrine surgery, Köln/),
    ]);
  },
);
