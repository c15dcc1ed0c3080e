import type { Actor } from '@konsil/server-domain/access/access';
import { later, minuteMs } from '@konsil/server-platform/clock';
import { addClinic, setDoctor, setPool } from '@konsil/server-operators/clinics';
import type { DemoPeople } from './accounts.ts';
import type { DemoCalendar } from './moments.ts';
import { playPracticeCase, type PracticeCase } from './practice.ts';
import { lab, letter } from './sources.ts';
import type { DemoActions } from './stage.ts';

/** The fictional clinic of both demo doctors. */
const clinic = {
  name: 'Klinikverbund Rheinufer',
  sender_name: '',
  accent: '#1f5f7a',
  imprint_de: 'Klinikverbund Rheinufer gGmbH, Severinsufer 14, 50678 Köln',
  imprint_en: 'Klinikverbund Rheinufer, a charitable company, Severinsufer 14, 50678 Cologne',
  sites: [
    { name: 'Haus Köln', street: 'Severinsufer 14', zipcode: '50678', city: 'Köln', phone: '0221 5550140' },
    { name: 'Haus Freiburg', street: 'Dreisamstraße 22', zipcode: '79098', city: 'Freiburg', phone: '0761 5550160' },
  ],
};

/** A case that the first doctor can take from the clinic's pool. */
const pooledCase: PracticeCase = {
  person: ['Helene', 'Sutter', 'F', '1968-05-19', 'Schwimmbadstraße', '9', '79100', 'Freiburg'],
  name: 'Herzrasen bei überaktiver Schilddrüse',
  sent: [1, '11:40'],
  diagnosis: 'Überfunktion der Schilddrüse, Ruhepuls 104',
  history: 'Seit dem Sommer schlägt mein Herz schnell, auch im Liegen. Ich habe sechs Kilo abgenommen.',
  questions: ['Soll die Schilddrüse operiert werden, oder reichen Tabletten?'],
  letters: [
    lab(
      6,
      [
        ['TSH', '< 0,01 mU/l', '0,40 – 4,00'],
        ['Freies T4', '38,2 pmol/l', '12,0 – 22,0'],
        ['TRAK', '9,4 IU/l', '< 1,8'],
      ],
      '',
      'laborFreiburg',
    ),
    letter(4, 'kardio', 'Dr. Mira Lenz, Fachärztin für Kardiologie', [
      'Ruhe-EKG und Echokardiografie',
      'Sinustachykardie mit 104/min, kein Vorhofflimmern. Pumpfunktion normal.',
    ]),
  ],
};

/** A clinic whose doctors take cases together, with one case in its pool. */
export const createDemoClinic = async (
  stage: DemoActions,
  { sandberg, vogel }: DemoPeople,
  calendar: DemoCalendar,
): Promise<void> => {
  const { tx, kernel } = stage;
  const at = calendar.workdaysAgo(80, '10:00');
  const { id, sites } = await addClinic(tx, clinic, at);
  const members: Actor[] = [sandberg, vogel];
  for (const [index, { accountId }] of members.entries())
    await setDoctor({ tx, kernel, now: at }, id, { doctor: accountId, site: sites[index]?.id ?? null, belongs: true });
  await setPool(tx, id, true, at);
  const { patient, caseId, sentAt } = await playPracticeCase(stage, calendar, vogel, pooledCase, 150);
  await stage.allowPool(patient, later(sentAt, minuteMs), caseId, id);
  await stage.look(vogel, later(sentAt, 45 * minuteMs), caseId);
  await stage.putIntoPool(vogel, later(sentAt, 50 * minuteMs), caseId, id);
};
