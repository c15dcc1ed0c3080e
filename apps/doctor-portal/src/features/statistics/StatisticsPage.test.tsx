import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answerOptions } from '@konsil/contracts/answer-options';
import type { Statistics, WeekStatistics } from '@konsil/contracts/statistics';
import { aLogin, fakeApi, refusalWith, renderWithProviders } from '@konsil/testing';
import type { FakeAnswers, FakeApi } from '@konsil/testing';
import StatisticsPage from './StatisticsPage';

let api: FakeApi;
afterEach(() => api.restore());

const aWeek = (from: string, changes: Partial<WeekStatistics> = {}): WeekStatistics => ({
  from,
  received: 0,
  answered: 0,
  measured: 0,
  half_days: null,
  most_days: null,
  ...changes,
  options: { ...Object.fromEntries(answerOptions.map((option) => [option, 0])), ...changes.options } as never,
});
const statistics: Statistics = {
  open: 4,
  overdue: 1,
  put_off: 2,
  waiting_for_patient: 3,
  weeks: [
    aWeek('2026-11-16'),
    aWeek('2026-11-23', {
      received: 7,
      answered: 5,
      measured: 4,
      half_days: 0,
      most_days: 6,
      options: { final_answer: 5 } as never,
    }),
  ],
};
const open = (answers: FakeAnswers) => {
  api = fakeApi(answers);
  return renderWithProviders(<StatisticsPage />, { login: aLogin({ role: 'doctor' }) });
};

test('shows the numbers of each week, the newest first; no answer is not zero days', async () => {
  await open({ getStatistics: statistics });
  const [table] = await screen.findAllByRole('table');
  const rows = within(table!).getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent?.replace(/\s/g, ' '))).toEqual([
    '23.11.202675406',
    '16.11.2026000–keine–keine',
  ]);
  expect(screen.getByText('Davon überfällig').nextSibling).toHaveTextContent('1');
  expect(screen.getAllByRole('img')[0]).toHaveAccessibleName(/Eingegangen und Beantwortet/);
});

test('saves the weeks as a file for spreadsheets', async () => {
  let file = new Blob();
  let name = '';
  URL.createObjectURL = (saved) => {
    file = saved as Blob;
    return 'blob:statistics';
  };
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    name = this.download;
  });
  await open({ getStatistics: statistics });
  await userEvent.click(await screen.findByRole('button', { name: 'Als CSV speichern' }));
  expect(name).toMatch(/^konsil-statistik-\d{4}-\d\d-\d\d\.csv$/);
  const text = await file.text();
  expect(text.split('\r\n').slice(1, 3)).toEqual([
    `2026-11-16;0;0;0;;${';0'.repeat(answerOptions.length)}`,
    `2026-11-23;7;5;4;0;6;5${';0'.repeat(answerOptions.length - 1)}`,
  ]);
});

test('a failure can be tried again', async () => {
  await open({ getStatistics: refusalWith('unavailable', 503) });
  expect(await screen.findByText(/Die Statistik konnte nicht geladen werden/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Noch einmal versuchen' }));
  await waitFor(() => expect(api.callsOf('getStatistics').length).toBeGreaterThan(1));
});
