import { thomas, type DemoPeople } from './accounts.ts';
import { letterFile } from './files.ts';
import type { DemoCalendar } from './moments.ts';
import { chestCt } from './pictures.ts';
import { lab, letter, report, sources } from './sources.ts';
import type { DemoActions } from './stage.ts';

const ablation = [
  letter(
    48,
    'kardio',
    'Dr. Mira Lenz, Fachärztin für Kardiologie',
    ['Diagnose', 'Anfallsweises Vorhofflimmern seit 2024, zuletzt zwei Episoden im Monat. CHA2DS2-VASc 2.'],
    [
      'Langzeit-EKG',
      'In 72 Stunden eine Episode von 5 Stunden mit einer mittleren Frequenz von 118/min, sonst Sinusrhythmus.',
    ],
    ['Vorschlag', 'Ablation der Lungenvenen. Der Patient wünscht vorher eine zweite Meinung.'],
  ),
  report('consultation', 'Echokardiografie', 46, 'kardio', 'Dr. Mira Lenz', [
    'Befund',
    'Linker Vorhof 42 mm, linke Kammer normal groß, Pumpfunktion 58 %. Keine bedeutsame Klappenerkrankung.',
  ]),
  report('medication_plan', 'Medikationsplan', 30, 'kardio', 'Dr. Mira Lenz', [
    'Dauermedikation',
    'Apixaban 5 mg: morgens und abends. Bisoprolol 2,5 mg: morgens. Atorvastatin 20 mg: abends.',
  ]),
];

/** The second pair: atrial fibrillation with messages going on, and an earlier answered case. */
export const playThomasBrandt = async (stage: DemoActions, cast: DemoPeople, calendar: DemoCalendar): Promise<void> => {
  const { actor, patientId } = cast.thomas;
  const doctor = cast.vogel;

  const pressure = await stage.open(actor, calendar.workdaysAgo(34, '17:40'), {
    case_name: 'Blutdruck am Morgen zu hoch',
    patient: patientId,
    doctor: doctor.accountId,
    diagnosis: 'Bluthochdruck',
    medical_history: 'Morgens messe ich oft über 150. Tagsüber ist es besser.',
    questions: ['Soll ich die Tablette lieber abends nehmen?'],
  });
  await stage.upload(
    actor,
    calendar.workdaysAgo(34, '17:46'),
    pressure,
    await letterFile(
      report('other_test', 'Langzeit-Blutdruckmessung', 55, 'kardio', 'Dr. Mira Lenz', [
        'Ergebnis',
        'Mittelwert am Tag 136/84, in der Nacht 128/79, zwischen 5 und 7 Uhr 152/93 mmHg.',
      ]),
      thomas,
      calendar,
    ),
  );
  await stage.send(actor, calendar.workdaysAgo(34, '17:50'), pressure);
  const asked = (await stage.questionIds(pressure)).map((question_id) => ({
    question_id,
    text: 'Ja. Nehmen Sie das Mittel zwei Wochen lang abends und messen Sie morgens weiter. Meist genügt das.',
  }));
  const advice = await stage.answer(doctor, calendar.workdaysAgo(31, '11:15'), pressure, 'final_answer', {
    aufgabeTitel: '',
    question_answers: asked,
    answer:
      'Guten Tag, Herr Brandt,\n\ndie Werte sind nur in den frühen Morgenstunden erhöht. Mit der Einnahme am Abend lässt sich das gut behandeln. Eine weitere Tablette brauchen Sie im Moment nicht.\n\nKatharina Vogel',
  });
  await stage.readAnswer(actor, calendar.workdaysAgo(31, '18:20'), pressure, advice);
  await stage.close(actor, calendar.workdaysAgo(20, '18:00'), pressure);

  const caseId = await stage.open(actor, calendar.workdaysAgo(12, '17:10'), {
    case_name: 'Vorhofflimmern, Zweitmeinung zur Ablation',
    patient: patientId,
    doctor: doctor.accountId,
    diagnosis: 'Anfallsweises Vorhofflimmern',
    medical_history:
      'Etwa zweimal im Monat stolpert das Herz über Stunden. Danach bin ich einen Tag müde. Ich nehme Apixaban.',
    questions: ['Hilft mir eine Ablation auf Dauer?', 'Muss ich den Blutverdünner danach weiter nehmen?'],
  });
  for (const [index, item] of ablation.entries())
    await stage.upload(
      actor,
      calendar.workdaysAgo(12, `17:2${index}`),
      caseId,
      await letterFile(item, thomas, calendar),
    );
  await stage.send(actor, calendar.workdaysAgo(12, '17:30'), caseId);
  await stage.look(doctor, calendar.workdaysAgo(10, '09:40'), caseId);
  const answer = await stage.answer(
    doctor,
    calendar.workdaysAgo(9, '10:05'),
    caseId,
    'further_documents_needed',
    {
      aufgabeTitel: 'Schilddrüsenwerte und CT hochladen',
      deadline: calendar.day(-3),
      todo_content: 'Das CT vom Frühjahr liegt in der Radiologie als CD vor.',
      answer:
        'Guten Tag, Herr Brandt,\n\nvor einem Rat zur Ablation möchte ich die Schilddrüsenwerte und das CT des Brustkorbs vom Frühjahr sehen.\n\nKatharina Vogel',
    },
    'upload_documents',
  );
  await stage.readAnswer(actor, calendar.workdaysAgo(9, '12:00'), caseId, answer);
  const ctDay = calendar.day(205);
  await stage.upload(
    actor,
    calendar.workdaysAgo(2, '08:02'),
    caseId,
    await letterFile(
      lab(
        6,
        [
          ['TSH', '1,42 mU/l', '0,40 – 4,00'],
          ['Kalium', '4,3 mmol/l', '3,5 – 5,1'],
          ['Kreatinin', '0,98 mg/dl', '0,70 – 1,20'],
          ['NT-proBNP', '212 ng/l', '< 222'],
        ],
        '',
        'laborFreiburg',
      ),
      thomas,
      calendar,
    ),
  );
  await stage.upload(actor, calendar.workdaysAgo(2, '08:06'), caseId, {
    name: 'CT Thorax.dcm',
    type: 'application/dicom',
    bytes: chestCt(thomas, ctDay, 2),
    kind: 'ct',
    source: sources.radiologie,
    day: ctDay,
  });
  await stage.send(actor, calendar.workdaysAgo(2, '08:10'), caseId);
  await stage.tick(actor, calendar.workdaysAgo(2, '08:11'), answer);
  await stage.prioritize(doctor, calendar.workdaysAgo(1, '08:30'), caseId, 'normal');
  await stage.message(doctor, calendar.workdaysAgo(1, '08:34'), caseId, {
    subject: 'Unterlagen sind da',
    message:
      'Guten Tag, Herr Brandt, danke, das CT lässt sich gut öffnen. Ich melde mich nach der Besprechung in der Rhythmusambulanz.',
  });
  await stage.todo(actor, calendar.workdaysAgo(1, '19:00'), caseId, {
    title: 'Anfälle aufschreiben',
    content: 'Datum, Dauer, Puls und was vorher war.',
    deadline: calendar.day(-10),
    priority: 'undefined',
    assignee: 'patient',
  });
  await stage.epicrisis(doctor, calendar.workdaysAgo(9, '09:58'), patientId, {
    version: 0,
    release: true,
    content: {
      occasion: 'Zweitmeinung vor Ablation.',
      diagnoses: 'Anfallsweises Vorhofflimmern, CHA2DS2-VASc 2.\nArterielle Hypertonie.',
      course: 'Seit 2024, zuletzt zwei Episoden im Monat unter Bisoprolol.',
      findings: 'Linker Vorhof 42 mm, Pumpfunktion 58 %.',
      assessment: 'Ablation grundsätzlich geeignet, Schilddrüse vorher ausschließen.',
      recommendation: 'TSH und CT ergänzen.',
      open_questions: 'Schlafapnoe?',
      plain_language:
        'Ihr Herz kommt anfallsweise aus dem Takt. Eine Verödung kann helfen. Vorher prüfen wir die Schilddrüse.',
    },
  });
};
