// @bundle route
import type { HealthTopic } from '@konsil/contracts/health-profile';
import { codesOf, fieldOf, isObject, lineOf, listOf, textOf, type Json } from '@konsil/documents-upload/fhir-json';
import { namesOf, readFhirXml } from '@konsil/documents-upload/incoming';
import { referencesIn, type Find } from './bundle-references.ts';
import { conceptText } from './concept.ts';
import { inertDocument } from './inert-document.ts';
import { denialOf, placedTypes, readEntry, type LeftReason, type ReadEntry } from './ips-entry.ts';

/** A part of a file that is not imported. */
export interface Left {
  /** The code (LOINC) of its section, empty without one, and the section's title in the file. */
  section: string;
  title: string;
  names: string[];
  count: number;
  reason: LeftReason;
}

/** A section's content for a topic: entries, or the words of the section where nothing is coded. */
export type ReadPart = { topic: HealthTopic } & ({ entry: ReadEntry } | { words: string });

/** The content of an International Patient Summary. */
export interface ReadSummary {
  /** The present name, and all names of the person. */
  name: string;
  names: string[];
  birthDate: string;
  /** As in FHIR: male, female, other, unknown; empty if it is not given. */
  gender: string;
  parts: ReadPart[];
  left: Left[];
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
const deepestSection = 8;

const lineEnds = /<(?:(?:\w+:)?[bh]r|\/(?:\w+:)?(?:p|li|tr|div|d[td]|h[1-6]|caption))\b[^<>]*>/g;
const cellEnds = /<\/(?:\w+:)?t[dh]\b[^<>]*>/g;

const narrativeOf = (section: Json): string => {
  const status = textOf(fieldOf(section['text'], 'status'));
  // Such a narrative only says that there is none.
  if (status === 'empty') return '';
  const div = lineOf(fieldOf(section['text'], 'div'));
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

/** The label of a part that is not imported. */
const nameOfLeft = (resource: Json, { find, language }: Pick<About, 'find' | 'language'>): string => {
  const medication = find(resource['medicationReference'], resource);
  const concepts = ['code', 'medicationCodeableConcept', 'vaccineCode', 'description', 'type', 'category'];
  return (
    concepts
      .map((name) =>
        listOf(resource[name])
          .map((one) => conceptText(one, language))
          .find(Boolean),
      )
      .find(Boolean) ||
    conceptText(medication?.['code'], language) ||
    ['medicationReference', 'device'].map((name) => lineOf(fieldOf(resource[name], 'display'))).find(Boolean) ||
    lineOf(resource['description'])
  );
};

/** A section with those around it. */
interface Placed {
  section: Json;
  topic: HealthTopic | undefined;
}
const sectionsIn = (sections: unknown, outer: HealthTopic | undefined, depth: number): Placed[] =>
  depth > deepestSection
    ? []
    : listOf(sections).flatMap((section) => {
        const codes = codesOf(section['code']);
        // A part of a section without a code of its own is about the same.
        const topic = codes.map((code) => topics[code]).find(Boolean) ?? (codes.length === 0 ? outer : undefined);
        return [{ section, topic }, ...sectionsIn(section['section'], topic, depth + 1)];
      });

interface About {
  patient: Json;
  reference: string;
  find: Find;
  language: string;
  /** Made by Konsil, whose allergies are in the narrative only. */
  isOurs: boolean;
  isWithdrawn: boolean;
}
const ourAuthor = 'Organization/konsil';

const readSection = ({ section, topic }: Placed, about: About): { parts: ReadPart[]; left: Left[]; told: Json[] } => {
  const place = { section: codesOf(section['code'])[0] ?? '', title: lineOf(section['title']) };
  const references = listOf(section['entry']);
  const found = references.map((reference) => ({ reference, resource: about.find(reference) }));
  const told = found.map(({ resource }) => resource).filter(isObject);
  const left: Left[] = [];
  const leave = (reason: LeftReason, name = '') =>
    void left.push({ ...place, names: [name].filter(Boolean), count: 1, reason });
  const narrative = narrativeOf(section);
  const emptyCodes = codesOf(section['emptyReason']);
  if (!topic || about.isWithdrawn) {
    for (const { reference, resource } of found) {
      const name = resource ? nameOfLeft(resource, about) : lineOf(reference['display']);
      leave(about.isWithdrawn ? 'error' : ((resource && denialOf(resource)) ?? 'noPlace'), name);
    }
    const isTold = references.length > 0 || emptyCodes.length > 0 || !narrative;
    if (!isTold) leave(about.isWithdrawn ? 'error' : 'noPlace');
    return { parts: [], left, told };
  }
  const parts: ReadPart[] = [];
  for (const { reference, resource } of found) {
    if (!resource) {
      leave('missing', lineOf(reference['display']));
      continue;
    }
    const entry = readEntry(resource, topic, about);
    if (typeof entry === 'string') leave(entry, entry === 'noInfo' ? '' : nameOfLeft(resource, about));
    else parts.push({ topic, entry });
  }
  if (parts.length > 0) return { parts, left, told };
  // An empty section whose text only says that nothing was asked or passed on; `nilknown` says that there is nothing.
  if (references.length === 0 && emptyCodes.some((code) => code !== 'nilknown')) {
    leave('noInfo');
    return { parts, left, told };
  }
  const hasMore = about.isOurs || textOf(fieldOf(section['text'], 'status')) === 'additional';
  // The narrative counts only where nothing is coded: beside refuted entries it would say the opposite.
  const isSpeechless = left.every(
    ({ reason }) => ['missing', 'nameless'].includes(reason) || (reason === 'noInfo' && hasMore),
  );
  if (narrative && isSpeechless) return { parts: [{ topic, words: narrative }], left: [], told };
  return { parts, left, told };
};

/** One line for all that is left out of a section for one reason, in the order of the file. */
const grouped = (left: readonly Left[]): Left[] => {
  const groups = new Map<string, Left>();
  for (const one of left) {
    const key = JSON.stringify([one.section, one.title, one.reason]);
    const group = groups.get(key);
    if (group) groups.set(key, { ...group, names: [...group.names, ...one.names], count: group.count + one.count });
    else groups.set(key, one);
  }
  return [...groups.values()];
};

/** Reads an IPS document (FHIR R4, JSON or XML); null if the text is not such a document. */
export const readSummary = (text: string, language: string): ReadSummary | null => {
  const bundle = parsed(text);
  if (!isObject(bundle) || bundle['resourceType'] !== 'Bundle' || bundle['type'] !== 'document') return null;
  const entries = listOf(bundle['entry']);
  const resources = entries.map(({ resource }) => resource).filter(isObject);
  const composition = resources.find(({ resourceType }) => resourceType === 'Composition');
  if (!composition) return null;
  const find = referencesIn(entries);
  const patients = resources.filter(({ resourceType }) => resourceType === 'Patient');
  const patient = find(composition['subject']) ?? (patients.length === 1 ? patients[0] : undefined);
  if (patient?.['resourceType'] !== 'Patient') return null;
  const about: About = {
    patient,
    reference: textOf(fieldOf(composition['subject'], 'reference')),
    find,
    language,
    isOurs: listOf(composition['author']).some(({ reference }) => textOf(reference) === ourAuthor),
    isWithdrawn: textOf(composition['status']) === 'entered-in-error',
  };
  const sections = sectionsIn(composition['section'], undefined, 0).map((placed) => readSection(placed, about));
  const told = new Set(sections.flatMap((one) => one.told));
  const unlisted = resources
    .filter(
      (one) => !told.has(one) && (placedTypes.has(one['resourceType']) || one['resourceType'] === 'DocumentReference'),
    )
    .map((one): Left => {
      const name = nameOfLeft(one, about);
      return { section: '', title: '', names: [name].filter(Boolean), count: 1, reason: 'unlisted' };
    });
  const names = namesOf(patient);
  return {
    name: names[0]?.text ?? '',
    names: names.map((one) => one.text),
    birthDate: textOf(patient['birthDate']),
    gender: textOf(patient['gender']),
    parts: sections.flatMap(({ parts }) => parts),
    left: grouped([...sections.flatMap(({ left }) => left), ...unlisted]),
  };
};
