import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aLogin, aProcessOverview, renderWithProviders } from '@konsil/testing';
import { AnamnesisPane } from './AnamnesisPane';

test("marks the patient's changes, with the earlier text collapsed", async () => {
  const theCase = aProcessOverview({
    diagnosis: 'Knoten links',
    changed_forms: [
      { topic: 'diagnosis', before: 'Knoten rechts', changed_at: '2099-11-20T09:00:00.000Z' },
      { topic: 'medication', before: '', changed_at: '2099-11-21T09:00:00.000Z' },
    ],
  });
  await renderWithProviders(<AnamnesisPane theCase={theCase} />, { login: aLogin({ role: 'doctor' }) });
  const diagnosis = (await screen.findByText('Knoten links')).closest('div') as HTMLElement;
  expect(diagnosis).toHaveTextContent(/geändert/);
  expect(screen.getByText('Knoten rechts')).not.toBeVisible();
  await userEvent.click(screen.getByText(/^Geändert am Freitag, 20\.\sNovember\s2099\. Vorher:$/));
  expect(screen.getByText('Knoten rechts')).toBeVisible();
  expect(screen.getByText(/^Geändert am Samstag/).closest('details')).toHaveTextContent('keine Angabe');
  expect(screen.getAllByText('geändert')).toHaveLength(2);
});
