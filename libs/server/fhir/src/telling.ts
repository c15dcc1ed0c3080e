import { createHash } from 'node:crypto';
import type { Locale } from '@konsil/contracts/first-codes';
import type { CodeableConcept, FhirResource, Reference } from 'fhir/r4';

/** The reader of a resource: the base address of its links, and the language of its displays. */
export interface Telling {
  base: string;
  locale: Locale;
}

export const referenceTo = (type: string, id: string, display?: string): Reference => ({
  reference: `${type}/${id}`,
  ...(display ? { display } : {}),
});
/** A reference with a name only: the reader may not look the person up, or nothing else is known. */
export const named = (display: string): Reference => ({ display });
const typeOfRole: Partial<Record<string, string>> = { doctor: 'Practitioner' };
/** A person by name. On the patient's side it may be the patient or a proxy. */
export const personOf = ({ name, role }: { name: string; role: string }): Reference => {
  const type = typeOfRole[role];
  return { ...(type ? { type } : {}), display: name };
};

export const loinc = 'http://loinc.org';
/** The codes of this installation, which is who defines them. */
export const ownSystem = ({ base }: Telling, name: string): string => `${base}/CodeSystem/${name}`;
export const coded = (system: string, code: string, text: string): CodeableConcept => ({
  coding: [{ system, code, display: text }],
  text,
});

/**
 * Text as a narrative of R4: escaped, one paragraph per line.
 * @param status `additional` if it says more than the codes, `empty` if it only says that there is nothing
 */
export const narrative = (text: string, status: 'generated' | 'additional' | 'empty' = 'generated') => {
  const escaped = text.replace(
    /[&<>"]/g,
    (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char] ?? '',
  );
  const lines = escaped.split(/\r?\n/).filter((line) => line.trim() !== '');
  return {
    status,
    div: `<div xmlns="http://www.w3.org/1999/xhtml">${lines.map((line) => `<p>${line}</p>`).join('')}</div>`,
  };
};
/** A FHIR string must not be empty. */
export const filled = (text: string | null | undefined): text is string => (text ?? '').trim() !== '';

/** The latest of some moments. */
export const latest = (...moments: (string | null | undefined)[]): string =>
  moments
    .filter((moment): moment is string => Boolean(moment))
    .sort()
    .at(-1) ?? '';

/**
 * Adds the version: a hash of everything that this reader gets, because a resource consists of several records. It
 * includes displays, so each language has its own version.
 */
export const versioned = <R extends FhirResource>(resource: R): R => ({
  ...resource,
  meta: {
    ...resource.meta,
    versionId: createHash('sha256').update(JSON.stringify(resource)).digest('hex').slice(0, 16),
  },
});
