import type { PracticeCase } from './practice.ts';
import { lab, letter, report } from './sources.ts';

/** The second doctor's week besides the second pair's case. */
export const cardiologyCases: PracticeCase[] = [
  {
    person: ['Gerda', 'Maurer', 'F', '1950-02-14', 'Rosastraße', '11', '79098', 'Freiburg'],
    name: 'Aortenklappe, Operation oder Katheter',
    sent: [3, '10:00'],
    priority: 'high',
    diagnosis: 'Hochgradige Verengung der Aortenklappe',
    history: 'Luftnot beim Treppensteigen, einmal kurz ohnmächtig.',
    questions: ['Operation oder Katheter?', 'Wie schnell muss das gehen?'],
    letters: [
      report('consultation', 'Echokardiografie', 9, 'kardio', 'Dr. Mira Lenz, Fachärztin für Kardiologie', [
        'Befund',
        'Öffnungsfläche der Aortenklappe 0,7 cm², mittlerer Gradient 52 mmHg, Pumpfunktion 61 %.',
      ]),
      lab(
        9,
        [
          ['NT-proBNP', '1840 ng/l', '< 353'],
          ['Kreatinin', '0,91 mg/dl', '0,50 – 0,90'],
        ],
        '',
        'laborFreiburg',
      ),
    ],
  },
  {
    person: ['Benedikt', 'Ehret', 'M', '1990-10-08', 'Günterstalstraße', '70', '79100', 'Freiburg'],
    name: 'Herzstolpern beim Laufen',
    sent: [1, '08:20'],
    diagnosis: 'Extraschläge unter Belastung',
    history: 'Ich laufe Halbmarathon. Seit dem Frühjahr stolpert das Herz nach dem Training.',
    questions: ['Darf ich weiter trainieren?'],
    letters: [
      letter(5, 'kardio', 'Dr. Mira Lenz, Fachärztin für Kardiologie', [
        'Belastungs-EKG',
        'Bis 280 Watt, in der Erholung einzelne ventrikuläre Extrasystolen. Keine Zeichen einer Durchblutungsstörung.',
      ]),
    ],
    message: {
      at: 200,
      subject: 'Lauf am Sonntag',
      text: 'Am Sonntag wäre ein Lauf über zehn Kilometer. Soll ich absagen?',
    },
  },
  {
    person: ['Yvonne', 'Kessler', 'F', '1974-07-26', 'Habsburgerstraße', '132', '79104', 'Freiburg'],
    name: 'Cholesterin trotz Tabletten hoch',
    sent: 75,
    priority: 'low',
    diagnosis: 'LDL-Cholesterin 148 mg/dl unter Atorvastatin',
    history: 'Mein Vater hatte mit 52 einen Herzinfarkt.',
    questions: ['Brauche ich ein zweites Mittel?'],
    letters: [
      lab(
        4,
        [
          ['LDL-Cholesterin', '148 mg/dl', '< 100'],
          ['HDL-Cholesterin', '51 mg/dl', '> 45'],
          ['Lipoprotein(a)', '96 nmol/l', '< 75'],
        ],
        '',
        'laborFreiburg',
      ),
    ],
  },
  {
    person: ['Dieter', 'Wolff', 'M', '1956-03-03', 'Lorettostraße', '40', '79100', 'Freiburg'],
    name: 'Schrittmacher, ja oder nein',
    sent: [8, '15:15'],
    priority: 'normal',
    diagnosis: 'Pausen im Langzeit-EKG',
    history: 'Schwindel beim Aufstehen.',
    questions: ['Brauche ich einen Schrittmacher?'],
    letters: [
      letter(20, 'herz', 'Dr. Nils Hagen, Rhythmusambulanz', [
        'Langzeit-EKG',
        'Nächtliche Pausen bis 2,8 Sekunden, tagsüber keine. Bradykardie 44/min unter Metoprolol 95 mg.',
      ]),
    ],
    reply: {
      at: [5, '11:40'],
      option: 'final_answer',
      text: 'Guten Tag, Herr Wolff,\n\ndie Pausen treten nur nachts und unter einer hohen Dosis Metoprolol auf.\n\nKatharina Vogel',
      toQuestions:
        'Im Moment nicht. Bitte halbieren Sie Metoprolol nach Rücksprache mit Ihrer Praxis und lassen Sie das EKG in vier Wochen wiederholen.',
    },
  },
];
