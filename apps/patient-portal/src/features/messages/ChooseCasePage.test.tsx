import { screen, waitFor } from '@testing-library/react';
import { aCase, anId, aPage, fakeApi, renderWithProviders, someSettings } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { ChooseCasePage } from './ChooseCasePage.tsx';

let api: FakeApi;
afterEach(() => api.restore());

const counts = { needs_answer: 0, waiting_for_patient: 0, due_soon: 0, overdue: 0, answered: 0, archived: 0 };
const at = '2026-11-02T08:00:00Z';
const thyroid = aCase({ case_name: 'Schilddrüse', last_request_at: at });
const knee = aCase({ id: anId(), case_name: 'Knie', last_request_at: at });
const draft = aCase({ id: anId(), case_name: 'Rücken', last_request_at: null, shared: false });
const open = (cases: ReturnType<typeof aCase>[], locale?: 'en') => {
  api = fakeApi({ listCases: { ...aPage(cases), counts }, getSettings: someSettings() });
  return renderWithProviders(<ChooseCasePage />, {
    route: '/patient/messages/new',
    path: '/patient/messages/new',
    ...(locale && { locale }),
  });
};

test('lists the sent cases by doctor, name and patient', async () => {
  await open([thyroid, knee, draft]);
  const [first, second, ...others] = await screen.findAllByRole('link', { name: /Fall/ });
  expect(first).toHaveTextContent('An Dr. Elif Sandberg');
  expect(first).toHaveTextContent('Fall: Schilddrüse (Miriam Adler)');
  expect(first).toHaveAttribute('href', `/patient/process/${thyroid.id}/messages/new`);
  expect(second).toHaveTextContent('Knie');
  expect(others).toEqual([]);
});

test('skips the choice if there is only one case', async () => {
  const { currentPath } = await open([knee, draft]);
  await waitFor(() => expect(currentPath()).toBe(`/patient/process/${knee.id}/messages/new`));
});

test('leaves out a case with a withdrawn consent, where nobody would read it', async () => {
  const { currentPath } = await open([
    thyroid,
    aCase({ id: anId(), case_name: 'Hüfte', last_request_at: at, shared: false }),
    draft,
  ]);
  await waitFor(() => expect(currentPath()).toBe(`/patient/process/${thyroid.id}/messages/new`));
});

test('before the first request, the page says what to do first', async () => {
  await open([draft], 'en');
  expect(await screen.findByText('You can write messages as soon as the case is sent.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'My cases' })).toHaveAttribute('href', '/patient/process');
});
