import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { doctorsInPage } from '@konsil/contracts/doctors-in-page';
import { aDoctor, anId, fakeApi, refusalWith, renderWithProviders } from '@konsil/testing';
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

test('finds a doctor whom only a later page of the directory has', async () => {
  const many = Array.from({ length: doctorsInPage }, () => aDoctor({ id: anId(), name: 'Dr. Anna Aal' }));
  const last = aDoctor({ id: anId(), name: 'Dr. Zoe Zander' });
  api = fakeApi({ listDoctors: ({ query }) => (query.after === many.at(-1)?.id ? [last] : many) });
  await renderWithProviders(<DoctorField name="doctor" value="" onChange={() => {}} />);
  await userEvent.type(await screen.findByRole('combobox'), 'Zander');
  expect(await screen.findByRole('option', { name: /Zoe Zander/ })).toBeVisible();
  expect(api.callsOf('listDoctors')).toHaveLength(2);
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

test('the field with the chosen doctor is read-only until the directory has loaded', async () => {
  const sandberg = aDoctor({ name: 'Dr. Elif Sandberg' });
  let arrive = (_doctors: (typeof sandberg)[]) => {};
  api = fakeApi({ listDoctors: () => new Promise((resolve) => (arrive = resolve)) });
  await renderWithProviders(<DoctorField name="doctor" value={sandberg.id} onChange={() => {}} />);
  const field = await screen.findByRole('combobox');
  await userEvent.type(field, 'Vogel');
  expect(field).toHaveValue('');
  arrive([sandberg]);
  await waitFor(() => expect(field).toHaveValue('Dr. Elif Sandberg'));
  await userEvent.clear(field);
  await userEvent.type(field, 'Sand');
  expect(await screen.findByRole('option', { name: /Sandberg/ })).toBeVisible();
});
