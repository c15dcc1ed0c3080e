import { screen } from '@testing-library/react';
import type { OperatorPermission } from '@konsil/contracts/console-codes';
import type { Person } from '@konsil/contracts/console-people';
import { anId, fakeApi, renderWithProviders, type FakeApi } from '@konsil/testing';
import { PersonCard } from './PersonCard';

let api: FakeApi;
afterEach(() => api.restore());

const open = async (kind: Person['kind'], permissions: OperatorPermission[]) => {
  api = fakeApi({ consoleMe: { name: 'Jonas Petri', email: 'jonas@konsil.example', permissions } });
  const person: Person = {
    id: anId(),
    email: 'jan.brandt@konsil.example',
    kind,
    name: 'Dr. Jan Brandt',
    created_at: '2026-01-02T10:00:00.000Z',
    state: 'active',
    locked_at: null,
    second_factor_at: null,
    held_at: null,
    sessions: 0,
    reset: null,
  };
  await renderWithProviders(<PersonCard person={person} onChange={() => undefined} />);
  await screen.findByRole('button', { name: /^Sperren/ });
  return person;
};
const link = () => screen.queryByRole('link', { name: /^Abwesenheit und offene Fälle: jan\.brandt/ });

test('a doctor’s card leads to their absences, with the permission for doctors', async () => {
  const person = await open('doctor', ['people', 'doctors']);
  expect(await screen.findByRole('link', { name: /^Abwesenheit/ })).toHaveAttribute(
    'href',
    `/operator/people/${person.id}`,
  );
});

test.each([
  ['doctor', ['people', 'holds']],
  ['patient', ['people', 'doctors', 'holds']],
] as [Person['kind'], OperatorPermission[]][])('a %s with %j has no such link', async (kind, permissions) => {
  await open(kind, permissions);
  // The permissions have loaded.
  await screen.findByRole('button', { name: /^Aufbewahrung anordnen/ });
  expect(link()).toBeNull();
});
