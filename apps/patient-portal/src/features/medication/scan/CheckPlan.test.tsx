import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { emptyMedicationList, medicineName } from '@konsil/contracts/medication';
import type { MedicationList } from '@konsil/contracts/medication-schemas';
import { renderWithProviders } from '@konsil/testing';
import { readPlan } from '../plan/read-plan.ts';
import { CheckPlan } from './CheckPlan.tsx';

const miriam = { first_name: 'Miriam', last_name: 'Adler', date_of_birth: '1974-05-12' };
const page = (
  content: string,
  { t = '2026-11-03T09:12:00', person = 'g="Miriam" f="Adler" b="19740512"', o = '' } = {},
) =>
  readPlan(
    `<MP v="026" U="F5FDC0E5E10E44EFBAC1D4A2B540A957" l="de-DE"><P ${person}/><A n="Dr. Beispiel" t="${t}"/>${o}<S>${content}</S></MP>`,
  );
const ramipril = '<M a="Muster 5" m="1" du="1"><W w="Ramipril" s="5 mg"/></M>';
const open = async (
  plan: ReturnType<typeof page>,
  { list = null, allergies = '' }: { list?: MedicationList | null; allergies?: string } = {},
) => {
  const onTake = jest.fn<void, [MedicationList | null, string]>();
  await renderWithProviders(
    <CheckPlan plan={[plan]} missing={[]} person={miriam} list={list} allergies={allergies} onTake={onTake} />,
  );
  return { onTake, user: userEvent.setup(), taken: () => onTake.mock.calls[0]?.[0]?.medicines.map(medicineName) };
};
const take = () => screen.findByRole('button', { name: /übernehmen$/ });

test('a scanned plan is saved with its source once it is confirmed', async () => {
  const { onTake, user, taken } = await open(page(ramipril));
  expect(await screen.findByText(/Aus dem Medikationsplan vom 03\.11\.2026, Dr\. Beispiel/)).toBeVisible();
  expect(onTake).not.toHaveBeenCalled();
  await user.click(await take());
  expect(taken()).toEqual(['Ramipril 5 mg (Muster 5)']);
  expect(onTake.mock.calls[0]?.[0]).toMatchObject({
    sources: [{ printed_on: '2026-11-03', author: 'Dr. Beispiel' }],
    edited: false,
  });
});

test('lines can be removed and edited before saving', async () => {
  const { onTake, user, taken } = await open(page(`${ramipril}<M p="2223945" t="abends"/>`));
  await user.click(await screen.findByRole('button', { name: 'Ramipril 5 mg (Muster 5) weglassen' }));
  await user.click(screen.getByRole('button', { name: 'PZN 02223945 ändern' }));
  await user.type(await screen.findByLabelText('Name des Medikaments'), 'Tropfen');
  await user.click(screen.getByRole('button', { name: 'Übernehmen' }));
  await user.click(await take());
  expect(taken()).toEqual(['Tropfen']);
  expect(onTake.mock.calls[0]?.[0]).toMatchObject({ edited: true, medicines: [{ pzn: '02223945' }] });
});

test('a plan of another person shows both names, and is saved only if confirmed', async () => {
  const { onTake, user } = await open(page(ramipril, { person: 'g="Jakob" f="Weiss" b="20190301"' }));
  expect(
    await screen.findByText(/für Jakob Weiss, geboren 01\.03\.2019.*für Miriam Adler, geboren 12\.05\.1974/),
  ).toBeVisible();
  await user.click(await take());
  expect(screen.getByText(/Bitte bestätigen Sie das/)).toBeVisible();
  expect(onTake).not.toHaveBeenCalled();
  await user.click(screen.getByRole('checkbox', { name: /gehört trotzdem zu Miriam Adler/ }));
  await user.click(await take());
  expect(onTake).toHaveBeenCalledTimes(1);
});

test('says that a plan is old or has no date', async () => {
  await open(page(ramipril, { t: '2020-01-31T09:12:00' }));
  expect(await screen.findByText(/wurde am 31\.01\.2020 gedruckt/)).toBeVisible();
  await open(page(ramipril, { t: '' }));
  expect(await screen.findByText(/steht kein Datum/)).toBeVisible();
});

test('asks the user to look up unnamed numbers and unknown codes on the paper plan', async () => {
  await open(page('<M p="2223945" f="QQQ"/>'));
  expect(await screen.findByText(/Wir raten keinen Namen/)).toBeVisible();
  expect(screen.getByText(/Die Form „QQQ“ kennen wir nicht/)).toBeVisible();
});

test('allergies of the plan are appended to existing ones on request', async () => {
  const o = '<O ai="Penicillin" w="74" p="1"/>';
  const { onTake, user } = await open(page(ramipril, { o }), { allergies: 'Pflaster' });
  expect(await screen.findByText(/außerdem: Gewicht 74 kg und schwanger/)).toBeVisible();
  await user.click(await take());
  expect(onTake.mock.calls[0]?.[1]).toBe('Pflaster\nPenicillin');
  await user.click(screen.getByRole('checkbox', { name: /Allergien vom Plan/ }));
  await user.click(await take());
  expect(onTake.mock.calls[1]?.[1]).toBe('');
});

test('does not offer allergies that are already recorded', async () => {
  await open(page(ramipril, { o: '<O ai="Penicillin"/>' }), { allergies: 'PENICILLIN (Ausschlag)' });
  await take();
  expect(screen.queryByRole('checkbox', { name: /Allergien vom Plan/ })).toBeNull();
});

test('an existing list is replaced or extended, and duplicates are shown', async () => {
  const there = {
    ...emptyMedicationList,
    medicines: page('<M a="Ramipril Alt"><W w="Ramipril" s="10 mg"/></M>').medicines,
  };
  const { user, taken } = await open(page(ramipril), { list: there });
  expect(await screen.findByRole('radio', { name: /ersetzen/ })).toBeChecked();
  await user.click(screen.getByRole('radio', { name: /dazunehmen/ }));
  const together = (await screen.findByRole('heading', { name: 'So sieht die Liste dann aus' })).parentElement;
  expect(within(together as HTMLElement).getByText(/Ramipril steht mehrfach auf der Liste/)).toBeVisible();
  await user.click(await take());
  expect(taken()).toEqual(['Ramipril 10 mg (Ramipril Alt)', 'Ramipril 5 mg (Muster 5)']);
});
