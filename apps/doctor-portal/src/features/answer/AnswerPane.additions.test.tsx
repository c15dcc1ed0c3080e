import { act, fireEvent, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aMarkedMeasurement, anId, refusalWith } from '@konsil/testing';
import type { FakeAnswers, FakeApi } from '@konsil/testing';
import { freezeQueue } from '../queue/frozen-queue';
import { usePinDesk } from './pin-desk';
import { choose, openAnswerPane, send } from './answer-pane.testing';

let api: FakeApi;
// The text that was written last is kept for the tab.
beforeEach(() => sessionStorage.clear());
afterEach(() => {
  api.restore();
  freezeQueue(undefined);
});
const open = async (answers: FakeAnswers = {}) => {
  const opened = await openAnswerPane(answers);
  api = opened.api;
  return opened;
};
const summary = 'Zusammenfassung';

test('sends marked measurements as they were seen, without the deselected ones', async () => {
  const [first, second] = [aMarkedMeasurement({ name: 'Tumor links' }), aMarkedMeasurement({ name: 'Lymphknoten' })];
  await open({ getMarkedMeasurements: { revision: 'r1', items: [first, second], left_out: 1 } });
  expect(await screen.findByRole('checkbox', { name: 'Tumor links: 34,2 mm' })).toBeChecked();
  expect(screen.getByText(/^1 gewählte Messung kann nicht mitgehen/)).toBeVisible();
  await userEvent.click(screen.getByRole('checkbox', { name: /^Lymphknoten/ }));
  expect(screen.getByText(/ und 1 Messung/)).toBeVisible();
  await userEvent.type(screen.getByLabelText('Antwort auf Frage 1'), 'Ja.{Control>}{Enter}{/Control}');
  await userEvent.type(screen.getByLabelText('Antwort auf Frage 2'), 'Nein.{Control>}{Enter}{/Control}');
  await userEvent.type(screen.getByLabelText('Zusammenfassung'), 'Gewachsen.');
  await send();
  await waitFor(() => expect(api.callsOf('answerPatient')).toHaveLength(1));
  expect(api.callsOf('answerPatient')[0]?.body).toMatchObject({ measurements: { revision: 'r1', ids: [first.id] } });
});

test('tells no change of a measurement, because it knows only those that are marked', async () => {
  const { image } = aMarkedMeasurement();
  const items = ['2026-05-14', '2026-11-12'].map((day, index) =>
    aMarkedMeasurement({ name: 'Tumor links', study: `1.2.${index}`, image: { ...image, study_date: day } }),
  );
  await open({ getMarkedMeasurements: { revision: 'r1', items, left_out: 0 } });
  expect(await screen.findAllByRole('checkbox', { name: /^Tumor links/ })).toHaveLength(2);
  expect(screen.queryByText(/seitdem/)).toBeNull();
});

test('codes are found by keyboard and sent once their certainty is chosen', async () => {
  const found = { system: 'icd10gm' as const, version: '2026', additional: false };
  const nodule = { ...found, code: 'E04.1', title: 'Nichttoxischer solitärer Schilddrüsenknoten' };
  const eye = { ...found, code: 'H36.0', title: 'Retinopathia diabetica', additional: true };
  await open({
    getDraft: { content: { option: 'question_to_patient' }, updated_at: '2026-11-03T11:00:00.000Z' },
    getCodeLists: [{ system: 'icd10gm', version: '2026' }],
    searchCodes: ({ body }) => ((body as { text: string }).text === 'knoten' ? [nodule, eye] : []),
  });
  const search = await screen.findByRole('combobox', { name: 'Kode suchen' });
  expect(search).toHaveAccessibleDescription(/Gesucht wird in ICD-10-GM 2026\./);
  await userEvent.type(search, 'knoten');
  expect(await screen.findByRole('option', { name: /^H36\.0 .*nur zusätzlich/ })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  expect(screen.getByText(nodule.title)).toBeVisible();
  expect(screen.getByText('E04.1 ist dabei.')).toBeInTheDocument();
  expect(search).toHaveValue('');
  expect(search).toHaveFocus();
  expect(screen.getByText(/ und 1 Kode\.$/)).toBeVisible();
  // Enter before the matches have loaded must not choose a match of the previous text.
  fireEvent.change(search, { target: { value: 'zz' } });
  expect(screen.queryByRole('option', { name: /^H36/ })).toBeNull();
  fireEvent.keyDown(search, { key: 'Enter' });
  expect(screen.queryByText(eye.title)).toBeNull();
  await userEvent.clear(search);
  await userEvent.type(search, 'knoten');
  await screen.findByRole('option', { name: /^H36/ });
  expect(screen.queryByRole('option', { name: /^E04/ })).toBeNull();
  await userEvent.keyboard('{Escape}');

  await userEvent.type(await screen.findByLabelText('Ihre Frage'), 'Seit wann?');
  await send();
  const certainty = screen.getByLabelText('Wie sicher ist E04.1?');
  await waitFor(() => expect(certainty).toHaveAttribute('aria-invalid', 'true'));
  expect(certainty).toHaveAccessibleDescription('Bitte wählen Sie, wie sicher die Diagnose ist');
  await userEvent.selectOptions(certainty, 'V – Verdacht');
  await waitFor(() => expect(certainty).not.toHaveAttribute('aria-invalid', 'true'));
  await userEvent.selectOptions(screen.getByLabelText('Seite von E04.1'), 'R – rechts');
  await send();
  await waitFor(() => expect(api.callsOf('answerPatient')).toHaveLength(1));
  expect(api.callsOf('answerPatient')[0]?.body).toMatchObject({
    codes: [{ system: 'icd10gm', version: '2026', code: 'E04.1', certainty: 'V', side: 'R' }],
  });
});

test('a code missing from the current list shows an error at the field until removed', async () => {
  const code = { system: 'ops' as const, version: '2026', code: '5-061.0', title: 'Hemithyreoidektomie' };
  const draft = { option: 'question_to_patient', codes: [{ ...code, certainty: null, side: null }] };
  await open({
    getDraft: { content: draft, updated_at: '2026-11-03T11:00:00.000Z' },
    getCodeLists: [{ system: 'ops', version: '2026' }],
    answerPatient: refusalWith('invalid', 422, { errors: [{ path: 'codes.0', code: 'codeGone', message: '' }] }),
  });
  await userEvent.type(screen.getByLabelText('Ihre Frage'), 'Seit wann?');
  await send();
  const search = await screen.findByRole('combobox', { name: 'Kode suchen' });
  await waitFor(() => expect(search).toHaveAccessibleDescription(/5-061\.0: Diesen Kode gibt es nicht mehr/));
  await userEvent.click(screen.getByRole('button', { name: /^Entfernen/ }));
  await waitFor(() => expect(search).not.toHaveAccessibleDescription(/Diesen Kode gibt es nicht mehr/));
});

test('does not send a removed code; without imported lists there is no code field', async () => {
  const code = { system: 'ops' as const, version: '2026', code: '5-061.0', title: 'Hemithyreoidektomie' };
  const draft = { option: 'question_to_patient', codes: [{ ...code, certainty: null, side: null }] };
  await open({ getDraft: { content: draft, updated_at: '2026-11-03T11:00:00.000Z' }, getCodeLists: [] });
  expect(await screen.findByText('Hemithyreoidektomie')).toBeVisible();
  expect(screen.queryByLabelText('Wie sicher ist 5-061.0?')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /^Entfernen/ }));
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Kode suchen' })).toBeNull());
  await userEvent.type(screen.getByLabelText('Ihre Frage'), 'Seit wann?');
  await send();
  await waitFor(() => expect(api.callsOf('answerPatient')).toHaveLength(1));
  expect(api.callsOf('answerPatient')[0]?.body).not.toHaveProperty('codes');
});

test('a marked place inserts its number into the last edited text until it is removed', async () => {
  await open();
  const summary = screen.getByLabelText('Zusammenfassung');
  await userEvent.type(summary, 'Erhöht.');
  const { result } = renderHook(() => usePinDesk());
  const place = { kind: 'page' as const, document_id: anId(), page: 2, region: null };
  act(() => result.current?.take(place));
  expect(summary).toHaveValue('Erhöht. [1]');
  expect(screen.getByText('1 Stelle')).toBeVisible();
  act(() => result.current?.take(place));
  expect(summary).toHaveValue('Erhöht. [1] [2]');
  expect(result.current?.pins.map(({ number }) => number)).toEqual([1, 2]);
  await userEvent.click(screen.getAllByRole('button', { name: /^Beleg entfernen/ })[0]!);
  expect(summary).toHaveValue('Erhöht. [2]');
  expect(result.current?.pins.map(({ number }) => number)).toEqual([2]);
});

test('a new pin never gets a number that a text already has in brackets', async () => {
  await open();
  await userEvent.type(screen.getByLabelText(summary), 'Siehe Leitlinie [[1], [[3].');
  const { result } = renderHook(() => usePinDesk());
  const place = { kind: 'page' as const, document_id: anId(), page: 2, region: null };
  act(() => result.current?.take(place));
  act(() => result.current?.take(place));
  expect(screen.getByLabelText(summary)).toHaveValue('Siehe Leitlinie [1], [3]. [2] [4]');
  expect(result.current?.pins.map(({ number }) => number)).toEqual([2, 4]);
});

test('a removed pin leaves no number in the draft of another kind of answer', async () => {
  await open();
  const { result } = renderHook(() => usePinDesk());
  await userEvent.type(screen.getByLabelText(summary), 'Erhöht.');
  act(() => result.current?.take({ kind: 'page', document_id: anId(), page: 2, region: null }));
  await choose(/^Rückfrage/);
  await userEvent.click(screen.getByRole('button', { name: /^Beleg entfernen/ }));
  await choose(/^Abschließende Antwort/);
  expect(screen.getByLabelText(summary)).toHaveValue('Erhöht.');
});
