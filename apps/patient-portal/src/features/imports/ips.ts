// @bundle route
import type { HealthTexts, HealthTopic } from '@konsil/contracts/health-profile';
import { readFhirXml } from '@konsil/documents-upload/incoming';
import { inertDocument } from './inert-document.ts';

type Json = Record<string, unknown>;

/** The content of an International Patient Summary, in words. */
export interface ReadSummary {
  name: string;
  birthDate: string;
  texts: HealthTexts;
}

// The texts of a long life; pictures are not in a summary.
const mostXmlCharacters = 4 * 1024 * 1024;
// The codes of the sections (LOINC) that a health profile has a place for.
const topics: Record<string, HealthTopic> = {
  '10160-0': 'medication',
  '48765-2': 'allergies',
  '47519-4': 'operations',
  '11450-4': 'previous_illnesses',
  '11348-0': 'previous_illnesses',
};
const nothingKnown = 'absent-unknown-uv-ips';
// Entries with one of these states are not taken over.
const notSo = /^(?:entered-in-error|refuted|not-taken|not-done|stopped)$/;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const codingsOf = (concept: unknown): Json[] => (isObject(concept) ? listOf(concept['coding']) : []);

const conceptText = (concept: unknown): string => {
  if (!isObject(concept)) return '';
  const codings = codingsOf(concept);
  if (codings.some(({ system }) => textOf(system).includes(nothingKnown))) return '';
  return textOf(concept['text']) || textOf(codings[0]?.['display']);
};

const over = /^(?:inactive|resolved)$/;

const isSo = ({ resourceType, status, verificationStatus, clinicalStatus }: Json): boolean => {
  if (notSo.test(textOf(status)) || codingsOf(verificationStatus).some(({ code }) => notSo.test(textOf(code))))
    return false;
  if (resourceType === 'MedicationStatement' && textOf(status) === 'completed') return false;
  return (
    resourceType !== 'AllergyIntolerance' || !codingsOf(clinicalStatus).some(({ code }) => over.test(textOf(code)))
  );
};

/**
 * True for an empty section whose text only says that nothing was asked or passed on; `nilknown` says that there is
 * nothing.
 */
const isUnknown = ({ entry, emptyReason }: Json): boolean =>
  listOf(entry).length === 0 && codingsOf(emptyReason).some(({ code }) => code !== 'nilknown');

const lineEnds = /<(?:(?:\w+:)?[bh]r|\/(?:\w+:)?(?:p|li|tr|div|d[td]|h[1-6]|caption))\b[^<>]*>/g;
const cellEnds = /<\/(?:\w+:)?t[dh]\b[^<>]*>/g;

const narrativeOf = (section: Json): string => {
  const div = isObject(section['text']) ? textOf(section['text']['div']) : '';
  const words = inertDocument(div.replace(lineEnds, '\n$&').replace(cellEnds, ' $&'), 'text/html');
  for (const unread of words.querySelectorAll('script, style')) unread.remove();
  return (words.body.textContent ?? '')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n');
};

const parsed = (text: string): unknown => {
  if (/^\s*</.test(text)) return readFhirXml(text, mostXmlCharacters);
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Reads an IPS document (FHIR R4, JSON or XML); null if the text is not such a document. */
export const readSummary = (text: string): ReadSummary | null => {
  const bundle = parsed(text);
  if (!isObject(bundle) || bundle['resourceType'] !== 'Bundle' || bundle['type'] !== 'document') return null;
  const entries = listOf(bundle['entry']);
  const resources = entries.map(({ resource }) => resource).filter(isObject);
  const composition = resources.find(({ resourceType }) => resourceType === 'Composition');
  if (!composition) return null;
  const find = (reference: unknown): Json | undefined => {
    const address = isObject(reference) ? textOf(reference['reference']) : '';
    const found = entries.find(
      ({ fullUrl, resource }) =>
        address !== '' &&
        isObject(resource) &&
        (textOf(fullUrl) === address || `${textOf(resource['resourceType'])}/${textOf(resource['id'])}` === address),
    );
    return isObject(found?.['resource']) ? found['resource'] : undefined;
  };
  const subject = find(composition['subject']);
  const patient = subject ?? resources.find(({ resourceType }) => resourceType === 'Patient');
  if (patient?.['resourceType'] !== 'Patient') return null;
  const words = (resource: Json): string => {
    const medication = find(resource['medicationReference']);
    const what =
      conceptText(resource['medicationCodeableConcept']) ||
      conceptText(resource['code']) ||
      conceptText(medication?.['code']);
    const dose = textOf(listOf(resource['dosage'])[0]?.['text']);
    return [what, what && dose].filter(Boolean).join(', ');
  };
  const texts: HealthTexts = { medication: '', allergies: '', operations: '', previous_illnesses: '' };
  for (const section of listOf(composition['section'])) {
    const topic = codingsOf(section['code'])
      .map(({ code }) => topics[textOf(code)])
      .find(Boolean);
    if (!topic || isUnknown(section)) continue;
    const told = listOf(section['entry']).map(find).filter(isObject);
    const lines = told.filter(isSo).map(words).filter(Boolean);
    // The narrative counts only where nothing is coded: beside refuted entries it would say the opposite.
    const said = lines.length > 0 ? lines.join('\n') : told.every(isSo) ? narrativeOf(section) : '';
    texts[topic] = [texts[topic], said].filter(Boolean).join('\n');
  }
  const [name] = listOf(patient['name']);
  const given = Array.isArray(name?.['given']) ? name['given'].map(textOf).join(' ') : '';
  return {
    name: [given, textOf(name?.['family'])].filter(Boolean).join(' ') || textOf(name?.['text']),
    birthDate: textOf(patient['birthDate']),
    texts,
  };
};
