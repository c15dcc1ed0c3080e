import type { PracticeCase } from './practice.ts';
import { lab, letter, report } from './sources.ts';

const regards = '\n\nMit freundlichen Grüßen\nElif Sandberg';

/** Cases waiting for a patient, and answered ones. */
export const answeredCases: PracticeCase[] = [
  {
    person: ['Ingrid', 'Schäfer', 'F', '1958-07-19', 'Mauritiuswall', '40', '50676', 'Köln'],
    name: 'Nebenschilddrüse nach Voroperation',
    sent: [9, '10:10'],
    priority: 'normal',
    diagnosis: 'Anhaltend erhöhtes Parathormon',
    history: 'Im April wurde eine Nebenschilddrüse entfernt, die Werte blieben hoch.',
    questions: ['Wurde die falsche entfernt?'],
    letters: [
      lab(20, [
        ['Kalzium', '2,71 mmol/l', '2,15 – 2,50'],
        ['Parathormon', '118 pg/ml', '15 – 65'],
      ]),
    ],
    reply: {
      at: [6, '15:10'],
      option: 'further_documents_needed',
      text: `Guten Tag, Frau Schäfer,\n\nich brauche noch den OP-Bericht und den Gewebebefund vom April. Beides bekommen Sie in der Klinik.${regards}`,
      todo: { title: 'OP-Bericht und Gewebebefund vom April hochladen', code: 'upload_documents', inDays: 5 },
    },
  },
  {
    person: ['Tobias', 'Berger', 'M', '1983-02-11', 'Merowingerstraße', '9', '50677', 'Köln'],
    name: 'Knoten links, Planung der Operation',
    sent: [8, '13:20'],
    priority: 'normal',
    diagnosis: 'Knoten links, 31 mm, Bethesda III',
    history: 'Zwei Punktionen ohne klares Ergebnis.',
    questions: ['Wie läuft die Operation ab?'],
    letters: [
      report('histology', 'Zytologischer Befund', 24, 'pathologie', 'PD Dr. Carl Eggers, Facharzt für Pathologie', [
        'Beurteilung',
        'Atypie unklarer Bedeutung, Bethesda-Kategorie III, in zwei Punktionen.',
      ]),
    ],
    reply: {
      at: [5, '11:00'],
      option: 'schedule_appointment',
      text: `Guten Tag, Herr Berger,\n\nden Ablauf bespreche ich lieber im Gespräch mit Ihnen. Bitte wählen Sie einen der Termine.${regards}`,
      todo: { title: 'Termin auswählen', code: 'book_appointment', inDays: 3 },
      appointments: [
        [6, '09:30'],
        [7, '14:00'],
        [9, '11:15'],
      ],
    },
  },
  {
    person: ['Linh', 'Nguyen', 'F', '1987-10-03', 'Ebertplatz', '15', '50668', 'Köln'],
    name: 'Überfunktion in der Familie',
    sent: [7, '09:00'],
    diagnosis: 'Morbus Basedow bei Mutter und Schwester',
    history: 'Ich habe noch keine Beschwerden.',
    questions: ['Soll ich mich untersuchen lassen?'],
    letters: [
      lab(18, [
        ['TSH', '0,9 mU/l', '0,40 – 4,00'],
        ['TRAK', '0,8 IU/l', '< 1,75'],
      ]),
    ],
    reply: {
      at: [4, '17:25'],
      option: 'question_to_patient',
      text: `Guten Tag, Frau Nguyen,\n\nwie alt waren Mutter und Schwester bei der Diagnose, und rauchen Sie?${regards}`,
      todo: { title: 'Fragen von Dr. Sandberg beantworten', code: 'answer_question', inDays: 4 },
    },
  },
  {
    person: ['Walter', 'Krüger', 'M', '1949-12-24', 'Neusser Straße', '420', '50733', 'Köln'],
    name: 'Struma unter dem Brustbein',
    sent: [10, '11:45'],
    priority: 'high',
    diagnosis: 'Große Struma mit Verlagerung der Luftröhre',
    history: 'Luftnot beim Liegen auf dem Rücken.',
    questions: ['Muss das Brustbein geöffnet werden?'],
    letters: [
      letter(21, 'roth', 'Dr. Hannes Roth, Facharzt für Allgemeinmedizin', [
        'Anlass',
        'Struma retrosternal, zunehmend Atemnot im Liegen. Röntgen: Luftröhre um 12 mm verlagert.',
      ]),
    ],
    reply: {
      at: [8, '08:40'],
      option: 'further_documents_needed',
      text: `Guten Tag, Herr Krüger,\n\nfür diese Frage brauche ich eine Computertomografie des Halses und des Brustkorbs. Bitte lassen Sie sie bald machen. Bei stärkerer Luftnot rufen Sie bitte die 112.${regards}`,
      todo: { title: 'CT von Hals und Brustkorb hochladen', code: 'upload_documents', inDays: 1 },
    },
    doctorTodo: {
      title: 'Bei Herrn Krüger nachfragen',
      content: 'Hat er einen CT-Termin bekommen?',
      inDays: 1,
      priority: 'normal',
    },
  },
  {
    person: ['Nour', 'Haddad', 'F', '1999-03-30', 'Kalker Hauptstraße', '77', '51103', 'Köln'],
    name: 'Knoten in der Schwangerschaft',
    sent: [6, '14:30'],
    priority: 'normal',
    ultrasound: { daysAgo: 10, size: 20 },
    diagnosis: 'Knoten rechts, 12 mm, 18. Woche',
    history: 'Beim Frauenarzt aufgefallen.',
    questions: ['Kann das bis nach der Geburt warten?'],
    letters: [
      lab(9, [
        ['TSH', '1,8 mU/l', '0,40 – 3,00'],
        ['fT4', '11,2 ng/l', '8,8 – 15,0'],
      ]),
    ],
    reply: {
      at: [3, '10:20'],
      option: 'question_to_patient',
      text: `Guten Tag, Frau Haddad,\n\nder Befund ist in Ruhe zu beurteilen. Wissen Sie, ob Sie als Kind am Hals bestrahlt wurden?${regards}`,
    },
  },
  {
    person: ['Marlene', 'Vogt', 'F', '1972-05-08', 'Siegburger Straße', '150', '50679', 'Köln'],
    name: 'Hemithyreoidektomie, Nachsorge',
    sent: [7, '16:15'],
    priority: 'low',
    diagnosis: 'Nachsorge nach Operation rechts',
    history: 'Die Stimme ist seit der Operation müde.',
    questions: ['Wann wird die Stimme wieder normal?'],
    letters: [
      report('consultation', 'Konsilbericht', 15, 'hno', 'Dr. Paula Nissen, Fachärztin für HNO-Heilkunde', [
        'Befund',
        'Stimmlippen beidseits beweglich, leichte Asymmetrie rechts.',
      ]),
    ],
    reply: {
      at: [4, '09:50'],
      option: 'schedule_appointment',
      text: `Guten Tag, Frau Vogt,\n\nich möchte Ihre Stimme selbst hören. Bitte wählen Sie einen Termin.${regards}`,
      todo: { title: 'Termin auswählen', code: 'book_appointment', inDays: 2 },
      appointments: [
        [5, '10:00'],
        [8, '15:30'],
      ],
    },
    message: {
      at: [2, '20:30'],
      subject: 'Termine',
      text: 'Haben Sie auch nach 17 Uhr einen Termin? Ich arbeite bis 16 Uhr.',
    },
  },
  {
    person: ['Kai', 'Lorenz', 'M', '1981-01-17', 'Rolandstraße', '22', '50677', 'Köln'],
    name: 'Kleiner Knoten, Kontrolle',
    sent: [14, '09:20'],
    priority: 'low',
    ultrasound: { daysAgo: 30, size: 14 },
    diagnosis: 'Knoten rechts, 7 mm',
    history: 'Seit drei Jahren unverändert.',
    questions: ['Wie oft muss ich zur Kontrolle?'],
    letters: [lab(32, [['TSH', '1,9 mU/l', '0,40 – 4,00']])],
    reply: {
      at: [12, '12:05'],
      option: 'final_answer',
      text: `Guten Tag, Herr Lorenz,\n\nder Knoten ist klein und gutartig im Bild. Eine Operation brauchen Sie nicht.${regards}`,
      toQuestions: 'Einmal in zwei Jahren genügt. Kommen Sie früher, wenn er tastbar wächst.',
      then: 'closed',
    },
  },
  {
    person: ['Svenja', 'Ritter', 'F', '1994-11-05', 'Kyffhäuserstraße', '31', '50674', 'Köln'],
    name: 'Punktion ja oder nein',
    sent: [12, '18:10'],
    priority: 'normal',
    ultrasound: { daysAgo: 28, size: 24 },
    diagnosis: 'Knoten links, 15 mm, TI-RADS 3',
    history: 'Keine Beschwerden, Oma hatte Schilddrüsenkrebs.',
    questions: ['Soll der Knoten punktiert werden?'],
    letters: [
      letter(26, 'nuklear', 'Dr. Ines Falk, Fachärztin für Nuklearmedizin', [
        'Befund',
        'Knoten links 15 mm, isoechogen, TI-RADS 3, szintigrafisch indifferent.',
      ]),
    ],
    reply: {
      at: [10, '13:35'],
      option: 'final_answer',
      text: `Guten Tag, Frau Ritter,\n\nbei dieser Größe und diesem Bild genügt die Kontrolle. Die Erkrankung Ihrer Großmutter ändert daran nichts.${regards}`,
      toQuestions: 'Nein, im Moment nicht. Bitte in zwölf Monaten noch einmal mit Ultraschall nachsehen.',
    },
  },
  {
    person: ['Rainer', 'Hoppe', 'M', '1963-09-01', 'Amsterdamer Straße', '180', '50735', 'Köln'],
    name: 'Lymphknoten nach Karzinom',
    sent: [16, '08:30'],
    priority: 'high',
    diagnosis: 'Auffälliger Lymphknoten nach Schilddrüsenkarzinom',
    history: 'Operation und Radiojod 2019.',
    questions: ['Muss ich noch einmal operiert werden?'],
    letters: [
      letter(35, 'nuklear', 'Dr. Ines Falk, Fachärztin für Nuklearmedizin', [
        'Befund',
        'Lymphknoten im Level IV rechts, 9 mm, rund, ohne Hilus. Die Bilder der Szintigrafie liegen nicht bei.',
      ]),
    ],
    reply: {
      at: [14, '16:40'],
      option: 'unable_to_do_anything',
      text: `Guten Tag, Herr Hoppe,\n\nallein mit diesem Befund kann ich keinen verantwortbaren Rat geben.${regards}`,
      reason: 'Die Szintigrafie und der Verlauf des Thyreoglobulins fehlen, und beides ist hier entscheidend.',
      nextStep: 'Bitte lassen Sie sich in einer Tumorsprechstunde vorstellen und nehmen Sie alle Aufnahmen mit.',
    },
  },
  {
    person: ['Amelie', 'Franke', 'F', '1978-04-27', 'Klettenberggürtel', '5', '50939', 'Köln'],
    name: 'Radiojod nach Operation',
    sent: [18, '10:45'],
    priority: 'normal',
    diagnosis: 'Papilläres Mikrokarzinom, operiert',
    history: 'Zufallsbefund im Gewebe nach Strumaoperation.',
    questions: ['Brauche ich eine Radiojodtherapie?'],
    letters: [
      report('histology', 'Gewebebefund', 40, 'pathologie', 'PD Dr. Carl Eggers, Facharzt für Pathologie', [
        'Beurteilung',
        'Papilläres Mikrokarzinom von 4 mm, im Gesunden entfernt, pT1a.',
      ]),
    ],
    reply: {
      at: [16, '09:15'],
      option: 'recommendation_different_physician',
      text: `Guten Tag, Frau Franke,\n\ndas ist eine Frage der Nuklearmedizin. Nach meiner Erfahrung wird bei dieser Größe nicht bestrahlt, das sollte aber dort entschieden werden.${regards}`,
      specialty: 'Nuklearmedizin',
    },
  },
  {
    person: ['Heinz', 'Pohlmann', 'M', '1952-06-13', 'Bachemer Straße', '66', '50931', 'Köln'],
    name: 'Heiserkeit vor der Operation',
    sent: [30, '11:00'],
    priority: 'low',
    diagnosis: 'Heiserkeit bei Struma',
    history: 'Seit einem Jahr heiser.',
    questions: ['Kommt die Heiserkeit von der Struma?'],
    letters: [
      report('consultation', 'Konsilbericht', 60, 'hno', 'Dr. Paula Nissen, Fachärztin für HNO-Heilkunde', [
        'Befund',
        'Stimmlippen frei beweglich, Randödem beidseits.',
      ]),
    ],
    reply: {
      at: [28, '14:20'],
      option: 'final_answer',
      text: `Guten Tag, Herr Pohlmann,\n\ndie Stimmbänder bewegen sich frei. Die Struma ist nicht der Grund.${regards}`,
      toQuestions:
        'Nein, sie kommt von der Schwellung der Stimmlippen. Bitte lassen Sie das in der HNO-Praxis behandeln.',
      then: 'archived',
    },
  },
  {
    person: ['Olga', 'Seidel', 'F', '1968-08-22', 'Deutz-Kalker-Straße', '30', '50679', 'Köln'],
    name: 'Adenom der Nebenniere, 1,8 cm',
    sent: [41, '09:30'],
    priority: 'normal',
    diagnosis: 'Zufallsbefund rechts, 1,8 cm',
    history: 'Keine Beschwerden, Blutdruck normal.',
    questions: ['Muss das operiert werden?'],
    letters: [
      lab(75, [
        ['Metanephrin im Plasma', '41 ng/l', '< 90'],
        ['Cortisol nach Dexamethason', '0,9 µg/dl', '< 1,8'],
      ]),
    ],
    reply: {
      at: [39, '10:10'],
      option: 'final_answer',
      text: `Guten Tag, Frau Seidel,\n\nder Tumor ist klein, macht keine Hormone und sieht gutartig aus.${regards}`,
      toQuestions: 'Nein. Eine einzige Kontrolle nach einem Jahr genügt.',
      then: 'archived',
    },
  },
];
