import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  aDicomSummary,
  aFormField,
  aDocument,
  aHealthProfile,
  anAccount,
  anId,
  aNamedDoctor,
  aPatient,
  aProcessOverview,
  aRequest,
  aRequestPreview,
  fakeApi,
  refusalWith,
  someSettings,
} from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { renderSendPage, theCase, usual } from './send-page.fixture.tsx';

let api: FakeApi;
afterEach(() => api.restore());

const open = async (answers: Parameters<typeof fakeApi>[0] = {}) => {
  api = fakeApi({ ...usual, ...answers });
  return renderSendPage();
};

/** No consent, no button, and no expected answer day. */
const expectNothingAsked = () => {
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('button', { name: /senden/ })).toBeNull();
  expect(screen.queryByText(/^Antwort bis/)).toBeNull();
};

test('shows the cost of an answer on the send page', async () => {
  const { doctor } = aRequestPreview();
  await open({ previewRequest: aRequestPreview({ doctor: { ...doctor, price_de: '140 €', price_en: '' } }) });
  expect(await screen.findByText('140 €')).toBeVisible();
  expect(screen.getByText('Kosten, nach eigener Angabe')).toBeVisible();
});

test('shows what the doctor gets: new documents, earlier ones, questions', async () => {
  await open({
    previewRequest: aRequestPreview({
      new_documents: [aDocument({ source_name: 'Labor Nord' })],
      already_sent: 6,
      questions: ['Muss das operiert werden?'],
    }),
  });
  expect(await screen.findByText(/Labor Nord, 12.10.2026/)).toBeVisible();
  expect(screen.getByRole('link', { name: '6 Unterlagen sind schon dort' })).toBeVisible();
  expect(screen.getByText('Muss das operiert werden?')).toBeVisible();
});

test('a failure to load links back to the case, or to the list if the case is missing', async () => {
  const { unmount } = await open({ previewRequest: refusalWith('internal', 500) });
  expect(await screen.findByRole('link', { name: theCase.case_name })).toHaveAttribute(
    'href',
    `/patient/process/${theCase.id}`,
  );
  unmount();
  await open({ getCase: refusalWith('not_found', 404) });
  expect(await screen.findByRole('heading', { name: 'Diesen Fall gibt es nicht.' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Meine Fälle' })).toHaveAttribute('href', '/patient/process');
});

test('the first request does not call anything new', async () => {
  await open({ previewRequest: aRequestPreview({ already_sent: 0 }) });
  expect(await screen.findByRole('heading', { name: 'Ihre Unterlagen' })).toBeVisible();
  expect(await screen.findByRole('textbox', { name: /Ein Satz dazu/ })).toHaveAccessibleDescription(
    'Zum Beispiel, was Ihnen besonders wichtig ist',
  );
});

test('distinguishes files without details by name', async () => {
  const bare = {
    document_medical_kind: null,
    medical_kind_code: null,
    issue_date: null,
    source_kind: null,
    source_kind_code: null,
    source_name: null,
    details_missing: true,
  };
  await open({ previewRequest: aRequestPreview({ new_documents: [aDocument({ ...bare, file_name: 'Labor.pdf' })] }) });
  const [entry] = await within(await screen.findByRole('region', { name: 'Ihre Unterlagen' })).findAllByRole(
    'listitem',
  );
  expect(entry).toHaveTextContent(/^Labor\.pdf\s*Noch nicht beschrieben$/);
});

test('says that a date is unknown before it is sent', async () => {
  await open({ previewRequest: aRequestPreview({ new_documents: [aDocument({ issue_date: null })] }) });
  const [entry] = await within(await screen.findByRole('region', { name: 'Ihre Unterlagen' })).findAllByRole(
    'listitem',
  );
  expect(entry).toHaveTextContent(/Praxis Dr\. Keil, Datum unbekannt, befund\.pdf$/);
});

test('files of one examination are one entry, as in lists', async () => {
  const dicom = aDicomSummary();
  const file = (file_name: string) =>
    aDocument({
      id: anId(),
      group: 'image',
      medical_kind_code: 'ct',
      document_medical_kind: 'CT scan',
      source_name: 'Radiologie',
      file_name,
      dicom,
    });
  await open({
    previewRequest: aRequestPreview({
      new_documents: [file('1.dcm'), file('2.dcm'), aDocument({ file_name: 'Brief.pdf' })],
    }),
  });
  const [examination, letter] = await within(
    await screen.findByRole('region', { name: 'Ihre Unterlagen' }),
  ).findAllByRole('listitem');
  expect(examination).toHaveTextContent(/Computertomografie.*Radiologie, 12\.10\.2026, 100 Bilder in 2 Dateien$/);
  expect(letter).toHaveTextContent(/Brief\.pdf$/);
});

test("warns about other people's scans and unreadable files before sending", async () => {
  const dicom = aDicomSummary({ patient_name: 'Muster, Max', mismatch: true });
  await open({
    previewRequest: aRequestPreview({
      new_documents: [
        aDocument({
          group: 'image',
          dicom,
          stranger: {
            named: { name: 'Max Muster', birth_date: null },
            patient: { name: 'Miriam Adler', birth_date: '1979-03-14' },
          },
        }),
        aDocument({ id: anId(), unopened: true }),
        aDocument({ id: anId() }),
      ],
    }),
  });
  const [scan, broken, letter] = await within(
    await screen.findByRole('region', { name: 'Ihre Unterlagen' }),
  ).findAllByRole('listitem');
  expect(scan).toHaveTextContent(/Darauf steht Max Muster, nicht Miriam Adler, geboren 14\.03\.1979\.$/);
  expect(broken).toHaveTextContent(/Dieses PDF konnten wir nicht öffnen\.$/);
  expect(letter).toHaveTextContent(/befund\.pdf$/);
});

test('documents of one kind, day and source are distinguished by name', async () => {
  await open({
    previewRequest: aRequestPreview({
      new_documents: ['Seite 1.jpg', 'Seite 2.jpg'].map((file_name) =>
        aDocument({ id: anId(), source_name: 'Labor Nord', file_name }),
      ),
    }),
  });
  const entries = await within(await screen.findByRole('region', { name: 'Ihre Unterlagen' })).findAllByRole(
    'listitem',
  );
  expect(entries[0]).toHaveTextContent(/Labor Nord, 12\.10\.2026, Seite 1\.jpg$/);
  expect(entries[1]).toHaveTextContent(/Labor Nord, 12\.10\.2026, Seite 2\.jpg$/);
});

test('sends only with consent, once, with one idempotency key, and shows the date', async () => {
  await open({ sendToDoctor: aRequest({ answer_due_on: '2099-11-24' }) });
  const user = userEvent.setup();
  const button = await screen.findByRole('button', { name: /^An Dr\.\sSandberg senden/ });
  await user.click(button);
  expect(await screen.findByRole('alert')).toHaveTextContent('Bitte bestätigen Sie Ihre Einwilligung');
  expect(api.callsOf('sendToDoctor')).toHaveLength(0);
  await user.click(screen.getByRole('checkbox', { name: /Ich willige ein, dass Dr. Elif Sandberg/ }));
  await user.type(screen.getByRole('textbox', { name: /Ein Satz dazu/ }), 'Neue Werte');
  await user.dblClick(button);
  expect(await screen.findByRole('heading', { name: 'Gesendet' })).toHaveFocus();
  // It can still be undone: the doctor does not have it yet.
  expect(screen.getByText(/^Ihr Fall geht an Dr\.\sSandberg\.$/)).toBeVisible();
  expect(screen.getByText('Antwort bis Dienstag, 24. November 2099')).toBeVisible();
  expect(api.callsOf('sendToDoctor')).toHaveLength(1);
  expect(api.callsOf('sendToDoctor')[0]?.body).toEqual({
    consent: true,
    note: 'Neue Werte',
    draft: { note: 'Neue Werte' },
  });
  // A sent note is no longer a draft.
  await waitFor(() =>
    expect(api.callsOf('deleteDraft').map(({ params }) => decodeURIComponent(params.key ?? ''))).toEqual([
      `send:${api.callsOf('sendToDoctor')[0]?.params.id}`,
    ]),
  );
  expect(api.callsOf('sendToDoctor')[0]?.headers.get('idempotency-key')).toMatch(/\w{16,}/);
});

test('says what else the doctor has access to', async () => {
  await open();
  expect(
    await screen.findByText(/^Dazu sieht Dr\.\sSandberg die zusammenfassende Beurteilung, falls es eine gibt\.$/),
  ).toBeVisible();
});

const mail = 'E-\u2060Mail';
test.each([
  [{ notify_email: 'each' }, `Sobald die Antwort da ist, bekommen Sie eine ${mail} ohne medizinische Inhalte.`],
  [
    { notify_email: 'daily' },
    `Sobald die Antwort da ist, bekommen Sie am nächsten Morgen eine ${mail} ohne medizinische Inhalte.`,
  ],
  [
    { notify_email: 'none', notify_sms: true },
    'Sobald die Antwort da ist, bekommen Sie eine SMS ohne medizinische Inhalte.',
  ],
  [
    { notify_email: 'none' },
    `Sie haben ${mail}s ausgeschaltet. Bitte sehen Sie selbst nach: Die Antwort kommt spätestens am Dienstag, 24. November 2099.`,
  ],
] as const)('promises no email that will not be sent: %o', async (chosen, words) => {
  await open({
    getSettings: someSettings(chosen),
    previewRequest: aRequestPreview({ answer_due_on: '2099-11-24' }),
    sendToDoctor: aRequest({ answer_due_on: '2099-11-24' }),
  });
  const user = userEvent.setup();
  expect(await screen.findByText(`Antwort bis Dienstag, 24. November 2099. ${words}`)).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: /Ich willige ein/ }));
  await user.click(screen.getByRole('button', { name: /^An Dr\.\sSandberg senden/ }));
  expect(await screen.findByText(words)).toBeVisible();
  if (words.startsWith('Sie haben'))
    expect(screen.getByRole('link', { name: 'Einstellungen öffnen' })).toHaveAttribute('href', '/patient/settings');
});

test('the consent names a represented patient', async () => {
  await open({ getAccount: anAccount({ own_patient: aPatient({ id: anId() }) }) });
  expect(
    await screen.findByRole('checkbox', { name: /Ich willige für Miriam Adler ein.*Ich darf Miriam Adler vertreten/ }),
  ).toBeVisible();
});

test("a refusal without new documents shows the specification's text; the note stays", async () => {
  await open({ sendToDoctor: refusalWith('no_new_documents', 409) });
  const user = userEvent.setup();
  await user.type(await screen.findByRole('textbox', { name: /Ein Satz dazu/ }), 'Noch einmal');
  await user.click(screen.getByRole('checkbox', { name: /Ich willige/ }));
  await user.click(screen.getByRole('button', { name: /^An Dr\.\sSandberg/ }));
  await waitFor(() =>
    expect(screen.getByRole('alert')).toHaveTextContent('Seit der letzten Anfrage gibt es keine neuen Unterlagen'),
  );
  expect(screen.getByRole('textbox', { name: /Ein Satz dazu/ })).toHaveValue('Noch einmal');
});

test('shows accurate statements instead of the form if there is nothing new to send', async () => {
  const answered = aProcessOverview({ status: 'answered', last_request_at: '2026-11-03T09:00:00.000Z' });
  await open({
    getCase: answered,
    previewRequest: aRequestPreview({
      new_documents: [],
      already_sent: 2,
      questions: [],
      answered_questions: 1,
      missing: ['no_new_documents', 'no_questions', 'no_medication'],
    }),
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Es gibt nichts Neues zu senden' })).toBeVisible();
  expect(screen.getByText('Seit der letzten Anfrage gibt es keine neuen Unterlagen')).toBeVisible();
  expect(screen.getByText(/^Dr\.\sSandberg hat alles, was Sie zu diesem Fall hochgeladen haben\./)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Unterlagen hochladen' })).toHaveAttribute(
    'href',
    `/patient/process/${answered.id}/documents/new`,
  );
  expect(screen.queryByText(/keine Frage/)).toBeNull();
  expectNothingAsked();
});

test('answered questions are not reported as missing', async () => {
  const answered = aProcessOverview({ status: 'answered', last_request_at: '2026-11-03T09:00:00.000Z' });
  await open({
    getCase: answered,
    previewRequest: aRequestPreview({
      already_sent: 2,
      questions: [],
      answered_questions: 3,
      missing: ['no_questions'],
    }),
  });
  expect(await screen.findByText('Ihre 3 Fragen sind beantwortet. Neue können Sie jederzeit stellen.')).toBeVisible();
  expect(screen.queryByText(/Noch keine Fragen|keine Frage gestellt/)).toBeNull();
});

test('lists everything that is sent, with edit links that return to this page', async () => {
  const anamnesis = {
    medication: 'L-Thyroxin 75 µg',
    allergies: 'Penicillin',
    previous_illnesses: '',
    operations: '',
    family_history: '',
    lifestyle: '',
  };
  await open({
    previewRequest: aRequestPreview({
      diagnosis: 'Knoten rechts',
      medical_history: 'Seit März.',
      anamnesis,
      questions: ['Muss das operiert werden?'],
    }),
  });
  const part = (name: string) => screen.findByRole('region', { name });
  expect(await part('Person')).toHaveTextContent(
    /Miriam Adler.*\d{2}\.\d{2}\.\d{4} \(\d+ Jahre\).*weiblich.*Lindenweg 4.*10115 Berlin.*TelefonNicht angegeben/,
  );
  expect(await part('Worum es geht')).toHaveTextContent(theCase.case_name);
  expect(await part('Diagnose')).toHaveTextContent('Knoten rechts');
  expect(await part('Vorgeschichte')).toHaveTextContent('Seit März.');
  expect(await part('Medikamente')).toHaveTextContent('L-Thyroxin 75 µg');
  expect(await part('Allergien und Unverträglichkeiten')).toHaveTextContent('Penicillin');
  expect(await part('Weitere Angaben')).toHaveTextContent(
    'Nichts angegeben: Frühere Erkrankungen, Operationen, Erkrankungen in der Familie und Lebensweise.',
  );
  const ways = screen
    .getAllByRole('link', { name: /^Ändern: / })
    .map((link) => [
      link.getAttribute('aria-label'),
      link.getAttribute('href')?.replace(`/patient/process/${theCase.id}`, ''),
    ]);
  expect(ways).toEqual([
    ['Ändern: Ärztin oder Arzt', '/edit?back=send'],
    ['Ändern: Person', `/patient/patients/${theCase.patient.id}/edit?send=${theCase.id}`],
    ['Ändern: Worum es geht', '/edit?back=send'],
    ['Ändern: Diagnose', '/forms?back=send#diagnosis'],
    ['Ändern: Vorgeschichte', '/forms?back=send#medical_history'],
    ['Ändern: Medikamente', '/forms?back=send#anamnesis.medication'],
    ['Ändern: Allergien und Unverträglichkeiten', '/forms?back=send#anamnesis.allergies'],
    ['Ändern: Weitere Angaben', '/forms?back=send#anamnesis.previous_illnesses'],
    ['Ändern: Fragen', '/forms?back=send#questions'],
    ['Ändern: Unterlagen', '/documents/new?back=send'],
  ]);
  expect(
    screen.getByRole('checkbox', {
      name: /Anliegen, Diagnose, Vorgeschichte, Medikamente, Allergien und weitere Angaben, Fragen, Nachrichten und Unterlagen, auch welche üblichen Unterlagen fehlen, und die zusammenfassende Beurteilung.*Name, Geburtsdatum, Geschlecht, Anschrift und Telefon/,
    }),
  ).toBeVisible();
});

test('says separately for medication and allergies that nothing was entered', async () => {
  await open();
  for (const name of ['Medikamente', 'Allergien und Unverträglichkeiten'])
    expect(await screen.findByRole('region', { name })).toHaveTextContent('Nicht angegeben');
});

test("falls back to the case's patient name with an older server", async () => {
  await open({ previewRequest: aRequestPreview({ patient: undefined }) });
  const person = await screen.findByRole('region', { name: 'Person' });
  expect(person).toHaveTextContent('Miriam Adler');
  expect(person).not.toHaveTextContent(/Anschrift|Telefon/);
});

test('shows obstacles with a way to fix them, then hints', async () => {
  const { unmount } = await open({
    previewRequest: aRequestPreview({ missing: ['details_missing', 'no_medication'] }),
  });
  expect(await screen.findByText('Manche Unterlagen sind noch nicht beschrieben')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Unterlagen beschreiben' })).toHaveAttribute(
    'href',
    `/patient/process/${theCase.id}/documents/new?back=send`,
  );
  expect(screen.queryByText('Das könnte noch fehlen')).toBeNull();
  expectNothingAsked();
  unmount();
  await open({ previewRequest: aRequestPreview({ missing: ['no_medication'] }) });
  expect(await screen.findByText('Das könnte noch fehlen')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Medikamente angeben' })).toBeVisible();
});

test('a case without a question asks for one before anything else', async () => {
  await open({ previewRequest: aRequestPreview({ questions: [], missing: ['no_questions', 'no_medication'] }) });
  expect(await screen.findByText('Stellen Sie zuerst mindestens eine Frage')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Fragen stellen' })).toHaveAttribute(
    'href',
    `/patient/process/${theCase.id}/forms?back=send#questions`,
  );
  expect(screen.queryByText('Das könnte noch fehlen')).toBeNull();
  expectNothingAsked();
});

test("the server's refusal of a first request without a question has a text", async () => {
  const errors = [{ path: 'questions', code: 'questionNeeded', message: '' }];
  await open({ sendToDoctor: refusalWith('invalid', 422, { errors }) });
  await userEvent.click(await screen.findByRole('checkbox', { name: /Ich willige/ }));
  await userEvent.click(screen.getByRole('button', { name: /^An Dr\.\sSandberg/ }));
  expect(within(await screen.findByRole('alert')).getByText('Stellen Sie mindestens eine Frage')).toBeVisible();
});

test('a later request without a question only shows a hint', async () => {
  await open({
    getCase: aProcessOverview({ status: 'with_doctor', last_request_at: '2026-11-03T09:00:00.000Z' }),
    previewRequest: aRequestPreview({ questions: [], missing: ['no_questions'] }),
    sendToDoctor: aRequest(),
  });
  const user = userEvent.setup();
  expect(await screen.findByText(/^Sie haben keine Frage gestellt\./)).toBeVisible();
  await user.click(await screen.findByRole('checkbox', { name: /Ich willige/ }));
  await user.click(screen.getByRole('button', { name: /^An Dr\.\sSandberg/ }));
  expect(await screen.findByRole('heading', { name: 'Gesendet' })).toBeVisible();
});

test('reports missing details once, however many documents are affected', async () => {
  const errors = ['a', 'b'].map((id) => ({ path: `documents.${id}`, code: 'detailsMissing', message: '' }));
  await open({ sendToDoctor: refusalWith('invalid', 422, { errors }) });
  await userEvent.click(await screen.findByRole('checkbox', { name: /Ich willige/ }));
  await userEvent.click(screen.getByRole('button', { name: /^An Dr\.\sSandberg/ }));
  const summary = await screen.findByRole('alert');
  expect(within(summary).getByText('Manche Unterlagen sind noch nicht beschrieben')).toBeVisible();
  expect(within(summary).queryByRole('link')).not.toBeInTheDocument();
  expect(summary).toHaveFocus();
});

test('mentions the planned erasure of the account before sending', async () => {
  await open({ previewRequest: aRequestPreview({ missing: ['erasure_planned', 'no_new_documents'] }) });
  expect(await screen.findByText('Ihr Konto wird gelöscht')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Zu „Meine Daten“' })).toHaveAttribute('href', '/patient/privacy');
  expectNothingAsked();
});

test.each([
  [
    'takes no new cases',
    { accepts_cases: false },
    'draft',
    'Dr. Sandberg nimmt zurzeit keine neuen Fälle an',
    'Ärztin oder Arzt ändern',
    '/edit',
  ],
  [
    'has left',
    { accepts_cases: false, left: true },
    'with_patient',
    'Dr. Sandberg ist nicht mehr bei Konsil',
    'Zum Fall',
    '',
  ],
] as const)(
  'says before sending that the doctor %s, with a link to another',
  async (_, doctor, status, title, way, path) => {
    const theirs = aProcessOverview({ status, doctor: aNamedDoctor(doctor) });
    await open({ getCase: theirs, previewRequest: aRequestPreview({ missing: ['doctor_unavailable'] }) });
    expect(await screen.findByText((words) => words.replace(/\s/g, ' ') === title)).toBeVisible();
    expect(screen.getByRole('link', { name: way })).toHaveAttribute('href', `/patient/process/${theirs.id}${path}`);
    expectNothingAsked();
  },
);

test('a draft restores the note, never the consent', async () => {
  await open({ getDraft: { content: { note: 'Von gestern', consent: true }, updated_at: '2026-11-04T09:00:00Z' } });
  const note = await screen.findByRole('textbox', { name: /Ein Satz dazu/ });
  await waitFor(() => expect(note).toHaveValue('Von gestern'));
  expect(screen.getByRole('checkbox', { name: /Ich willige/ })).not.toBeChecked();
});

test('waits for the draft before showing the form, and says so', async () => {
  await open({ getDraft: () => new Promise<never>(() => {}) });
  await screen.findByRole('heading', { level: 1, name: 'Alles richtig so?' });
  expect(screen.queryByRole('button', { name: /senden/ })).not.toBeInTheDocument();
  expect(screen.getByText('Wird geladen …')).toBeInTheDocument();
});

test('lists usually needed documents and which of them exist; sending stays possible', async () => {
  await open({
    previewRequest: aRequestPreview({
      usual: [
        { document: 'ultrasound', there: true },
        { document: 'thyroid_laboratory', there: false },
      ],
    }),
  });
  const card = await screen.findByRole('region', { name: 'Haben Sie alles dabei?' });
  expect(card).toHaveTextContent('Von 2 Unterlagen, die hier meist gebraucht werden, haben Sie 1.');
  const [first, second] = within(card).getAllByRole('listitem');
  expect(first).toHaveTextContent('erledigt: Ultraschall');
  expect(second).toHaveTextContent('offen: Laborbefund, am besten mit TSH');
  expect(within(card).getByRole('link', { name: 'Unterlagen hinzufügen' })).toHaveAttribute(
    'href',
    expect.stringContaining('/documents/new?back=send'),
  );
  expect(await screen.findByRole('button', { name: /^An .* senden/ })).toBeEnabled();
});

describe('with a health profile', () => {
  const profile = aHealthProfile({ allergies: 'Penicillin', version: 2, confirmed_at: '2026-10-30T09:00:00.000Z' });
  const { anamnesis } = aRequestPreview();

  test('sending requires that the patient confirms the health details', async () => {
    await open({
      previewRequest: aRequestPreview({
        health_profile: profile,
        anamnesis: { ...anamnesis, allergies: 'Penicillin' },
      }),
      sendToDoctor: aRequest(),
    });
    const user = userEvent.setup();
    expect(await screen.findByText('Wie im Gesundheitsprofil, zuletzt bestätigt am 30.10.2026.')).toBeVisible();
    await user.click(await screen.findByRole('checkbox', { name: /Ich willige ein/ }));
    const button = screen.getByRole('button', { name: /senden$/ });
    await user.click(button);
    expect(await screen.findByRole('alert')).toHaveTextContent('Bitte bestätigen Sie, dass die Angaben noch stimmen');
    expect(api.callsOf('sendToDoctor')).toHaveLength(0);
    await user.click(screen.getByRole('checkbox', { name: /stimmen noch/ }));
    await user.click(button);
    await waitFor(() => expect(api.callsOf('sendToDoctor')).toHaveLength(1));
    expect(api.callsOf('sendToDoctor')[0]?.body).toMatchObject({ consent: true, health_confirmed: true });
  });

  test('changed health details of the case can be kept for the next one', async () => {
    await open({
      previewRequest: aRequestPreview({ health_profile: profile, anamnesis: { ...anamnesis, allergies: 'Keine' } }),
      saveHealthProfile: profile,
    });
    expect(await screen.findByText(/^Anders als im Gesundheitsprofil: Allergien/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Ins Gesundheitsprofil übernehmen' }));
    await waitFor(() => expect(api.callsOf('saveHealthProfile')).toHaveLength(1));
    expect(api.callsOf('saveHealthProfile')[0]?.body).toEqual({
      medication: '',
      medication_list: null,
      allergies: 'Keine',
      operations: '',
      previous_illnesses: '',
      version: 2,
    });
  });
});

test("shows the answers to the doctor's own form, and asks for required ones before sending", async () => {
  const doctor = aRequestPreview().doctor;
  const [job, weight] = [aFormField(), aFormField({ label_de: 'Gewicht', required: true })];
  const offered_form = { version: 1, fields: [job, weight], answers: { [job.id]: 'Glasbläserin' } };
  await open({
    previewRequest: aRequestPreview({
      doctor,
      offered_form,
      specialty_forms: [{ doctor: { id: doctor.id, name: doctor.name }, ...offered_form }],
      missing: ['form_incomplete'],
    }),
  });
  const part = within(await screen.findByRole('region', { name: /^Zusatzangaben für/ }));
  expect(part.getByText('Glasbläserin')).toBeVisible();
  expect(part.getByText(/Gewicht/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Angaben ergänzen' })).toHaveAttribute(
    'href',
    `/patient/process/${theCase.id}/forms?back=send#specialty_form`,
  );
  expectNothingAsked();
});
