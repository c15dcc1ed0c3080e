import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { TimelineEntry } from '@konsil/contracts/cases';
import { anAnswer, anId, aProcessOverview, aRequest, renderWithProviders } from '@konsil/testing';
import { CaseTimeline } from './CaseTimeline.tsx';

const answer = anAnswer({ option: 'question_to_patient', answer: 'Rauchen Sie?' });
const request = aRequest({ note: 'Bitte sehen Sie sich die Bilder an.' });
const entry = (
  kind: TimelineEntry['kind'],
  at: string,
  mine: boolean,
  ref_id: string | null = null,
): TimelineEntry => ({
  id: `${kind}-${at}`,
  kind,
  at,
  ref_id,
  count: null,
  subject: null,
  title_code: null,
  by: { role: mine ? 'patient' : 'doctor', name: mine ? 'Miriam Adler' : 'Dr. Elif Sandberg', mine },
});
const theCase = aProcessOverview({
  answers: [answer],
  requests: [request],
  timeline: [
    entry('case_created', '2026-11-01T08:00:00Z', true),
    entry('answer_sent', '2026-11-04T08:00:00Z', false, answer.id),
    entry('request_sent', '2026-11-02T08:00:00Z', true, request.id),
  ],
});

test('lists events newest first, with letters and their links', async () => {
  await renderWithProviders(
    <CaseTimeline
      theCase={theCase}
      optionWords="answerOptionForPatient"
      places={{ answer: (id) => `#${id}` }}
      unsent={2}
    />,
  );
  const items = within(await screen.findByRole('list', { name: 'Verlauf' })).getAllByRole('listitem');
  expect(items.map((item) => within(item).getByRole('heading').textContent)).toEqual([
    'Noch nicht gesendet',
    'Frage an Sie',
    'Anfrage gesendet',
    'Fall angelegt',
  ]);
  expect(items[0]).toHaveTextContent('2 Dokumente warten');
  expect(items[0]).not.toHaveTextContent('heute');
  expect(items[1]).toHaveTextContent('„Rauchen Sie?“');
  expect(within(items[1] as HTMLElement).getByRole('link', { name: 'Ganze Frage lesen' })).toHaveAttribute(
    'href',
    `#${answer.id}`,
  );
  expect(items[2]).toHaveTextContent('„Bitte sehen Sie sich die Bilder an.“');
});

test('an answer mentions and links the ToDo that it created', async () => {
  const given = anAnswer({ todo_id: anId() });
  const withTodo = aProcessOverview({
    answers: [given, answer],
    timeline: [
      entry('answer_sent', '2026-11-04T08:00:00Z', false, given.id),
      entry('answer_sent', '2026-11-03T08:00:00Z', false, answer.id),
    ],
  });
  await renderWithProviders(
    <CaseTimeline theCase={withTodo} optionWords="answerOptionForPatient" places={{ todos: '#todos' }} />,
  );
  const [newest, older] = within(await screen.findByRole('list', { name: 'Verlauf' })).getAllByRole('listitem');
  expect(within(newest as HTMLElement).getByRole('link', { name: 'Mit einer Aufgabe' })).toHaveAttribute(
    'href',
    '#todos',
  );
  expect(older).not.toHaveTextContent('Aufgabe');
});

test('labels an answer as such even if there was no question', async () => {
  const final = anAnswer({ option: 'final_answer' });
  const answered = aProcessOverview({
    answers: [final],
    timeline: [entry('answer_sent', '2026-11-04T08:00:00Z', false, final.id)],
  });
  await renderWithProviders(
    <CaseTimeline theCase={answered} optionWords="answerOptionForPatient" places={{ answer: (id) => `#${id}` }} />,
  );
  expect(await screen.findByRole('link', { name: 'Ganze Antwort lesen' })).toBeVisible();
});

test('counts an imaging examination of a request as one document, like the lists', async () => {
  const brought = aRequest({ document_ids: [anId(), anId(), anId()] });
  const sent = aProcessOverview({
    requests: [brought],
    timeline: [{ ...entry('request_sent', '2026-11-02T08:00:00Z', true, brought.id), count: 1 }],
  });
  await renderWithProviders(<CaseTimeline theCase={sent} optionWords="answerOptionForPatient" places={{}} />);
  expect(await screen.findByRole('listitem')).toHaveTextContent(/1 Dokument$/);
});

test('shows accepted and cancelled appointments with their time, not as answers', async () => {
  const proposal = anAnswer({
    option: 'schedule_appointment',
    appointment: {
      proposed: ['2027-01-12T09:30:00Z'],
      accepted: '2027-01-12T09:30:00Z',
      cancelled: { at: '2026-11-06T08:00:00Z', by: 'doctor' },
      place: '',
    },
  });
  const accepted = aProcessOverview({
    answers: [proposal],
    timeline: [
      entry('answer_sent', '2026-11-04T08:00:00Z', false, proposal.id),
      entry('appointment_accepted', '2026-11-05T08:00:00Z', true, proposal.id),
      entry('appointment_cancelled', '2026-11-06T08:00:00Z', false, proposal.id),
    ],
  });
  await renderWithProviders(<CaseTimeline theCase={accepted} optionWords="answerOptionForPatient" places={{}} />);
  const [newest, before] = within(await screen.findByRole('list', { name: 'Verlauf' })).getAllByRole('listitem');
  expect(newest).toHaveTextContent('Termin abgesagt');
  expect(before).toHaveTextContent('Termin angenommen');
  for (const item of [newest, before]) expect(item).toHaveTextContent('12. Januar 2027');
});

test('attributes automatic actions to the portal', async () => {
  const ended = aProcessOverview({
    timeline: [
      {
        ...entry('appointment_cancelled', '2026-11-06T08:00:00Z', false),
        by: { role: 'system', name: '', mine: false },
      },
    ],
  });
  await renderWithProviders(<CaseTimeline theCase={ended} optionWords="answerOptionForPatient" places={{}} />);
  expect(await screen.findByRole('listitem')).toHaveTextContent(/^Das Portal.*Termin abgesagt/);
});

test('links messages and to-dos by their titles', async () => {
  const named = (
    kind: TimelineEntry['kind'],
    at: string,
    subject: string,
    title_code: TimelineEntry['title_code'] = null,
  ) => ({ ...entry(kind, at, true), subject, title_code });
  const told = aProcessOverview({
    timeline: [
      named('message_sent', '2026-11-04T08:00:00Z', 'Blutwerte'),
      named('todo_added', '2026-11-05T08:00:00Z', 'Termin machen', 'other'),
      named('todo_done', '2026-11-06T08:00:00Z', 'Upload documents', 'upload_documents'),
    ],
  });
  await renderWithProviders(
    <CaseTimeline
      theCase={told}
      optionWords="answerOptionForPatient"
      places={{ messages: '#messages', todos: '#todos' }}
    />,
  );
  const [done, added, written] = within(await screen.findByRole('list', { name: 'Verlauf' })).getAllByRole(
    'listitem',
  ) as [HTMLElement, HTMLElement, HTMLElement];
  expect(within(written).getByRole('link', { name: 'Blutwerte' })).toHaveAttribute('href', '#messages');
  expect(within(added).getByRole('link', { name: 'Termin machen' })).toHaveAttribute('href', '#todos');
  expect(done).toHaveTextContent(/Aufgabe erledigt.*Unterlagen/);
});

test('lists the changed parts of a form, linked for the doctor', async () => {
  const changed = aProcessOverview({
    timeline: [
      { ...entry('forms_changed', '2026-11-04T08:00:00Z', true), topics: ['diagnosis', 'questions', 'medication'] },
    ],
  });
  const { unmount } = await renderWithProviders(
    <CaseTimeline theCase={changed} optionWords="answerOptionForPatient" places={{}} />,
  );
  expect(await screen.findByRole('listitem')).toHaveTextContent(/Angaben geändert.*Diagnose, Fragen und Medikamente/);
  unmount();
  await renderWithProviders(
    <CaseTimeline theCase={changed} optionWords="answerOption" places={{ forms: '#anamnesis' }} />,
  );
  expect(await screen.findByRole('link', { name: 'Diagnose, Fragen und Medikamente' })).toHaveAttribute(
    'href',
    '#anamnesis',
  );
});

test('links a released medical summary', async () => {
  const released = aProcessOverview({ timeline: [entry('epicrisis_released', '2026-11-04T08:00:00Z', false)] });
  await renderWithProviders(
    <CaseTimeline theCase={released} optionWords="answerOptionForPatient" places={{ epicrisis: '#summary' }} />,
  );
  expect(await screen.findByRole('link', { name: 'Zusammenfassende Beurteilung lesen' })).toHaveAttribute(
    'href',
    '#summary',
  );
});

test("describes the same events from the doctor's point of view", async () => {
  await renderWithProviders(<CaseTimeline theCase={theCase} optionWords="answerOption" places={{}} />, {
    locale: 'en',
  });
  expect(await screen.findByRole('heading', { name: 'Question to patient' })).toBeVisible();
  expect(screen.queryByRole('link')).toBeNull();
});

const messages = (count: number) =>
  Array.from({ length: count }, (_, day) =>
    entry('message_sent', new Date(Date.UTC(2026, 7, 1 + day)).toISOString(), true),
  );

test('an excerpt beside the whole timeline has a name of its own', async () => {
  const theCase = aProcessOverview({ timeline: messages(6) });
  await renderWithProviders(
    <>
      <CaseTimeline theCase={theCase} optionWords="answerOption" places={{}} newest={5} />
      <CaseTimeline theCase={theCase} optionWords="answerOption" places={{}} />
    </>,
  );
  const items = (name: string) => within(screen.getByRole('list', { name })).getAllByRole('listitem');
  expect(items('Letzte Ereignisse')).toHaveLength(5);
  expect(items('Verlauf')).toHaveLength(6);
});

test('a timeline of thirty entries is shown whole, without their number', async () => {
  await renderWithProviders(
    <CaseTimeline theCase={aProcessOverview({ timeline: messages(30) })} optionWords="answerOption" places={{}} />,
  );
  expect(within(screen.getByRole('list', { name: 'Verlauf' })).getAllByRole('listitem')).toHaveLength(30);
  expect(screen.queryByText('30 von 30 Einträgen')).toBeNull();
});

test('a long timeline loads earlier entries on demand and moves the focus to them', async () => {
  await renderWithProviders(
    <CaseTimeline theCase={aProcessOverview({ timeline: messages(34) })} optionWords="answerOption" places={{}} />,
  );
  const items = () => within(screen.getByRole('list', { name: 'Verlauf' })).getAllByRole('listitem');
  expect(items()).toHaveLength(30);
  expect(items()[0]).toHaveTextContent('3. September');
  expect(screen.getByText('30 von 34 Einträgen')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Frühere zeigen' }));
  expect(items()).toHaveLength(34);
  expect(items()[30]).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'Frühere zeigen' })).toBeNull();
});

test('an unopened entry can be withdrawn in place; a withdrawn one hides its content', async () => {
  const sent = { ...entry('request_sent', '2026-11-02T08:00:00Z', true, request.id), withdrawable: true };
  await renderWithProviders(
    <CaseTimeline
      theCase={aProcessOverview({
        requests: [request],
        timeline: [sent, entry('message_withdrawn', '2026-11-03T08:00:00Z', true)],
      })}
      optionWords="answerOptionForPatient"
      places={{ formOf: (kind) => `#${kind}` }}
    />,
  );
  const [withdrawn, open] = within(await screen.findByRole('list', { name: 'Verlauf' })).getAllByRole('listitem');
  expect(withdrawn).toHaveTextContent('Nachricht zurückgezogen, bevor sie geöffnet wurde');
  expect(within(withdrawn as HTMLElement).queryByRole('button')).toBeNull();
  expect(await within(open as HTMLElement).findByRole('button', { name: 'Anfrage zurückziehen' })).toBeVisible();
});

test('an event by a helper names helper and owner', async () => {
  const by = { role: 'patient' as const, name: 'Ayşe Demir', mine: false, acting: true };
  const acted = { ...theCase, timeline: [{ ...entry('closed', '2026-11-05T08:00:00Z', false), by }] };
  await renderWithProviders(<CaseTimeline theCase={acted} optionWords="answerOption" places={{}} />);
  const { first_name, last_name } = theCase.patient;
  expect(await screen.findByText(`Ayşe Demir für ${first_name} ${last_name}`)).toBeVisible();
});
