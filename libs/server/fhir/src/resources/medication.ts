import type { ProcessOverview } from '@konsil/contracts/cases';
import { doseLine, doseTimes, medicationHeadings, medicineName, type DoseTime } from '@konsil/contracts/medication';
import type { MedicationList, Medicine } from '@konsil/contracts/medication-schemas';
import type { Dosage, MedicationStatement, Reference } from 'fhir/r4';
import { filled, referenceTo, versioned } from '../telling.ts';
import { patientOf } from './case.ts';

/** The number of a package, of the German base profiles. */
const pznSystem = 'http://fhir.de/CodeSystem/ifa/pzn';
const whens: Record<DoseTime, string> = { morning: 'MORN', noon: 'NOON', evening: 'EVE', night: 'NIGHT' };
const halves = new Map([
  ['½', 0.5],
  ['1/2', 0.5],
  ['¼', 0.25],
  ['1/4', 0.25],
  ['¾', 0.75],
  ['3/4', 0.75],
]);
/** Headings below which times of day are those of every day. Custom headings of a plan may mean anything else. */
const dailyHeadings = new Set<string>([
  '',
  medicationHeadings.longTerm,
  medicationHeadings.selfMedication,
  medicationHeadings.limited,
]);
/** Words for days in a hint: "nur montags" means that the dose is not daily. */
const tellsOfDays =
  /(?:mon|diens|donners|frei|sams|sonn)tag|sonnabend|mittwoch|\btage?\b|\btagen\b|woche|wöch|monat|\b(?:mo|di|mi|do|fr|sa|so)\b|day|week|month/i;
const isDaily = ({ heading, hint }: Medicine): boolean => dailyHeadings.has(heading) && !tellsOfDays.test(hint);

/**
 * An amount as a number; none for thirds and other texts, which a decimal number would only be near, and none for
 * "1.000" and "1,000", which are one or a thousand.
 */
const numberOf = (amount: string): number | undefined => {
  const plain = amount.trim();
  const part = halves.get(plain);
  if (part !== undefined) return part;
  return /^(?:\d{1,4}(?:[.,]\d{1,2})?|0[.,]\d{3})$/.test(plain) ? Number(plain.replace(',', '.')) : undefined;
};

/**
 * One dosage for each time of day at which something is taken. Each has the whole scheme as text, because it is no
 * dose of its own.
 */
const dosagesOf = (medicine: Medicine): Dosage[] => {
  const { times, unit, hint, heading } = medicine;
  const onDemand = heading === medicationHeadings.onDemand;
  const line = doseLine(medicine);
  // Below other headings, such as that of weekly medicines, the dose alone would read like a daily one.
  const text = line && !onDemand && !dailyHeadings.has(heading) ? `${heading}: ${line}` : line;
  const told: Dosage = {
    ...(filled(text) ? { text } : {}),
    ...(filled(hint) ? { patientInstruction: hint } : {}),
    ...(onDemand ? { asNeededBoolean: true } : {}),
  };
  const taken = doseTimes.filter((time) => times && !['', '0'].includes(times[time].trim()));
  if (!times || taken.length === 0) return Object.keys(told).length > 0 ? [told] : [];
  return taken.map((time, index): Dosage => {
    const value = numberOf(times[time]);
    return {
      sequence: index + 1,
      ...told,
      // Taken on demand or once a week, a time of day is no daily rhythm.
      ...(isDaily(medicine)
        ? { timing: { repeat: { frequency: 1, period: 1, periodUnit: 'd', when: [whens[time] as 'MORN'] } } }
        : {}),
      ...(value === undefined ? {} : { doseAndRate: [{ doseQuantity: { value, ...(filled(unit) ? { unit } : {}) } }] }),
    };
  });
};

const statementOf = (id: string, medicine: Medicine, subject: Reference): MedicationStatement => {
  const dosage = dosagesOf(medicine);
  return {
    resourceType: 'MedicationStatement',
    id,
    status: 'active',
    medicationCodeableConcept: {
      ...(medicine.pzn ? { coding: [{ system: pznSystem, code: medicine.pzn }] } : {}),
      text: medicineName(medicine),
    },
    subject,
    ...(filled(medicine.reason) ? { reasonCode: [{ text: medicine.reason }] } : {}),
    ...(dosage.length > 0 ? { dosage } : {}),
  };
};

interface Stated {
  medication: string;
  medication_list?: MedicationList | null | undefined;
}
/**
 * Statements about medication: the patient's words first, which may also say that nothing is taken, so their status is
 * unknown; then each line of the list, with its number behind the id.
 */
export const statementsOf = (
  { medication, medication_list: list }: Stated,
  { id, subject }: { id: string; subject: Reference },
): MedicationStatement[] => [
  ...(filled(medication)
    ? [
        {
          resourceType: 'MedicationStatement' as const,
          id,
          status: 'unknown' as const,
          medicationCodeableConcept: { text: medication },
          subject,
        },
      ]
    : []),
  ...(list?.medicines ?? []).map((medicine, index) => statementOf(`${id}.${index + 1}`, medicine, subject)),
];

/** The medication of a case. */
export const toMedicationStatements = (theCase: ProcessOverview): MedicationStatement[] =>
  statementsOf(theCase.anamnesis, { id: theCase.id, subject: patientOf(theCase) }).map((statement) =>
    versioned<MedicationStatement>({ ...statement, basedOn: [referenceTo('ServiceRequest', theCase.id)] }),
  );
