// The cases of the screens: the demo's, and one per kind of answer.
import { PDFDocument, StandardFonts } from 'pdf-lib';

const inDays = (days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
/** @type {Record<string, { answer: string, todo: string, aufgabeTitel?: string, [field: string]: unknown }>} */
const answers = {
  final_answer: {
    answer: 'Die Werte sind gut. Eine Operation ist nicht nötig. Kontrollieren Sie den Blutdruck weiter einmal am Tag.',
    todo: 'none',
  },
  question_to_patient: {
    answer: 'Haben Sie beim Treppensteigen Luftnot? Seit wann?',
    aufgabeTitel: 'Frage beantworten',
    todo: 'answer_question',
  },
  further_documents_needed: {
    answer: 'Bitte schicken Sie noch das Langzeit-EKG vom Oktober.',
    aufgabeTitel: 'Langzeit-EKG hochladen',
    todo: 'upload_documents',
  },
  unable_to_do_anything: {
    answer: 'Aus den Unterlagen lässt sich das nicht beurteilen.',
    reason: 'Das EKG ist nicht lesbar.',
    next_step: 'Lassen Sie in Ihrer Hausarztpraxis ein neues EKG schreiben.',
    todo: 'none',
  },
  recommendation_different_physician: {
    answer:
      'Ihre Beschwerden kommen eher von der Schilddrüse. Bitte wenden Sie sich an eine Praxis für Endokrinologie.',
    recommended_specialty: 'Endokrinologie',
    todo: 'see_doctor',
    aufgabeTitel: 'Termin vereinbaren',
  },
  schedule_appointment: {
    answer: 'Ich möchte Sie gern selbst untersuchen.',
    appointments: [7, 8, 12].map((days) => `${inDays(days)}T09:30:00.000Z`),
    appointment_place: 'Ambulanz, Kerpener Straße 62, 50937 Köln',
    todo: 'book_appointment',
    aufgabeTitel: 'Termin wählen',
  },
};

const aLetter = async (words) => {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([595, 842]);
  page.drawText(words, { x: 60, y: 760, size: 14, font: await pdf.embedFont(StandardFonts.Helvetica) });
  return Buffer.from(await pdf.save());
};

const openCase = async (patient, patientId, doctorId, case_name) => {
  const { id } = await patient.post('/api/process', {
    case_name,
    patient: patientId,
    doctor: doctorId,
    diagnosis: 'Bluthochdruck',
    medical_history: 'Seit drei Jahren, seit dem Sommer mit Herzklopfen am Abend.',
    questions: ['Muss ich mehr Tabletten nehmen?'],
  });
  const multipart = { File: { name: 'Arztbrief.pdf', mimeType: 'application/pdf', buffer: await aLetter(case_name) } };
  const [{ documentId, document }] = await patient.call('POST', `/api/individualdocument/post/${id}`, { multipart });
  return { id, documentId, version: document.version };
};
const describe = (patient, { documentId, version }) =>
  patient.post(`/api/metadata/${documentId}`, {
    document_medical_kind: "Doctor's letter",
    source_kind: "Doctor's practice",
    issue_date: inDays(-20),
    source_name: 'Praxis am Markt',
    version,
  });

/** A patient's cases by kind of answer, and two unsent ones, one of them ready to send. */
const answeredCases = async (patient, doctor) => {
  const [{ id: patientId }] = (await patient.get('/api/patientsoverview')).items;
  const [{ id: doctorId }] = await patient.get('/api/doctors?search=Vogel');
  const byKind = {};
  for (const [kind, { todo, ...answer }] of Object.entries(answers)) {
    const opened = await openCase(patient, patientId, doctorId, `Blutdruck am Abend ${Object.keys(byKind).length + 1}`);
    await describe(patient, opened);
    await patient.post(`/api/buttonaufgabe/patient/${opened.id}`, { consent: true });
    const { questions } = await doctor.get(`/api/processoverview/${opened.id}`);
    const question_answers = questions.map(({ id: question_id }) => ({
      question_id,
      text: 'Nein, die jetzige Menge reicht.',
    }));
    await doctor.post(`/api/buttonaufgabe/doctor/${opened.id}/${kind}/${todo}`, {
      aufgabeTitel: '',
      deadline: inDays(7),
      ...(answer.aufgabeTitel && { todo_content: answer.aufgabeTitel }),
      ...answer,
      ...(kind === 'final_answer' && { question_answers }),
    });
    byKind[kind] = opened.id;
  }
  const draft = await openCase(patient, patientId, doctorId, 'Herzklopfen am Abend');
  const ready = await openCase(patient, patientId, doctorId, 'Blutdruck am Morgen');
  await describe(patient, ready);
  return { byKind, draft: { ...draft, caseId: draft.id }, ready: ready.id, patientId };
};

/** A person of somebody else whom the patient may read along, and act for. */
const sharedPerson = async (owner, reader, patientId) => {
  await owner.post(`/api/patients/${patientId}/readers`, {
    email: 'patient@konsil.example',
    until: inDays(90),
    role: 'act',
  });
  const [{ id }] = await reader.get('/api/readers');
  await reader.post(`/api/readers/${id}/answer`, { accepts: true });
  return id;
};

const idOf = async (doctor) => (await doctor.get('/account/isloggedin')).user_patient_id;

/** A clinic whose doctors take cases together, with one case in its pool, and an image archive that does not answer. */
const pooledCase = async (operator, patient, doctors, patientId) => {
  const clinic = await operator.post('/api/console/clinics', {
    name: 'Klinikum am Stadtpark',
    sender_name: '',
    accent: '#1f5f7a',
    imprint_de: 'Klinikum am Stadtpark gGmbH, Am Stadtpark 1, 50667 Köln',
    imprint_en: '',
    sites: [{ name: 'Haupthaus', street: 'Am Stadtpark 1', zipcode: '50667', city: 'Köln', phone: '0221 123456' }],
  });
  await operator.call('PUT', `/api/console/clinics/${clinic.id}/image-archive`, {
    data: { url: 'http://127.0.0.1:9/dicom-web', sign_in: 'basic', name: 'konsil', password: 'x', token: '' },
  });
  await operator.post(`/api/console/clinics/${clinic.id}/pool`, { on: true });
  for (const doctor of doctors)
    await operator.post(`/api/console/clinics/${clinic.id}/doctors`, {
      doctor: await idOf(doctor),
      site: null,
      belongs: true,
    });
  const opened = await openCase(patient, patientId, await idOf(doctors[0]), 'Blutdruck nach dem Sport');
  await describe(patient, opened);
  await patient.post(`/api/buttonaufgabe/patient/${opened.id}`, { consent: true });
  await patient.call('PUT', `/api/process/${opened.id}/pool/consent`, { data: { clinic: clinic.id, allows: true } });
  await doctors[0].call('PUT', `/api/process/${opened.id}/pool`, { data: { clinic: clinic.id } });
  const { items } = await doctors[1].get(`/api/pools/${clinic.id}/cases`);
  return { clinicId: clinic.id, stayId: items[0].id };
};

/** Two versions of the privacy notice. Everybody has read the first, so that its dialog covers no screen. */
const consoleTexts = async (operator, readers) => {
  const version = (text, after) =>
    operator.post('/api/console/legal', {
      kind: 'privacy',
      text_de: `# Datenschutz\n\n${text}`,
      text_en: `# Privacy\n\n${text}`,
      changes_de: 'Die Anschrift ist neu.',
      changes_en: 'The address is new.',
      holds_from: inDays(after ? 30 : 0),
      after,
    });
  const { id: first } = await version('Klinikum am Stadtpark, Köln.', null);
  for (const reader of readers) await reader.post(`/account/legal/${first}/accept`);
  const { id: versionId } = await version('Klinikum am Stadtpark, Bonn.', first);
  return { versionId };
};

const allCases = async (person) => (await person.get('/api/process?limit=200')).items;
const ownTodo = async (person, caseId) =>
  (await person.get(`/api/aufgabenoverview/${caseId}`)).items.find(({ created_by }) => created_by.mine)?.id;

const aField = (kind, label_de, label_en, more = {}) => ({
  kind,
  label_de,
  label_en,
  help_de: '',
  help_en: '',
  required: false,
  unit: '',
  min: '',
  max: '',
  choices: [],
  ...more,
});
/** The fields that an operator gave to the specialty of the demo's doctor. */
const specialtyForm = (operator) =>
  operator.call('PUT', '/api/console/specialty-form', {
    data: {
      specialty: 'Endokrine Chirurgie',
      version: 0,
      fields: [
        aField('one_of', 'Wurde der Knoten schon punktiert?', 'Has the nodule been biopsied?', {
          required: true,
          choices: [
            { label_de: 'Ja', label_en: 'Yes' },
            { label_de: 'Nein', label_en: 'No' },
          ],
        }),
        aField('number', 'Körpergewicht', 'Body weight', { unit: 'kg', min: '2', max: '300' }),
        aField('long_text', 'Welche Erkrankungen der Schilddrüse gibt es in der Familie?', ''),
      ],
    },
  });

/** All ids in the screens' URLs. */
export const createCases = async ({ patient, patient2, doctor, doctor2, operator, emptyPatient, emptyDoctor }) => {
  const answered = await answeredCases(patient2, doctor2);
  const named = (cases, name) => cases.find(({ case_name }) => case_name === name);
  const mine = await allCases(patient);
  const thyroid = named(mine, 'Knoten in der Schilddrüse');
  const { documents } = await patient.get(`/api/processoverview/${thyroid.id}`);
  const question = named(mine, 'Bandscheibe L4/L5, Zweitmeinung');
  const todo = await patient.post(`/api/aufgaben/${question.id}`, {
    title: 'Röntgenbild abholen',
    content: 'In der Praxis Nord, Montag bis 12 Uhr.',
    deadline: inDays(9),
    priority: 'normal',
    assignee: 'patient',
  });
  const inbox = await allCases(doctor);
  const [wide, scan] = [
    named(inbox, 'Nebennierentumor links, 4,1 cm'),
    documents.find(({ medical_kind_code: kind }) => ['ct', 'mri'].includes(kind)),
  ];
  const own = { todo: await ownTodo(doctor, wide.id) };
  const [{ id: doctorId }] = await patient.get('/api/doctors?search=Vogel');
  await specialtyForm(operator);
  return {
    answered,
    operator: {
      ...(await pooledCase(operator, patient2, [doctor2, doctor], answered.patientId)),
      doctorId,
      ...(await consoleTexts(operator, [patient, patient2, doctor, doctor2, emptyPatient, emptyDoctor])),
    },
    patient: {
      doctorId,
      readerId: await sharedPerson(patient2, patient, answered.patientId),
      thyroid: thyroid.id,
      question: question.id,
      todo: todo.id,
      closed: (await allCases(patient2)).find(({ status }) => status === 'closed').id,
      people: (await patient.get('/api/patientsoverview')).items.map(({ id }) => id),
      self: thyroid.patient.id,
      letter: documents.find(({ id }) => id !== scan?.id).id,
      scan: scan?.id,
    },
    doctor: {
      inbox,
      letter: documents.find(({ id }) => id !== scan?.id).id,
      scan: scan?.id,
      thyroid: named(inbox, 'Knoten in der Schilddrüse'),
      withTodo: { ...wide, ...own },
      answered: inbox.filter(({ status }) => ['answered', 'with_patient', 'closed'].includes(status)),
    },
  };
};
