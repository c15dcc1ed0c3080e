import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  aDoctor,
  anAccount,
  anAnswer,
  anId,
  aNamedDoctor,
  aPatient,
  aProcessOverview,
  fakeSight,
  refusalWith,
} from '@konsil/testing';
import type { FakeApi, FakeSight } from '@konsil/testing';
import { answeredWith, openCasePage } from './case-page.testing.tsx';

let api: FakeApi;
let sight: FakeSight;
beforeEach(() => {
  sight = fakeSight();
});
afterEach(() => {
  sight.restore();
  api.restore();
});
const open = async (...asked: Parameters<typeof openCasePage>) => {
  const page = await openCasePage(...asked);
  ({ api } = page);
  return page;
};

test('a hand-over to the recommended doctor needs a separate consent', async () => {
  const recommended = aNamedDoctor({ id: anId(), name: 'Prof. Dr. Katharina Vogel', accepts_cases: false });
  const answer = anAnswer({
    option: 'recommendation_different_physician',
    recommended_doctor: recommended,
    read_at: '2026-11-04T09:00:00.000Z',
  });
  const theCase = aProcessOverview({
    status: 'answered',
    turn: 'none',
    answers: [answer],
    last_answer: { id: answer.id, option: answer.option, answered_at: answer.answered_at, read_at: answer.read_at },
  });
  await open(theCase, { handOverCase: theCase });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /^Fall an Prof\.\sDr\.\sVogel übergeben/ }));
  const dialog = await screen.findByRole('dialog');
  expect(
    within(dialog).getByText(
      /^Prof\.\sDr\.\sVogel bekommt den Fall mit allen gesendeten Unterlagen, Fragen, Antworten, Nachrichten und Aufgaben\. Dr\.\sSandberg sieht ihn dann nicht mehr, behält aber die eigenen Antworten als Briefe, wie es das Gesetz verlangt\.$/,
    ),
  ).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: /^Fall an Prof\.\sDr\.\sVogel übergeben/ }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Bitte bestätigen Sie Ihre Einwilligung');
  await user.click(within(dialog).getByRole('checkbox'));
  await user.click(within(dialog).getByRole('button', { name: /^Fall an Prof\.\sDr\.\sVogel übergeben/ }));
  await waitFor(() => expect(api.callsOf('handOverCase')[0]?.body).toEqual({ doctor: recommended.id, consent: true }));
});

test('a hand-over long after the sign-in asks for the password first', async () => {
  const recommended = aNamedDoctor({ id: anId(), name: 'Prof. Dr. Katharina Vogel' });
  const answer = anAnswer({
    option: 'recommendation_different_physician',
    recommended_doctor: recommended,
    read_at: '2026-11-04T09:00:00.000Z',
  });
  const theCase = answeredWith(answer, {});
  let proven = false;
  await open(theCase, {
    handOverCase: () => (proven ? theCase : refusalWith('proof_needed', 403)),
    proveIdentity: () => {
      proven = true;
      return { ok: true };
    },
    listPasskeys: [],
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /^Fall an Prof\.\sDr\.\sVogel übergeben/ }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).queryByLabelText('Ihr Passwort')).toBeNull();
  await user.click(within(dialog).getByRole('checkbox'));
  const submit = () =>
    user.click(within(dialog).getByRole('button', { name: /^Fall an Prof\.\sDr\.\sVogel übergeben/ }));
  await submit();
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Bitte bestätigen Sie, dass Sie es sind.');
  await user.type(await within(dialog).findByLabelText('Ihr Passwort'), 'Konsil-Demo-1');
  await submit();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.callsOf('proveIdentity')[0]?.body).toEqual({ current_password: 'Konsil-Demo-1' });
  expect(api.callsOf('handOverCase')[1]?.body).toEqual({ doctor: recommended.id, consent: true });
});

const anton = aDoctor({ id: anId(), name: 'Dr. Anton Keil' });
const beate = aDoctor({ id: anId(), name: 'Dr. Beate Lund' });
const chooseIn = async (dialog: HTMLElement, name: string) => {
  await userEvent.click(within(dialog).getByRole('button', { name: 'Alle zeigen' }));
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(name) }));
};

test.each([
  ['only a specialty is recommended', { recommended_specialty: 'Nuklearmedizin' }],
  ['the recommended doctor has left', { recommended_doctor: aNamedDoctor({ id: anId(), left: true }) }],
])('if %s, the patient chooses the next doctor; each consent is for one doctor', async (_, form) => {
  const answer = anAnswer({
    option: 'recommendation_different_physician',
    ...form,
    read_at: '2026-11-04T09:00:00.000Z',
  });
  const theCase = answeredWith(answer, { open_todos: 1 });
  await open(theCase, {
    handOverCase: theCase,
    listDoctors: [
      anton,
      beate,
      aDoctor({ id: theCase.doctor.id }),
      aDoctor({ id: anId(), name: 'Dr. Voll', accepts_cases: false }),
    ],
  });
  expect(await screen.findByRole('link', { name: 'Empfehlung ansehen' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Jemanden auswählen und Fall übergeben' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Fall übergeben' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Bitte wählen Sie eine Ärztin oder einen Arzt');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Alle zeigen' }));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent?.slice(0, 14))).toEqual([
    'Dr. Anton Keil',
    'Dr. Beate Lund',
  ]);
  await userEvent.keyboard('{Escape}');
  await chooseIn(dialog, 'Anton Keil');
  await userEvent.click(within(dialog).getByRole('checkbox', { name: /^Ich willige ein, dass Dr\. Anton Keil meine/ }));
  await chooseIn(dialog, 'Beate Lund');
  expect(
    within(dialog).getByRole('checkbox', { name: /^Ich willige ein, dass Dr\. Beate Lund meine/ }),
  ).not.toBeChecked();
  await userEvent.click(within(dialog).getByRole('checkbox'));
  await userEvent.click(within(dialog).getByRole('button', { name: /^Fall an Dr\.\sLund übergeben/ }));
  await waitFor(() => expect(api.callsOf('handOverCase')[0]?.body).toEqual({ doctor: beate.id, consent: true }));
});

test('the consent to a hand-over names the patient if it is not the account holder', async () => {
  const answer = anAnswer({
    option: 'recommendation_different_physician',
    recommended_doctor: aNamedDoctor({ id: anId(), name: 'Dr. Anton Keil' }),
    read_at: '2026-11-04T09:00:00.000Z',
  });
  await open(answeredWith(answer), { getAccount: anAccount({ own_patient: aPatient({ id: anId() }) }) });
  await userEvent.click(await screen.findByRole('button', { name: /^Fall an Dr\.\sKeil übergeben/ }));
  expect(
    await screen.findByRole('checkbox', { name: /Ich willige für Miriam Adler ein.*Ich darf Miriam Adler vertreten/ }),
  ).toBeVisible();
});

const left = aNamedDoctor({ left: true, accepts_cases: false });
test('a case whose doctor has left says so and can be handed to a chosen doctor', async () => {
  const theCase = aProcessOverview({ status: 'with_doctor', turn: 'patient', doctor: left, answer_due_on: null });
  await open(theCase, { handOverCase: theCase, listDoctors: [anton] });
  const card = await screen.findByRole('region', { name: /^Dr\.\sSandberg ist nicht mehr bei Konsil/ });
  expect(card).toHaveTextContent('Wählen Sie eine andere Ärztin oder einen anderen Arzt.');
  expect(screen.queryByText(/hat Ihren Fall/)).not.toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Nachricht schreiben' })).not.toBeInTheDocument();
  await userEvent.click(within(card).getByRole('button', { name: 'Jemanden auswählen und Fall übergeben' }));
  const dialog = await screen.findByRole('dialog');
  await chooseIn(dialog, 'Anton Keil');
  await userEvent.click(within(dialog).getByRole('checkbox'));
  await userEvent.click(within(dialog).getByRole('button', { name: /^Fall an Dr\.\sKeil übergeben/ }));
  await waitFor(() => expect(api.callsOf('handOverCase')[0]?.body).toEqual({ doctor: anton.id, consent: true }));
});

test('an answered case whose doctor has left offers only another doctor', async () => {
  await open(answeredWith(anAnswer({ option: 'final_answer', read_at: '2026-11-04T09:00:00.000Z' }), { doctor: left }));
  expect(await screen.findByRole('region', { name: 'Ihr Fall ist beantwortet' })).toHaveTextContent(
    /Dr\.\sSandberg ist nicht mehr bei Konsil\. Haben Sie noch Fragen/,
  );
  expect(screen.getByRole('button', { name: 'Jemanden auswählen und Fall übergeben' })).toBeVisible();
  for (const name of ['Unterlagen hochladen', 'Mit einer Nachricht antworten', 'Nein, ich frage nach'])
    expect(screen.queryByRole('link', { name })).not.toBeInTheDocument();
});
