// Every screen by its route pattern; several where it has variants.
import { photographedPage } from './photo.mjs';

const signedOut = '';

/** Submits the first form of the page unchanged. */
const submit = (page) => page.locator('main form [type=submit]').first().click();
/** Selects the kind of answer: from cards, or from a list where there is little room. */
const choose = (kind) => async (page) => {
  const control = page.locator(`main :is(input[type=radio][value=${kind}], select:has([value=${kind}]))`);
  await ((await control.evaluate(({ tagName }) => tagName)) === 'SELECT'
    ? control.selectOption(kind)
    : control.check({ force: true }));
};
/** Adds a field with answers to choose from to the form of a doctor or a specialty. */
const addField = async (page) => {
  await page.getByRole('button', { name: /^(Feld hinzufügen|Add field)$/ }).click();
  await page.locator('main select:has([value=one_of])').last().selectOption('one_of');
};
const findPerson = async (page) => {
  await page.locator('main input[name=email]').fill('patient');
  await submit(page);
};
/** Opens the form of a clinic's image archive, and sends it without credentials. */
const changeArchive = async (page) => {
  await page.getByRole('button', { name: /^(Verbindung ändern|Change the connection)$/ }).click();
  await page.getByRole('dialog').locator('[type=submit]').click();
};
/** Opens the dialog that passes on the first case of the inbox, from the bar or from the menu of its row. */
const passOn = async (page) => {
  const named = /^(Weitergeben|Pass on)/;
  const more = page.locator('main').getByRole('button', { name: /^(Mehr|More): / });
  const inBar = page.locator('[data-list-bar]').getByRole('button', { name: named });
  await more.or(inBar).first().waitFor();
  if (await inBar.isVisible()) await inBar.click();
  else {
    await more.first().click();
    await page.getByRole('menuitem', { name: named }).click();
  }
  await page.getByRole('dialog').getByRole('combobox').first().waitFor();
};
const searchArchive = async (page) => {
  await page.locator('main input[name=patient_number]').fill('K 4711');
  await submit(page);
  await page.getByRole('alert').waitFor();
};
/** Photographs a page, and waits until its corners can be moved. */
const photograph = async (page) => {
  await page
    .locator('input[type=file][capture]')
    .first()
    .setInputFiles([await photographedPage('Befund.jpg')]);
  await page.getByRole('slider').first().waitFor();
};
const search = (words) => (page) => page.getByRole('searchbox').fill(words);
const kinds = [
  'question_to_patient',
  'further_documents_needed',
  'unable_to_do_anything',
  'recommendation_different_physician',
  'schedule_appointment',
];

/** The ways in which data can load slowly or fail. */
const late = [
  { name: 'loading', api: 'waits' },
  { name: 'failing', api: 'fails' },
  { name: 'offline', api: 'offline' },
];
const asAll = (as, path, empty) => [
  { as, path },
  ...late.map((state) => ({ as, path, ...state })),
  ...(empty ? [{ as: empty, path, name: 'empty' }] : []),
];

/** Nothing has this id: the page says so. */
const nobody = '00000000-0000-4000-8000-000000000000';

/** The signed-out pages of both portals. */
const publicPages = {
  '/help': [{ as: signedOut, path: '/help' }],
  '/error': ['', '?error=SessionRequired', '?error=OAuthSignin'].map((query, index) => ({
    as: signedOut,
    path: `/error${query}`,
    ...(index && { name: `kind ${index}` }),
  })),
  '/logout': [{ as: signedOut, path: '/logout' }],
  '/impressum': [{ as: signedOut, path: '/impressum' }],
  '/datenschutz/:version?': [
    { as: signedOut, path: '/datenschutz' },
    { as: signedOut, path: '/datenschutz/1', name: 'missing' },
  ],
  '/nutzungsbedingungen/:version?': [
    { as: signedOut, path: '/nutzungsbedingungen', name: 'empty' },
    { as: signedOut, path: '/nutzungsbedingungen/1', name: 'missing' },
  ],
  '/forgot-password': [
    { as: signedOut, path: '/forgot-password' },
    { as: signedOut, path: '/forgot-password', name: 'errors', act: submit },
  ],
  '/reset-password': [
    { as: signedOut, path: '/reset-password' },
    { as: signedOut, path: '/reset-password#token=abcdefghijkl', name: 'errors', act: submit },
  ],
  '/register/confirm': [
    { as: signedOut, path: '/register/confirm' },
    { as: signedOut, path: '/register/confirm#token=abcdefghijkl', name: 'link' },
  ],
  '/login': [
    { as: signedOut, path: '/login' },
    { as: signedOut, path: '/login', name: 'errors', act: submit },
  ],
  '/second-factor': [{ as: signedOut, path: '/second-factor' }],
  '/*': [{ as: signedOut, path: '/nowhere' }],
};
/** The account pages of each portal. */
const accountPages = (role) => ({
  [`/${role}/account`]: [{ as: role, path: `/${role}/account` }],
  [`/${role}/settings`]: [{ as: role, path: `/${role}/settings` }],
  [`/${role}/contact`]: [
    { as: role, path: `/${role}/contact` },
    { as: role, path: `/${role}/contact`, name: 'errors', act: submit },
  ],
  [`/${role}/support`]: [{ as: role, path: `/${role}/support` }],
});

const patientScreens = ({ answered, patient: found }) => {
  const [open, asked] = [found.thyroid, found.question].map((id) => `/patient/process/${id}`);
  const { byKind, draft, ready } = answered;
  return {
    ...publicPages,
    ...accountPages('patient'),
    '/patient/settings': [
      { as: 'patient', path: '/patient/settings' },
      { as: 'patient', path: '/patient/settings', name: 'push', grants: ['notifications'] },
    ],
    '/doctor/*': [{ as: signedOut, path: '/doctor/patients' }],
    '/': [{ as: signedOut, path: '/' }],
    '/s': [{ as: signedOut, path: '/s' }],
    '/begin': [
      { as: signedOut, path: '/begin' },
      { as: signedOut, path: '/begin', name: 'errors', act: submit },
    ],
    '/register': [
      { as: signedOut, path: '/register' },
      { as: signedOut, path: '/register', name: 'errors', act: submit },
    ],
    '/register/profile': [
      { as: 'confirmed', path: '/register/profile' },
      { as: 'confirmed', path: '/register/profile', name: 'errors', act: submit },
    ],
    '/register/code': [{ as: 'profile', path: '/register/code' }],
    '/patient': [
      ...asAll('patient', '/patient', 'emptyPatient'),
      { as: 'patient2', path: '/patient', name: 'answered' },
    ],
    '/patient/patients': [
      ...asAll('patient', '/patient/patients', 'emptyPatient'),
      { as: 'patient', path: '/patient/patients?archived=true', name: 'archive' },
    ],
    '/patient/patients/new': [
      { as: 'patient', path: '/patient/patients/new' },
      { as: 'patient', path: '/patient/patients/new', name: 'errors', act: submit },
    ],
    '/patient/patients/:patientId': found.people.map((id, index) => ({
      as: 'patient',
      path: `/patient/patients/${id}`,
      ...(index && { name: `person ${index + 1}` }),
    })),
    '/patient/patients/:patientId/edit': [{ as: 'patient', path: `/patient/patients/${found.self}/edit` }],
    '/patient/patients/:patientId/documents': [
      ...asAll('patient', `/patient/patients/${found.self}/documents`),
      { as: 'patient', path: `/patient/patients/${found.self}/documents`, name: 'nothing found', act: search('xyz') },
    ],
    '/patient/patients/:patientId/health': [{ as: 'patient', path: `/patient/patients/${found.self}/health` }],
    '/patient/patients/:patientId/epicrisis': found.people.map((id, index) => ({
      as: 'patient',
      path: `/patient/patients/${id}/epicrisis`,
      ...(index && { name: `person ${index + 1}` }),
    })),
    '/patient/process': [
      ...asAll('patient', '/patient/process', 'emptyPatient'),
      { as: 'patient', path: '/patient/process?archived=true', name: 'archive' },
    ],
    '/patient/process/new': [
      { as: 'patient', path: '/patient/process/new' },
      { as: 'patient', path: '/patient/process/new', name: 'errors', act: submit },
    ],
    '/patient/process/:caseId': [
      ...asAll('patient', open),
      { as: 'patient', path: asked, name: 'asked' },
      { as: 'patient2', path: `/patient/process/${found.closed}`, name: 'closed' },
      { as: 'patient2', path: `/patient/process/${draft.caseId}`, name: 'draft' },
      ...Object.entries(byKind).map(([kind, id]) => ({ as: 'patient2', path: `/patient/process/${id}`, name: kind })),
    ],
    '/patient/process/:caseId/edit': [{ as: 'patient2', path: `/patient/process/${draft.caseId}/edit` }],
    '/patient/process/:caseId/forms': [{ as: 'patient', path: `${open}/forms` }],
    '/patient/process/:caseId/documents': [
      ...asAll('patient', `${open}/documents`),
      { as: 'patient2', path: `/patient/process/${draft.caseId}/documents`, name: 'draft' },
    ],
    '/patient/process/:caseId/documents/new': [
      { as: 'patient', path: `${open}/documents/new` },
      { as: 'patient2', path: `/patient/process/${draft.caseId}/documents/new`, name: 'undescribed' },
      { as: 'patient2', path: `/patient/process/${draft.caseId}/documents/new`, name: 'scanner', act: photograph },
    ],
    '/patient/process/:caseId/documents/:documentId': [
      { as: 'patient', path: `${open}/documents/${found.letter}` },
      { as: 'patient', path: `${open}/documents/${found.scan}`, name: 'scan' },
      { as: 'patient2', path: `/patient/process/${draft.caseId}/documents/${draft.documentId}`, name: 'undescribed' },
    ],
    '/patient/process/:caseId/images': [
      { as: 'patient', path: `${open}/images` },
      { as: 'patient2', path: `/patient/process/${draft.caseId}/images`, name: 'empty' },
    ],
    '/patient/process/:caseId/todos': [
      { as: 'patient', path: `${asked}/todos` },
      { as: 'patient2', path: `/patient/process/${draft.caseId}/todos`, name: 'empty' },
    ],
    '/patient/process/:caseId/todos/new': [
      { as: 'patient', path: `${asked}/todos/new` },
      { as: 'patient', path: `${asked}/todos/new`, name: 'errors', act: submit },
    ],
    '/patient/process/:caseId/todos/:todoId': [{ as: 'patient', path: `${asked}/todos/${found.todo}` }],
    '/patient/process/:caseId/messages': [
      { as: 'patient', path: `${open}/messages` },
      { as: 'patient2', path: `/patient/process/${draft.caseId}/messages`, name: 'empty' },
    ],
    '/patient/process/:caseId/messages/new': [
      { as: 'patient', path: `${open}/messages/new` },
      { as: 'patient', path: `${open}/messages/new`, name: 'errors', act: submit },
    ],
    '/patient/process/:caseId/send': [
      { as: 'patient', path: `${open}/send` },
      { as: 'patient', path: `${asked}/send`, name: 'asked' },
      { as: 'patient2', path: `/patient/process/${draft.caseId}/send`, name: 'draft' },
      { as: 'patient2', path: `/patient/process/${ready}/send`, name: 'errors', act: submit },
    ],
    '/patient/process/:caseId/take-away': [{ as: 'patient', path: `${open}/take-away` }],
    '/patient/process/:caseId/share': [{ as: 'patient', path: `${open}/share` }],
    '/patient/patients/:patientId/take-away': [{ as: 'patient', path: `/patient/patients/${found.self}/take-away` }],
    '/patient/patients/:patientId/imports': asAll('patient', `/patient/patients/${found.self}/imports`),
    '/patient/imports/:importId': [{ as: 'patient', path: `/patient/imports/${nobody}`, name: 'missing' }],
    '/patient/imports/:importId/cases/:place': [
      { as: 'patient', path: `/patient/imports/${nobody}/cases/0`, name: 'missing' },
    ],
    '/patient/doctors/:doctorId': [
      { as: 'patient', path: `/patient/doctors/${found.doctorId}` },
      { as: 'patient', path: `/patient/doctors/${nobody}`, name: 'missing' },
    ],
    '/patient/clinics/:clinicId': [{ as: 'patient', path: `/patient/clinics/${nobody}`, name: 'missing' }],
    '/patient/shared': asAll('patient', '/patient/shared', 'emptyPatient'),
    '/patient/shared/:readerId': [{ as: 'patient', path: `/patient/shared/${found.readerId}` }],
    '/patient/shared/:readerId/cases/:caseId': [
      { as: 'patient', path: `/patient/shared/${found.readerId}/cases/${byKind.final_answer}`, name: 'unopened' },
      { as: 'patient', path: `/patient/shared/${found.readerId}/cases/${found.closed}` },
    ],
    '/patient/referrals': asAll('patient', '/patient/referrals'),
    '/patient/todos': asAll('patient', '/patient/todos', 'emptyPatient'),
    '/patient/messages': asAll('patient', '/patient/messages', 'emptyPatient'),
    '/patient/messages/new': [
      { as: 'patient', path: '/patient/messages/new' },
      { as: 'emptyPatient', path: '/patient/messages/new', name: 'empty' },
    ],
    '/patient/apps/authorize': [{ as: 'patient', path: '/patient/apps/authorize' }],
    '/patient/privacy': [{ as: 'patient', path: '/patient/privacy' }],
    '/patient/privacy/:patientId': [...asAll('patient', `/patient/privacy/${found.self}`)],
  };
};

const doctorScreens = ({ doctor: found, operator: { clinicId, stayId } }) => {
  const at = ({ id, patient }) => `/doctor/patient/${patient.id}/process/${id}`;
  const [open, wide] = [at(found.thyroid), at(found.withTodo)];
  const person = `/doctor/patient/${found.thyroid.patient.id}`;
  return {
    ...publicPages,
    ...accountPages('doctor'),
    '/doctor/settings': [
      { as: 'doctor', path: '/doctor/settings' },
      { as: 'doctor', path: '/doctor/settings', name: 'own form', act: addField },
    ],
    '/patient/*': [{ as: signedOut, path: '/patient/process' }],
    '/': [{ as: signedOut, path: '/' }],
    '/register/code': [{ as: signedOut, path: '/register/code' }],
    '/invitation': [
      { as: signedOut, path: '/invitation#token=abcdefghijkl' },
      { as: signedOut, path: '/invitation#token=abcdefghijkl', name: 'errors', act: submit },
    ],
    '/doctor': [
      ...asAll('doctor', '/doctor', 'emptyDoctor'),
      ...['waiting_for_patient', 'answered', 'all'].map((view) => ({
        as: 'doctor',
        path: `/doctor?view=${view}`,
        name: view,
      })),
      { as: 'doctor', path: '/doctor', name: 'pass on', act: passOn },
    ],
    '/doctor/search': [
      ...asAll('doctor', '/doctor/search', 'emptyDoctor'),
      { as: 'doctor', path: '/doctor/search', name: 'found', act: search('adl') },
      { as: 'doctor', path: '/doctor/search', name: 'none', act: search('xylophon') },
    ],
    '/doctor/patients': [
      ...asAll('doctor', '/doctor/patients', 'emptyDoctor'),
      { as: 'doctor', path: '/doctor/patients?archived=true', name: 'archive' },
    ],
    '/doctor/patient/:patientId': [
      ...asAll('doctor', person),
      { as: 'doctor', path: `/doctor/patient/${found.withTodo.patient.id}`, name: 'new' },
    ],
    '/doctor/patient/:patientId/epicrisis/edit': [
      { as: 'doctor', path: `${person}/epicrisis/edit` },
      { as: 'doctor', path: `/doctor/patient/${found.withTodo.patient.id}/epicrisis/edit`, name: 'new' },
    ],
    '/doctor/patient/:patientId/process/:caseId': [
      ...asAll('doctor', open),
      ...found.answered
        .slice(0, 3)
        .map((one, index) => ({ as: 'doctor', path: at(one), name: `answered ${index + 1}` })),
    ],
    '/doctor/patient/:patientId/process/:caseId/documents': [{ as: 'doctor', path: `${open}/documents` }],
    '/doctor/patient/:patientId/process/:caseId/images': [
      { as: 'doctor', path: `${open}/images` },
      { as: 'doctor', path: `${at(found.inbox[6])}/images`, name: 'empty' },
    ],
    '/doctor/patient/:patientId/process/:caseId/documents/new': [{ as: 'doctor', path: `${open}/documents/new` }],
    '/doctor/patient/:patientId/process/:caseId/documents/archive': [
      { as: 'doctor', path: `${open}/documents/archive` },
      { as: 'doctor', path: `${open}/documents/archive`, name: 'errors', act: submit },
      { as: 'doctor', path: `${open}/documents/archive`, name: 'unreachable', act: searchArchive },
    ],
    '/doctor/patient/:patientId/process/:caseId/documents/:documentId': [
      { as: 'doctor', path: `${open}/documents/${found.letter}` },
      { as: 'doctor', path: `${open}/documents/${found.scan}`, name: 'scan' },
    ],
    '/doctor/patient/:patientId/process/:caseId/todos/new': [
      { as: 'doctor', path: `${wide}/todos/new` },
      { as: 'doctor', path: `${wide}/todos/new`, name: 'errors', act: submit },
    ],
    '/doctor/patient/:patientId/process/:caseId/todos/:todoId': [
      { as: 'doctor', path: `${wide}/todos/${found.withTodo.todo}` },
    ],
    '/doctor/patient/:patientId/process/:caseId/:pane': [
      ...['answer', 'anamnesis', 'course', 'epicrisis', 'messages', 'todos'].map((pane) => ({
        as: 'doctor',
        path: `${open}/${pane}`,
        name: pane,
      })),
      ...kinds.map((kind) => ({ as: 'doctor', path: `${wide}/answer`, name: kind, act: choose(kind) })),
      {
        as: 'doctor',
        path: `${wide}/answer`,
        name: 'errors',
        act: async (page) => {
          await choose('final_answer')(page);
          await submit(page);
        },
      },
      { as: 'doctor', path: `${wide}/todos`, name: 'own to-do' },
    ],
    '/join': [
      { as: signedOut, path: '/join#token=abcdefghijkl' },
      { as: signedOut, path: '/join#token=abcdefghijkl', name: 'errors', act: submit },
    ],
    '/doctor/statistics': asAll('doctor', '/doctor/statistics', 'emptyDoctor'),
    '/doctor/pool': [
      ...asAll('doctor', `/doctor/pool?clinic=${clinicId}`, 'emptyDoctor'),
      { as: 'doctor', path: `/doctor/pool?clinic=${nobody}`, name: 'missing' },
    ],
    '/doctor/pool/:stayId': [
      ...asAll('doctor', `/doctor/pool/${stayId}`),
      { as: 'doctor', path: `/doctor/pool/${nobody}`, name: 'missing' },
    ],
    '/doctor/second-looks': asAll('doctor', '/doctor/second-looks', 'emptyDoctor'),
    '/doctor/second-looks/:lookId': [{ as: 'doctor', path: `/doctor/second-looks/${nobody}`, name: 'missing' }],
    '/doctor/letters': asAll('doctor', '/doctor/letters', 'emptyDoctor'),
    '/doctor/todos': asAll('doctor', '/doctor/todos', 'emptyDoctor'),
    '/doctor/messages': asAll('doctor', '/doctor/messages', 'emptyDoctor'),
    '/doctor/actions': [
      ...asAll('doctor', '/doctor/actions', 'emptyDoctor'),
      { as: 'doctor', path: '/doctor/actions', name: 'none', act: search('xylophon') },
    ],
    '/doctor/messages/new': [{ as: 'doctor', path: '/doctor/messages/new' }],
  };
};

const viewerScreens = () => ({
  '/viewer': [
    { as: 'doctor', name: 'study', images: true },
    { as: signedOut, path: '/viewer?StudyInstanceUIDs=1.2.3', name: 'no permission' },
    { as: signedOut, path: '/viewer', name: 'no study' },
  ],
});

const consoleScreens = ({ operator: { clinicId, versionId, doctorId } }) => {
  const all = (path) => asAll('operator', path);
  const { '/register/confirm': _, ...signedOutPages } = publicPages;
  const add = '/operator/clinics/new';
  return {
    ...signedOutPages,
    '/': [{ as: signedOut, path: '/' }],
    '/invitation': [
      { as: signedOut, path: '/invitation#token=abcdefghijkl' },
      { as: signedOut, path: '/invitation#token=abcdefghijkl', name: 'errors', act: submit },
    ],
    '/operator': all('/operator'),
    '/operator/people': [
      { as: 'operator', path: '/operator/people' },
      { as: 'operator', path: '/operator/people', name: 'found', act: findPerson },
    ],
    '/operator/doctors': [
      { as: 'operator', path: '/operator/doctors' },
      { as: 'operator', path: '/operator/doctors', name: 'errors', act: submit },
    ],
    '/operator/people/:doctorId': [
      ...all(`/operator/people/${doctorId}`),
      { as: 'operator', path: `/operator/people/${doctorId}`, name: 'errors', act: submit },
      { as: 'operator', path: `/operator/people/${nobody}`, name: 'missing' },
    ],
    '/operator/clinics': all('/operator/clinics'),
    '/operator/clinics/new': [
      { as: 'operator', path: add },
      { as: 'operator', path: add, name: 'errors', act: submit },
    ],
    '/operator/clinics/:clinicId': [
      ...all(`/operator/clinics/${clinicId}`),
      { as: 'operator', path: `/operator/clinics/${clinicId}`, name: 'archive', act: changeArchive },
      { as: 'operator', path: `/operator/clinics/${nobody}`, name: 'missing' },
    ],
    '/operator/letters': all('/operator/letters'),
    '/operator/legal': all('/operator/legal'),
    '/operator/legal/:kind/new': [
      { as: 'operator', path: '/operator/legal/privacy/new' },
      { as: 'operator', path: '/operator/legal/privacy/new', name: 'errors', act: submit },
    ],
    '/operator/legal/versions/:versionId': all(`/operator/legal/versions/${versionId}`),
    '/operator/forms': [
      ...all('/operator/forms'),
      { as: 'operator', path: '/operator/forms', name: 'none', act: search('xylophon') },
    ],
    '/operator/forms/:specialty': [
      { as: 'operator', path: '/operator/forms/Radiologie' },
      { as: 'operator', path: '/operator/forms/Radiologie', name: 'own form', act: addField },
      { as: 'operator', path: '/operator/forms/Endokrine%20Chirurgie', name: 'saved' },
    ],
    '/operator/log': all('/operator/log'),
    '/operator/limits': all('/operator/limits'),
    '/operator/account': [{ as: 'operator', path: '/operator/account' }],
  };
};

const named = (portal, pattern, { name, ...screen }) => ({
  ...screen,
  portal,
  title: [
    portal,
    pattern
      .replace(/\/process|^\/(patient|doctor|operator)(?=\/)/g, '')
      .replace(/[^\w]+/g, '-')
      .replace(/^-|-$/g, '') || (pattern === '/' ? 'start' : pattern.endsWith('*') ? 'other-portal' : 'cases'),
    ...(name ? [name.replace(/\W+/g, '-')] : []),
  ].join('-'),
});

const tablesOf = (cases) => ({
  patient: patientScreens(cases),
  doctor: doctorScreens(cases),
  operator: consoleScreens(cases),
  viewer: viewerScreens(),
});

/** Placeholder for data that does not affect the names of the screens. */
const anything = () =>
  new Proxy(() => anything(), {
    get: (_, name) => {
      if (name === Symbol.toPrimitive) return () => 'any';
      if (name === Symbol.iterator) return undefined;
      return ['map', 'slice', 'filter'].includes(String(name)) ? () => [] : anything();
    },
    ownKeys: () => [],
  });

/**
 * All mismatches: addresses of a portal that no screen shows, and screens of pages that no portal has.
 * @param patterns each portal's addresses (routes.mjs)
 * @param tables the screens of each portal by address
 */
export const unmatched = (patterns, tables = tablesOf(anything())) =>
  Object.entries(patterns).flatMap(([portal, known]) => [
    ...known.filter((pattern) => !tables[portal][pattern]).map((pattern) => `${portal}: no screen shows ${pattern}`),
    ...Object.keys(tables[portal])
      .filter((pattern) => !known.includes(pattern))
      .map((pattern) => `${portal}: there is no page ${pattern}`),
  ]);

/**
 * All screens.
 * @param patterns each portal's addresses (routes.mjs)
 * @param cases what to put into them (cases.mjs)
 * @throws {Error} when a portal has an address that no screen shows, or a screen an address that no portal has
 */
export const allScreens = (patterns, cases) => {
  const tables = tablesOf(cases);
  const faults = unmatched(patterns, tables);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return Object.entries(tables).flatMap(([portal, table]) =>
    Object.entries(table).flatMap(([pattern, screens]) => screens.map((screen) => named(portal, pattern, screen))),
  );
};
