import type { ActingSystem } from '@konsil/contracts/systems';
import { anId, fakeApi, renderWithProviders } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SystemsSection } from './SystemsSection';

let api: FakeApi;
afterEach(() => api?.restore());

const aSystem = (changes: Partial<ActingSystem> = {}): ActingSystem => ({
  id: anId(),
  name: 'Praxissystem Köln',
  clinic: null,
  scopes: ['system/*.rs'],
  since: '2026-11-20T08:00:00.000Z',
  last_used_at: null,
  ...changes,
});

test('says in words what each system may do, since when, and whether it was used', async () => {
  api = fakeApi({
    listSystems: [
      aSystem({ last_used_at: '2026-11-26T09:30:00.000Z' }),
      aSystem({ name: 'Archiv', scopes: ['system/ImagingStudy.c', 'system/Task.rs'] }),
      aSystem({ name: 'Überweiser', clinic: 'Klinikum Nord', scopes: ['system/ServiceRequest.crs'] }),
    ],
  });
  await renderWithProviders(<SystemsSection />);
  const [first, archive, referring] = await screen.findAllByRole('listitem');
  expect(first).toHaveTextContent(/Darf: alles lesen, was Sie lesen dürfen · Seit 20.11.2026 · Zuletzt benutzt: /);
  expect(first).not.toHaveTextContent('hinzufügen');
  expect(archive).toHaveTextContent(
    'Darf: lesen: Task; Bilder zu Fällen hinzufügen · Seit 20.11.2026 · Noch nicht benutzt',
  );
  expect(referring).toHaveTextContent(
    /Fälle für Patientinnen und Patienten vorbereiten · Seit 20.11.2026 · Für Klinikum Nord, solange Sie dazugehören · Noch/,
  );
  expect(archive).not.toHaveTextContent('solange Sie');
});

test('ends a system only after a confirmation', async () => {
  const system = aSystem();
  api = fakeApi({ listSystems: [system], endSystem: { ok: true } });
  await renderWithProviders(<SystemsSection />);
  await userEvent.click(await screen.findByRole('button', { name: 'Praxissystem Köln beenden' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog).toHaveTextContent('„Praxissystem Köln“ beenden?');
  expect(api.callsOf('endSystem')).toEqual([]);
  api.change({ listSystems: [] });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Beenden' }));
  expect(await screen.findByText('Kein anderes System handelt in Ihrem Namen.')).toBeVisible();
  expect(api.callsOf('endSystem').map(({ params }) => params)).toEqual([{ id: system.id }]);
});
