import { act, screen, waitFor } from '@testing-library/react';
import {
  aLogin,
  aPage,
  aTodo,
  anAccount,
  anAnswer,
  anEpicrisis,
  anEpicrisisVersion,
  anId,
  aProcessOverview,
  aRequest,
  fakeApi,
  renderWithProviders,
  someSettings,
} from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { CasePaneContent } from './CasePaneContent';
import type { CasePane } from './case-panes';

const at = '2099-12-01T09:00:00.000Z';
const caseWith = (cancelled: { at: string; by: 'patient' | 'doctor' } | null) => {
  const answer = anAnswer({
    option: 'schedule_appointment',
    appointment: { proposed: [at], accepted: at, cancelled, place: 'Praxis am Dom' },
  });
  const { id, option, answered_at, read_at } = answer;
  return aProcessOverview({
    status: cancelled ? 'with_doctor' : 'answered',
    turn: cancelled ? 'doctor' : 'none',
    answers: [answer],
    last_answer: { id, option, answered_at, read_at },
  });
};
const open = (theCase: ReturnType<typeof caseWith>) =>
  renderWithProviders(<CasePaneContent pane="course" theCase={theCase} afterAnswer={jest.fn()} />, {
    login: aLogin({ role: 'doctor' }),
  });

test('shows an upcoming appointment above the timeline; a cancelled one offers times', async () => {
  const { unmount } = await open(caseWith(null));
  expect(await screen.findByRole('region', { name: 'Termin' })).toHaveTextContent('1. Dezember 2099');
  expect(screen.getByRole('button', { name: 'Termin absagen' })).toBeVisible();
  unmount();
  const theCase = caseWith({ at: '2026-11-23T09:00:00.000Z', by: 'doctor' });
  await open(theCase);
  expect(await screen.findByRole('region', { name: 'Abgesagter Termin' })).toHaveTextContent(/Abgesagt von Ihnen am/);
  expect(screen.queryByRole('button', { name: 'Termin absagen' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Andere Zeiten vorschlagen' })).toHaveAttribute(
    'href',
    `/doctor/patient/${theCase.patient.id}/process/${theCase.id}/answer`,
  );
});

/** The content that is printed. */
const onPaper = () => {
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  const words = document.querySelector('[data-print="alone"]')?.textContent ?? '';
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(document.querySelector('[data-print="alone"]')).toBeNull();
  return words;
};
const openPane = (pane: CasePane, theCase: ReturnType<typeof aProcessOverview>, route = '/') =>
  renderWithProviders(<CasePaneContent pane={pane} theCase={theCase} afterAnswer={jest.fn()} />, {
    login: aLogin({ role: 'doctor' }),
    route,
  });

test("prints the timeline as the doctor's letter, unabridged and with names", async () => {
  const long = `${'Der Knoten ist gutartig. '.repeat(40)}Ende.`;
  const answer = anAnswer({ answer: long });
  const by = { role: 'doctor' as const, name: 'Dr. Elif Sandberg', mine: true };
  const entry = {
    id: anId(),
    kind: 'answer_sent' as const,
    at: new Date().toISOString(),
    ref_id: answer.id,
    count: null,
    subject: null,
    title_code: null,
    by,
  };
  await openPane('course', aProcessOverview({ answers: [answer], timeline: [entry] }));
  await screen.findByRole('list', { name: 'Verlauf' });
  const sheet = onPaper();
  for (const words of [
    'Konsil',
    'Dr. Elif Sandberg',
    'Endokrinologie',
    'Miriam Adler, geboren am 14.03.1979',
    'Knoten in der Schilddrüse',
    'Verlauf',
    'Ende.',
    'Aus Konsil, gedruckt am',
  ])
    expect(sheet).toContain(words);
  for (const words of ['Ganze Antwort lesen', 'heute']) expect(sheet).not.toContain(words);
});

describe('the letterhead on paper', () => {
  const practice = {
    practice_name: 'Praxis am Dom',
    practice_address: 'Domstraße 1, 50667 Köln',
    practice_phone: '+49 221 123',
    practice_email: 'praxis@dom.example',
  };
  let api: FakeApi;
  beforeEach(() => {
    api = fakeApi({
      getLetterhead: { logo: { picture: 'iVBORw0KGgo=', width: 40, height: 20, alt: 'Zwei Türme' } },
      getAccount: anAccount({
        role: 'doctor',
        full_name: 'Dr. Elif Sandberg',
        own_patient: null,
        doctor: {
          title: 'Dr.',
          first_name: 'Elif',
          last_name: 'Sandberg',
          specialty: 'Endokrinologie',
          city: 'Köln',
          languages: ['de'],
          reply_days: 3,
          accepts_cases: true,
          about_de: '',
          about_en: '',
          topics: '',
          lanr: '',
          bsnr: '',
          ...practice,
        },
      }),
    });
  });
  afterEach(() => api.restore());
  const logoOnPaper = () => {
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    const alt = document.querySelector('[data-print="alone"] header img')?.getAttribute('alt');
    act(() => void window.dispatchEvent(new Event('afterprint')));
    return alt;
  };

  test("shows the practice in the timeline and in the reader's own answers", async () => {
    const own = anAnswer({ answered_by: 'Dr. Elif Sandberg' });
    for (const route of ['/', `/?answer=${own.id}`]) {
      const { unmount } = await openPane('course', aProcessOverview({ answers: [own] }), route);
      await waitFor(() => expect(onPaper()).toContain('Praxis am Dom'));
      const sheet = onPaper();
      for (const words of ['Dr. Elif Sandberg', 'Domstraße 1, 50667 Köln', '+49 221 123', 'praxis@dom.example'])
        expect(sheet).toContain(words);
      expect(sheet).not.toMatch(/^Konsil/);
      await waitFor(() => expect(logoOnPaper()).toBe('Zwei Türme'));
      unmount();
    }
  });

  test("does not show the reader's practice on another doctor's answer", async () => {
    const other = anAnswer({ answered_by: 'Dr. Anton Keil' });
    await openPane('course', aProcessOverview({ answers: [other] }), `/?answer=${other.id}`);
    await waitFor(() => expect(api.callsOf('getAccount')).toHaveLength(1));
    await screen.findByRole('article');
    expect(onPaper()).toMatch(/^KonsilDr. Anton Keil/);
  });
});

test('prints the answer that is open in the timeline', async () => {
  const answer = anAnswer({ answer: 'Der Knoten ist gutartig.' });
  await openPane('course', aProcessOverview({ answers: [answer] }), `/?answer=${answer.id}`);
  await screen.findByRole('article');
  const sheet = onPaper();
  expect(sheet).toContain('Der Knoten ist gutartig.');
  expect(sheet).toMatch(/Antwort vom\d\d\.\d\d\.\d{4}/);
});

test("prints an epicrisis as its author's letter; a draft is marked", async () => {
  const draft = anEpicrisisVersion({ author: 'Dr. Anton Keil', released_at: null, version: 2 });
  const api = fakeApi({ getEpicrisis: anEpicrisis({ current: draft, released: null, versions: [draft] }) });
  try {
    await openPane('epicrisis', aProcessOverview());
    await screen.findByText('Fassung 2');
    const sheet = onPaper();
    for (const words of [
      'Konsil',
      'Dr. Anton Keil',
      ', geboren am ',
      'Zusammenfassende Beurteilung (Epikrise)',
      'Fassung 2',
      'Entwurf, nur für behandelnde',
      draft.content.assessment,
    ])
      expect(sheet).toContain(words);
    expect(sheet).not.toContain('Beurteilung bearbeiten');
  } finally {
    api.restore();
  }
});

test.each(['anamnesis', 'answer'] as const)(
  "prints the patient's input as a letter, also beside the pane %s",
  async (pane) => {
    const api = fakeApi({ getSettings: someSettings() });
    try {
      const change = { topic: 'diagnosis' as const, before: 'Knoten rechts', changed_at: '2026-11-20T09:00:00.000Z' };
      await openPane(
        pane,
        aProcessOverview({
          diagnosis: 'Knoten links',
          changed_forms: [change],
          requests: [aRequest({ sent_at: '2026-11-18T09:00:00.000Z' })],
        }),
      );
      await waitFor(() => expect(onPaper()).toContain('Knoten links'));
      const sheet = onPaper();
      for (const words of [
        'Konsil',
        'Dr. Elif Sandberg',
        'Endokrinologie',
        'Miriam Adler, geboren am 14.03.1979',
        'Anfrage vom18.11.2026',
        'Anamnese',
        'Aus Konsil, gedruckt am',
      ])
        expect(sheet).toContain(words);
    } finally {
      api.restore();
    }
  },
);

test('prints an appointment with weekday and year, in timeline and answer', async () => {
  const theCase = caseWith(null);
  const [answer] = theCase.answers;
  const by = { role: 'patient' as const, name: 'Miriam Adler', mine: false };
  const accepted = {
    id: anId(),
    kind: 'appointment_accepted' as const,
    at: new Date().toISOString(),
    ref_id: answer?.id ?? null,
    count: null,
    subject: null,
    title_code: null,
    by,
  };
  const soon = new Date(Date.now() + 60_000);
  const words = new Intl.DateTimeFormat('de-DE', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'Europe/Berlin',
  }).format(soon);
  const booked = {
    ...theCase,
    timeline: [accepted],
    answers: theCase.answers.map((each) => ({
      ...each,
      appointment: {
        proposed: [soon.toISOString()],
        accepted: soon.toISOString(),
        cancelled: null,
        place: 'Praxis am Dom',
      },
    })),
  };
  const { unmount } = await openPane('course', booked);
  await screen.findByRole('list', { name: 'Verlauf' });
  expect(onPaper()).toContain(`${words}, `);
  unmount();
  await openPane('course', booked, `/?answer=${answer?.id}`);
  await screen.findByRole('article');
  expect(onPaper()).toContain(`${words}, `);
});

test('links of the ToDos keep what is open beside them', async () => {
  const theCase = aProcessOverview();
  const by = { role: 'doctor' as const, name: 'Dr. Elif Sandberg', mine: true };
  const todo = aTodo({ case_id: theCase.id, answer_id: anId(), created_by: by });
  const api = fakeApi({ listCaseTodos: aPage([todo]) });
  try {
    await openPane('todos', theCase, '/?document=d1&beside=d2');
    const here = `/doctor/patient/${theCase.patient.id}/process/${theCase.id}`;
    expect(await screen.findByRole('link', { name: /^Zur Antwort/ })).toHaveAttribute(
      'href',
      `${here}/course?answer=${todo.answer_id}&document=d1&beside=d2`,
    );
    for (const [name, path] of [
      [/^Aufgabe ändern/, `todos/${todo.id}`],
      ['Neue Aufgabe', 'todos/new'],
    ] as const)
      expect(screen.getByRole('link', { name })).toHaveAttribute('href', `${here}/${path}?document=d1&beside=d2`);
  } finally {
    api.restore();
  }
});
