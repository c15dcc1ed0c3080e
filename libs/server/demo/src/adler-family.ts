import { jakob, miriam, type DemoPeople } from './accounts.ts';
import { letterFile } from './files.ts';
import type { DemoCalendar } from './moments.ts';
import { letter, report } from './sources.ts';
import type { DemoActions } from './stage.ts';

/** More cases of the first account: a child's knee, and a slipped disc with a question back. */
export const playAdlerFamily = async (stage: DemoActions, cast: DemoPeople, calendar: DemoCalendar): Promise<void> => {
  const { actor, patientId } = cast.miriam;
  const child = await stage.patient(actor, 'child', jakob, calendar.workdaysAgo(9, '20:00'));
  const knee = await stage.open(actor, calendar.workdaysAgo(2, '19:10'), {
    case_name: 'Knieschmerzen nach Sportunfall',
    patient: child,
    doctor: cast.keil.accountId,
    diagnosis: 'Schmerzen im linken Knie seit einem Sturz beim Handball',
    medical_history:
      'Vor zwei Wochen beim Handball gestürzt. Das Knie war dick und wird beim Treppensteigen noch unsicher.',
    questions: ['Braucht Jakob eine Kernspin-Untersuchung?', 'Ab wann darf er wieder trainieren?'],
  });
  await stage.upload(
    actor,
    calendar.workdaysAgo(2, '19:18'),
    knee,
    await letterFile(
      report(
        'first_aid_certificate',
        'Notaufnahmebericht',
        13,
        'klinikum',
        'Dr. Lena Brück, Notaufnahme',
        ['Unfallhergang', 'Verdrehung des linken Knies beim Handball. Ankunft um 18.40 Uhr.'],
        ['Befund', 'Erguss links, Beugung bis 90 Grad, kein vorderes Schubladenphänomen. Röntgen ohne Bruch.'],
        ['Behandlung', 'Schonung, Kühlung, Unterarmgehstützen. Kontrolle in einer Woche.'],
      ),
      jakob,
      calendar,
    ),
  );
  await stage.send(actor, calendar.workdaysAgo(2, '19:25'), knee);
  await stage.message(cast.keil, calendar.workdaysAgo(1, '12:40'), knee, {
    subject: 'Bis ich geantwortet habe',
    message:
      'Guten Tag, Frau Adler, der Bericht ist da. Bitte lassen Sie Jakob bis dahin nicht trainieren. Treppen sind erlaubt.',
  });

  const back = await stage.open(actor, calendar.workdaysAgo(8, '18:30'), {
    case_name: 'Bandscheibe L4/L5, Zweitmeinung',
    patient: patientId,
    doctor: cast.ohlsen.accountId,
    diagnosis: 'Bandscheibenvorfall L4/L5 links',
    medical_history: 'Seit Juli Schmerzen im linken Bein bis zum Fuß. Krankengymnastik hat etwas geholfen.',
    questions: ['Ist eine Operation nötig?'],
  });
  await stage.upload(
    actor,
    calendar.workdaysAgo(8, '18:36'),
    back,
    await letterFile(
      letter(
        40,
        'radiologie',
        'Dr. Moritz Behrens, Facharzt für Radiologie',
        [
          'MRT der Lendenwirbelsäule',
          'Vorfall der Bandscheibe L4/L5 links mediolateral mit Kontakt zur Wurzel L5. Der Wirbelkanal ist nicht verengt.',
        ],
        ['Beurteilung', 'Bandscheibenvorfall L4/L5 links. Keine Zeichen einer akuten Nervenschädigung.'],
      ),
      miriam,
      calendar,
    ),
  );
  await stage.send(actor, calendar.workdaysAgo(8, '18:41'), back);
  await stage.look(cast.ohlsen, calendar.workdaysAgo(4, '13:02'), back);
  await stage.answer(
    cast.ohlsen,
    calendar.workdaysAgo(1, '13:20'),
    back,
    'question_to_patient',
    {
      aufgabeTitel: 'Fragen von Dr. Ohlsen beantworten',
      deadline: calendar.day(-4),
      todo_content: 'Bitte antworten Sie als Nachricht im Fall.',
      answer:
        'Guten Tag, Frau Adler,\n\nbevor ich rate: Können Sie auf den Zehenspitzen und auf den Fersen gehen? Ist ein Teil des Fußes taub? Und wie weit können Sie ohne Schmerzen laufen?\n\nRuth Ohlsen',
    },
    'answer_question',
  );
};
