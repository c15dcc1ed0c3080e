// @bundle route
import type { HealthTopic } from '@konsil/contracts/health-profile';
import { codesOf, fieldOf, isYes, lineOf, listOf, textOf, type Json } from '@konsil/documents-upload/fhir-json';
import type { Find } from './bundle-references.ts';
import { absenceOf, conceptText, displaysOf, icdOf, type Absence } from './concept.ts';
import { ratio, readDose, type ReadDose } from './dose.ts';

/** The states that change what an entry means; an entry without one is confirmed and present. */
export const states = [
  'remission',
  'resolved',
  'inactive',
  'recurrence',
  'relapse',
  'unconfirmed',
  'presumed',
  'provisional',
  'differential',
  'intolerance',
  'on-hold',
  'intended',
  'draft',
  'preparation',
  'in-progress',
] as const;
export type State = (typeof states)[number];

/** An imported entry of a summary. */
export interface ReadEntry {
  name: string;
  /** Set if the entry states an absence, e.g. "no known allergies". */
  absence: Absence | null;
  doses: ReadDose[];
  /** Active ingredients with their strength, or another name with the strength, where the name does not say it. */
  contains: string[];
  icd: string;
  states: State[];
  isHighRisk: boolean;
  reactions: { text: string; isSevere: boolean }[];
  /** Days, months or years (`2015`, `2015-03`, `2015-03-14`), or words. */
  since: string;
  /** The age in years at the beginning. */
  age: string;
  until: string;
  on: string;
  /** The day on which a medicine was being taken. */
  asOf: string;
  ordered: string;
  notes: string[];
}

/** The reason why an entry is not imported. */
export type LeftReason =
  | 'noPlace'
  | 'error'
  | 'refuted'
  | 'ended'
  | 'notDone'
  | 'otherPerson'
  | 'missing'
  | 'nameless'
  | 'noInfo'
  | 'unclear'
  | 'unlisted'
  | 'tooLong';

const typesOf: Record<HealthTopic, readonly string[]> = {
  medication: ['MedicationStatement', 'MedicationRequest', 'MedicationAdministration', 'MedicationDispense'],
  allergies: ['AllergyIntolerance'],
  operations: ['Procedure'],
  previous_illnesses: ['Condition'],
};
/** The resource types that a health profile has a field for. */
export const placedTypes: ReadonlySet<unknown> = new Set(Object.values(typesOf).flat());

const endedStatus: Partial<Record<string, readonly string[]>> = {
  MedicationStatement: ['completed', 'stopped'],
  MedicationRequest: ['completed', 'stopped', 'cancelled'],
  MedicationDispense: ['stopped', 'cancelled'],
  MedicationAdministration: ['stopped'],
  Procedure: ['stopped'],
};

/** The reason if an entry negates something, e.g. a refuted diagnosis; null otherwise. */
export const denialOf = (resource: Json): LeftReason | null => {
  const status = textOf(resource['status']);
  const verified = codesOf(resource['verificationStatus']);
  if (status === 'entered-in-error' || verified.includes('entered-in-error')) return 'error';
  if (verified.includes('refuted')) return 'refuted';
  return ['not-taken', 'not-done', 'declined'].includes(status) || isYes(resource['doNotPerform']) ? 'notDone' : null;
};

const leftReasonOf = (resource: Json, topic: HealthTopic): LeftReason | null => {
  const denied = denialOf(resource);
  if (denied) return denied;
  const type = textOf(resource['resourceType']);
  if (!typesOf[topic].includes(type)) return 'noPlace';
  const status = textOf(resource['status']);
  if (endedStatus[type]?.includes(status)) return 'ended';
  const isOver = codesOf(resource['clinicalStatus']).some((code) => code === 'inactive' || code === 'resolved');
  return type === 'AllergyIntolerance' && isOver ? 'ended' : null;
};

const personFields = ['subject', 'patient'];
/** True if an entry says that it is about somebody else, or about somebody who is not in the file. */
const isOfOther = (resource: Json, about: { patient: Json; reference: string; find: Find }): boolean => {
  const [person] = personFields.map((name) => resource[name]).filter((one) => textOf(fieldOf(one, 'reference')) !== '');
  if (!person || textOf(fieldOf(person, 'reference')) === about.reference) return false;
  return about.find(person, resource) !== about.patient;
};

const has = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase());

const medicineOf = (resource: Json, find: Find, language: string): Pick<ReadEntry, 'name' | 'contains' | 'absence'> => {
  const reference = resource['medicationReference'];
  const medication = find(reference, resource);
  const concept = resource['medicationCodeableConcept'] ?? medication?.['code'];
  const ingredients = listOf(medication?.['ingredient']).map((one) => ({
    what: conceptText(one['itemCodeableConcept'], language) || lineOf(fieldOf(one['itemReference'], 'display')),
    strength: ratio(one['strength']),
  }));
  const ownWords = lineOf(fieldOf(reference, 'display'));
  const name = conceptText(concept, language) || ownWords || ingredients.map(({ what }) => what).join(', ');
  const strengths = ingredients.filter(
    ({ what, strength }) => what && strength && !(has(name, what) && has(name, strength)),
  );
  const contains = strengths.map(({ what, strength }) => `${what} ${strength}`);
  // A name without a number says no strength, which another name of the same medicine may have.
  const stronger = [ownWords, ...displaysOf(concept, language)].find((other) => /\d/.test(other));
  if (contains.length === 0 && name && !/\d/.test(name) && stronger) contains.push(stronger);
  return { name, contains, absence: known(concept) };
};

const known = (concept: unknown): Absence | null => {
  const absence = absenceOf(concept);
  return absence === 'unknown' ? null : absence;
};

/** A choice of time (`onsetDateTime`, `onsetPeriod`, `onsetString`, …) as its beginning and end. */
const timeOf = (resource: Json, name: string): { from: string; to: string; at: string } => {
  const period = resource[`${name}Period`];
  return {
    from: textOf(fieldOf(period, 'start')),
    to: textOf(fieldOf(period, 'end')),
    at: textOf(resource[`${name}DateTime`]) || lineOf(resource[`${name}String`]),
  };
};

const stateOf = (resource: Json): State[] => {
  const told = new Set<string>([
    ...codesOf(resource['clinicalStatus']),
    ...codesOf(resource['verificationStatus']),
    textOf(resource['status']),
    textOf(resource['type']),
  ]);
  return states.filter((state) => told.has(state));
};

const severest = (reaction: Json): boolean => textOf(reaction['severity']) === 'severe';

/** Reads an entry of a section for a topic, or says why it is left out. */
export const readEntry = (
  resource: Json,
  topic: HealthTopic,
  about: { patient: Json; reference: string; find: Find; language: string },
): ReadEntry | LeftReason => {
  const left = leftReasonOf(resource, topic);
  if (left) return left;
  if (isOfOther(resource, about)) return 'otherPerson';
  // Such an addition may turn the meaning round, so it must not be passed over (R4, "Extensibility").
  if (listOf(resource['modifierExtension']).length > 0) return 'unclear';
  const { find, language } = about;
  const concept = resource['code'];
  const coded = resource['medicationCodeableConcept'] ?? concept;
  if (absenceOf(coded) === 'unknown') return 'noInfo';
  const what =
    topic === 'medication'
      ? medicineOf(resource, find, language)
      : { name: conceptText(concept, language), contains: [], absence: known(concept) };
  if (!what.name && !what.absence) return 'nameless';
  const [onset, abated] = [timeOf(resource, 'onset'), timeOf(resource, 'abatement')];
  const [effective, performed] = [timeOf(resource, 'effective'), timeOf(resource, 'performed')];
  const icd = icdOf(concept);
  return {
    ...what,
    doses: [...listOf(resource['dosage']), ...listOf(resource['dosageInstruction'])].map((one) =>
      readDose(one, language),
    ),
    icd: has(what.name, icd.replace(/^\S+ /, '')) ? '' : icd,
    states: stateOf(resource),
    isHighRisk: textOf(resource['criticality']) === 'high',
    reactions: listOf(resource['reaction']).flatMap((reaction) => {
      const text = listOf(reaction['manifestation'])
        .map((one) => conceptText(fieldOf(one, 'concept') ?? one, language))
        .concat(listOf(reaction['manifestation']).length > 0 ? [] : [lineOf(reaction['description'])])
        .filter(Boolean)
        .join(', ');
      return text ? [{ text, isSevere: severest(reaction) }] : [];
    }),
    since: onset.from || onset.at || effective.from || performed.from,
    age: textOf(fieldOf(resource['onsetAge'], 'value')),
    until: abated.to || abated.at || abated.from || effective.to || performed.to,
    on: performed.at,
    asOf: effective.at,
    ordered: textOf(resource['authoredOn']) || textOf(resource['whenHandedOver']),
    notes: listOf(resource['note'])
      .map(({ text }) => lineOf(text))
      .filter((text) => /[\p{L}\p{N}]/u.test(text)),
  };
};
