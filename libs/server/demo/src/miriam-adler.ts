import { drawUltrasound, chestCt } from './pictures.ts';
import { germanDay, type DemoCalendar } from './moments.ts';
import { miriam, type DemoPeople } from './accounts.ts';
import { lab, letter, report, sources } from './sources.ts';
import { letterFile, picture } from './files.ts';
import type { DemoActions } from './stage.ts';

const questions = [
  'Muss der Knoten operiert werden?',
  'Kann ich mit einer Operation bis zum Frühjahr warten?',
  'Welche Risiken hat eine Operation für meine Stimme?',
];

const firstLetters = [
  letter(
    162,
    'roth',
    'Dr. Hannes Roth, Facharzt für Allgemeinmedizin',
    [
      'Überweisung',
      'Tastbarer Knoten am Hals rechts, von der Patientin im März bemerkt. Kein Druckgefühl, keine Heiserkeit. Ich bitte um Abklärung mit Ultraschall und Szintigrafie.',
    ],
    ['Vorerkrankungen', 'Arterielle Hypertonie, gut eingestellt. Keine Voroperation am Hals.'],
  ),
  letter(
    61,
    'nuklear',
    'Dr. Ines Falk, Fachärztin für Nuklearmedizin',
    [
      'Ultraschall',
      'Im rechten Schilddrüsenlappen ein echoarmer Knoten von 23 mm, scharf begrenzt, ohne Mikroverkalkungen (TI-RADS 4). Im März waren es 17 mm. Links unauffällig, keine auffälligen Lymphknoten.',
    ],
    ['Szintigrafie', 'Der Knoten speichert nicht, er ist szintigrafisch kalt.'],
    ['Empfehlung', 'Feinnadelpunktion des Knotens und chirurgische Vorstellung.'],
  ),
  lab(
    38,
    [
      ['TSH', '4,18 mU/l', '0,40 – 4,00'],
      ['fT3', '3,1 ng/l', '2,0 – 4,4'],
      ['fT4', '10,9 ng/l', '9,3 – 17,0'],
      ['Anti-TPO', '28 IU/ml', '< 34'],
    ],
    'TSH gering erhöht, freie Hormone im Normbereich.',
  ),
  report(
    'medication_plan',
    'Medikationsplan',
    50,
    'roth',
    'Dr. Hannes Roth',
    [
      'Dauermedikation',
      'Ramipril 5 mg: morgens 1 Tablette, gegen hohen Blutdruck. L-Thyroxin 50 µg: morgens 1 Tablette nüchtern, für die Schilddrüse.',
    ],
    ['Bei Bedarf', 'Ibuprofen 400 mg, höchstens 2 Tabletten am Tag.'],
  ),
];
const newLetters = [
  report(
    'histology',
    'Zytologischer Befund',
    12,
    'pathologie',
    'PD Dr. Carl Eggers, Facharzt für Pathologie',
    [
      'Material',
      'Feinnadelpunktion der Schilddrüse rechts, vier Ausstriche. Klinische Angabe: Knoten 23 mm, echoarm, TI-RADS 4.',
    ],
    [
      'Mikroskopie',
      'Viele Thyreozyten, die meisten in kleinen Follikeln, wenig Kolloid. Zellkerne leicht vergrößert mit glatter Membran, ohne Einschlüsse. Keine Mitosen, keine Nekrosen.',
    ],
    [
      'Beurteilung',
      'Follikuläre Neoplasie, Bethesda-Kategorie IV. Am Zellbild allein lässt sich ein follikuläres Karzinom nicht ausschließen.',
    ],
    ['Empfehlung', 'Abklärung am Gewebe durch Entfernung des rechten Lappens.'],
  ),
  lab(
    9,
    [
      ['TSH', '3,72 mU/l', '0,40 – 4,00'],
      ['Calcitonin', '2,1 pg/ml', '< 10,0'],
      ['Kalzium', '2,36 mmol/l', '2,15 – 2,50'],
      ['Thyreoglobulin', '31 µg/l', '< 55'],
    ],
    'Calcitonin unauffällig.',
  ),
];

const epicrisis = (diagnoses: string, assessment: string, plain_language = '') => ({
  occasion: 'Zweitmeinung bei Knoten im rechten Schilddrüsenlappen.',
  diagnoses,
  course: 'Knoten seit März bekannt, Zunahme von 17 auf 23 mm in sechs Monaten. Keine lokalen Beschwerden.',
  findings: 'Ultraschall: 23 mm, echoarm, TI-RADS 4. Szintigrafisch kalt. TSH 4,18 mU/l.',
  assessment,
  recommendation: 'Feinnadelpunktion und Calcitonin, dann erneute Vorstellung.',
  open_questions: 'Schilddrüsenkarzinome in der Familie erfragen.',
  plain_language,
});

/** The first pair: a thyroid nodule, with the doctor for the second time. */
export const playMiriamAdler = async (stage: DemoActions, cast: DemoPeople, calendar: DemoCalendar): Promise<void> => {
  const { actor, patientId } = cast.miriam;
  const doctor = cast.sandberg;
  const caseId = await stage.open(actor, calendar.workdaysAgo(16, '19:05'), {
    case_name: 'Knoten in der Schilddrüse',
    patient: patientId,
    doctor: doctor.accountId,
    questions,
    diagnosis: 'Knoten im rechten Schilddrüsenlappen, 2,3 cm',
    medical_history:
      'Den Knoten habe ich im März beim Eincremen bemerkt. Er tut nicht weh und stört beim Schlucken nicht. Im September hieß es, dass er gewachsen ist.',
  });
  await stage.forms(actor, calendar.workdaysAgo(16, '19:20'), caseId, {
    diagnosis: 'Knoten im rechten Schilddrüsenlappen, 2,3 cm',
    questions: questions.map((text) => ({ text })),
    medical_history:
      'Den Knoten habe ich im März beim Eincremen bemerkt. Er tut nicht weh und stört beim Schlucken nicht. Im September hieß es, dass er gewachsen ist.',
    anamnesis: {
      medication: 'Ramipril 5 mg morgens, L-Thyroxin 50 µg morgens nüchtern',
      allergies: 'Penicillin (Hautausschlag)',
      previous_illnesses: 'Bluthochdruck seit 2019',
      operations: 'Blinddarm 1994',
      family_history: 'Meine Mutter hatte einen Kropf und nimmt Schilddrüsenhormone.',
      lifestyle: 'Lehrerin, Nichtraucherin, singe im Chor',
    },
  });
  const sent: string[] = [];
  for (const [index, item] of firstLetters.entries())
    sent.push(
      await stage.upload(
        actor,
        calendar.workdaysAgo(16, `19:3${index}`),
        caseId,
        await letterFile(item, miriam, calendar),
      ),
    );
  for (const [daysAgo, seed, size] of [
    [262, 5, 17],
    [64, 9, 23],
  ] as const) {
    const bytes = await drawUltrasound(seed, { x: 172, y: 102, size });
    sent.push(
      await stage.upload(
        actor,
        calendar.workdaysAgo(16, `19:4${seed - 4}`),
        caseId,
        picture(
          `Ultraschall ${germanDay(calendar.day(daysAgo))}.jpg`,
          bytes,
          'sonography',
          sources.nuklear,
          calendar.day(daysAgo),
        ),
      ),
    );
  }
  const ctDay = calendar.day(57);
  sent.push(
    await stage.upload(actor, calendar.workdaysAgo(16, '19:48'), caseId, {
      name: 'CT Thorax.dcm',
      type: 'application/dicom',
      bytes: chestCt(miriam, ctDay, 1),
      kind: 'ct',
      source: sources.radiologie,
      day: ctDay,
    }),
  );
  await stage.send(
    actor,
    calendar.workdaysAgo(16, '19:55'),
    caseId,
    'Ich singe viel und mache mir Sorgen um meine Stimme.',
  );

  await stage.look(doctor, calendar.workdaysAgo(15, '08:15'), caseId, sent.slice(0, 4));
  await stage.prioritize(doctor, calendar.workdaysAgo(15, '08:24'), caseId, 'high');
  await stage.epicrisis(doctor, calendar.workdaysAgo(15, '08:31'), patientId, {
    version: 0,
    release: false,
    content: epicrisis('Knoten Schilddrüse rechts unklarer Dignität.', 'Noch offen.'),
  });
  await stage.look(doctor, calendar.workdaysAgo(13, '16:24'), caseId, sent.slice(4));
  await stage.epicrisis(doctor, calendar.workdaysAgo(13, '16:38'), patientId, {
    version: 1,
    release: true,
    content: epicrisis(
      'Knoten im rechten Schilddrüsenlappen, 23 mm, TI-RADS 4, szintigrafisch kalt.\nLatente Hypothyreose, TSH 4,18 mU/l.',
      'Beurteilung erst mit Zytologie möglich.',
      'In Ihrem rechten Schilddrüsenlappen wächst ein Knoten. Ob er gutartig ist, zeigt erst eine Zellprobe. Danach besprechen wir, was zu tun ist.',
    ),
  });
  const answer = await stage.answer(
    doctor,
    calendar.workdaysAgo(13, '16:52'),
    caseId,
    'further_documents_needed',
    {
      aufgabeTitel: 'Befund der Feinnadelpunktion und Calcitonin hochladen',
      deadline: calendar.day(-2),
      todo_content:
        'Den Befund bekommen Sie in der Praxis, die punktiert hat. Calcitonin kann Ihre Hausarztpraxis bestimmen.',
      answer:
        'Guten Tag, Frau Adler,\n\nder Knoten sieht im Ultraschall gut abgegrenzt aus. Für eine sichere Beurteilung fehlen mir noch zwei Unterlagen: der Befund der Feinnadelpunktion und der Laborwert Calcitonin. Bitte laden Sie beides hoch, sobald es da ist.\n\nMit freundlichen Grüßen\nElif Sandberg',
    },
    'upload_documents',
  );
  await stage.readAnswer(actor, calendar.workdaysAgo(12, '07:40'), caseId, answer);
  const asked = await stage.message(actor, calendar.workdaysAgo(11, '20:10'), caseId, {
    subject: 'Termin der Punktion',
    message: 'Guten Abend, die Punktion ist nächste Woche. Muss ich vorher das Ramipril absetzen?',
  });
  await stage.readMessage(doctor, calendar.workdaysAgo(10, '12:30'), asked.id);
  const replied = await stage.message(doctor, calendar.workdaysAgo(10, '12:34'), caseId, {
    subject: 'Termin der Punktion',
    message:
      'Guten Tag, Frau Adler, nein, das Ramipril können Sie weiter nehmen. Nur blutverdünnende Mittel wären wichtig, davon steht bei Ihnen nichts.',
  });
  await stage.readMessage(actor, calendar.workdaysAgo(10, '18:02'), replied.id);
  for (const [index, item] of newLetters.entries())
    await stage.upload(
      actor,
      calendar.workdaysAgo(3, `09:1${index}`),
      caseId,
      await letterFile(item, miriam, calendar),
    );
  await stage.send(actor, calendar.workdaysAgo(3, '09:20'), caseId, 'Jetzt ist alles da.');
  await stage.tick(actor, calendar.workdaysAgo(3, '09:21'), answer);
  await stage.message(actor, calendar.workdaysAgo(1, '21:15'), caseId, {
    subject: 'Chorprobe',
    message: 'Noch eine Frage: Darf ich bis zur Entscheidung weiter im Chor singen?',
  });
  await stage.todo(doctor, calendar.workdaysAgo(1, '08:05'), caseId, {
    title: 'Fall im endokrinologischen Konsil vorstellen',
    content: 'Frau Lindner um Meinung zur Ausdehnung der Operation bitten.',
    deadline: calendar.day(-3),
    priority: 'high',
    assignee: 'doctor',
  });
};
