import type { Bundle, CodeableConcept, Composition, CompositionSection, FhirResource } from 'fhir/r4';
import { absentUnknown, ipsProfiles, ipsSections, knownSystems, statusSystems } from './ips-profiles.ts';

type Json = Record<string, unknown>;
const absentReason = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason';
const loinc = 'http://loinc.org';

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const isThere = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0 && value.every(isThere)
    : isObject(value)
      ? Object.keys(value).length > 0
      : value !== undefined && value !== null && value !== '';
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);

/** `[x]` by any of its types; a primitive may say by an extension why it is missing. */
const valuesAt = (from: unknown, name: string): unknown[] => {
  if (!isObject(from)) return [];
  if (!name.endsWith('[x]')) return list(from[name]);
  const stem = name.slice(0, -3);
  return Object.entries(from).flatMap(([key, value]) => {
    if (new RegExp(`^${stem}[A-Z]`).test(key)) return list(value);
    const reasons = new RegExp(`^_${stem}[A-Z]`).test(key) && isObject(value) ? list(value['extension']) : [];
    return reasons.filter(
      (reason) => isObject(reason) && reason['url'] === absentReason && isThere(reason['valueCode']),
    );
  });
};

/** The places at which an element is missing; each place of its parent needs it. */
export const isMissing = (from: unknown, path: string): boolean => {
  const [name = '', ...rest] = path.split('.');
  const found = valuesAt(from, name).filter(isThere);
  if (found.length === 0) return true;
  return rest.length > 0 && found.some((value) => isMissing(value, rest.join('.')));
};
const allAt = (from: unknown, path: string): unknown[] =>
  path.split('.').reduce<unknown[]>((found, name) => found.flatMap((value) => valuesAt(value, name)), [from]);

interface Coding {
  system?: unknown;
  code?: unknown;
}
const codingsIn = (value: unknown): Coding[] => {
  if (!isObject(value)) return [];
  return 'coding' in value ? list(value['coding']).filter(isObject) : 'code' in value ? [value] : [];
};

const faultsOfResource = (resource: FhirResource): string[] => {
  const { resourceType: type } = resource;
  const profile = ipsProfiles[type];
  if (!profile) return [];
  const { required, bound = {}, preferred = [], neverKnown = [] } = profile;
  return [
    ...required.filter((path) => isMissing(resource, path)).map((path) => `${type}.${path} is missing`),
    ...neverKnown
      .filter((path) => allAt(resource, path).length > 0)
      .map((path) => `${type}.${path} is listed as never known`),
    ...Object.entries(bound).flatMap(([path, codes]) => {
      const values = allAt(resource, path);
      const system = statusSystems[`${type}.${path}`];
      const told = values.flatMap((value) => (typeof value === 'string' ? [{ code: value }] : codingsIn(value)));
      // One of several codings or categories is enough.
      const holds = told.some(
        (coding: Coding) => codes.includes(String(coding.code)) && (!system || coding.system === system),
      );
      return (values.length > 0 || path === 'category') && !holds
        ? [`${type}.${path} has no code of its value set`]
        : [];
    }),
    ...preferred.flatMap((path) =>
      allAt(resource, path)
        .flatMap(codingsIn)
        .filter(({ system }) => !knownSystems.includes(String(system)))
        .map(({ system }) => `${type}.${path} has a code of ${String(system)}`),
    ),
    ...(type === 'Patient' &&
    list(resource.name).some((name) => !['family', 'given', 'text'].some((part) => !isMissing(name, part)))
      ? ['Patient.name has neither family, given nor text (ips-pat-1)']
      : []),
  ];
};

/** The concept by which an entry says what it is. */
const conceptOf = (resource: FhirResource | undefined): CodeableConcept | undefined => {
  if (resource?.resourceType === 'MedicationStatement') return resource.medicationCodeableConcept;
  if (
    resource?.resourceType === 'AllergyIntolerance' ||
    resource?.resourceType === 'Condition' ||
    resource?.resourceType === 'Procedure'
  )
    return resource.code;
  return undefined;
};

const sectionFaults = (
  composition: Composition,
  find: (reference: string | undefined) => FhirResource | undefined,
): string[] => {
  const byCode = new Map<string, CompositionSection[]>();
  const faults: string[] = [];
  for (const section of composition.section ?? []) {
    const code = section.code?.coding?.find(({ system }) => system === loinc)?.code;
    const name = code ?? section.title ?? '';
    if (isMissing(section, 'title')) faults.push(`Section ${name} has no title`);
    if (section.entry && section.emptyReason) faults.push(`Section ${name} has entries and a reason for none (cmp-2)`);
    for (const { reference } of section.entry ?? [])
      if (!find(reference)) faults.push(`Section ${name} refers to ${reference ?? 'nothing'}, which is missing`);
    if (code) byCode.set(code, [...(byCode.get(code) ?? []), section]);
  }
  for (const code of byCode.keys()) if (!ipsSections[code]) faults.push(`Section ${code} is none of the profile`);
  for (const [code, { min, entries, nothingKnown }] of Object.entries(ipsSections)) {
    const found = byCode.get(code) ?? [];
    if (found.length < min) faults.push(`Section ${code} is missing`);
    if (found.length > 1) faults.push(`Section ${code} is there twice`);
    for (const { entry = [], emptyReason } of found) {
      if (min === 1 && entry.length === 0 && !emptyReason)
        faults.push(`Section ${code} has neither entries nor a reason (ips-comp-1)`);
      for (const { reference } of entry) {
        const told = find(reference);
        if (told && !entries.includes(told.resourceType)) faults.push(`Section ${code} has a ${told.resourceType}`);
        const absent = conceptOf(told)?.coding?.filter(({ system }) => system === absentUnknown) ?? [];
        for (const { code: said = '' } of absent)
          if (!nothingKnown.includes(said)) faults.push(`Section ${code} says ${said}`);
        if (absent.length > 0 && entry.length > 1)
          faults.push(`Section ${code} has entries and says that nothing is known`);
      }
    }
  }
  return faults;
};

/** Every way in which a bundle differs from the profiles of `ipsProfiles` and `ipsSections`; empty if it conforms. */
export const ipsFaults = (bundle: Bundle): string[] => {
  const entries = bundle.entry ?? [];
  const [first] = entries;
  const of = (type: string) => entries.filter(({ resource }) => resource?.resourceType === type);
  const find = (reference: string | undefined) =>
    entries.find(({ fullUrl }) => reference && (fullUrl === reference || fullUrl?.endsWith(`/${reference}`)))?.resource;
  const urls = entries.map(({ fullUrl }) => fullUrl);
  return [
    ...['identifier.system', 'identifier.value', 'timestamp']
      .filter((path) => isMissing(bundle, path))
      .map((path) => `Bundle.${path} is missing`),
    ...(bundle.type === 'document' ? [] : ['Bundle.type is not document']),
    ...(urls.every(Boolean) ? [] : ['Bundle.entry.fullUrl is missing']),
    ...(new Set(urls).size === urls.length ? [] : ['Bundle.entry.fullUrl is there twice (bdl-7)']),
    ...entries.flatMap((entry) =>
      (['search', 'request', 'response'] as const)
        .filter((name) => entry[name])
        .map((name) => `Bundle.entry.${name} is there`),
    ),
    ...(first?.resource?.resourceType === 'Composition'
      ? sectionFaults(first.resource, find)
      : ['The first entry is no Composition (bdl-11)']),
    ...(of('Composition').length === 1 ? [] : ['There is not one Composition (bdl-ips-1)']),
    ...(of('Patient').length === 1 ? [] : ['There is not one Patient']),
    ...entries.flatMap(({ resource }) => (resource ? faultsOfResource(resource) : ['An entry has no resource'])),
  ];
};
