type Resource = Record<string, unknown> & { id: string; resourceType: string };

const code = (system: string) => (one: string, display?: string) => ({
  system,
  code: one,
  ...(display && { display }),
});
export const loinc = code('http://loinc.org');
export const snomed = code('http://snomed.info/sct');
export const absent = code('http://hl7.org/fhir/uv/ips/CodeSystem/absent-unknown-uv-ips');
/** A concept of codings. */
export const coded = (...coding: object[]) => ({ coding });

export const conditionOf = (id: string, fields: object): Resource => ({ resourceType: 'Condition', id, ...fields });
export const allergyOf = (id: string, fields: object): Resource => ({
  resourceType: 'AllergyIntolerance',
  id,
  ...fields,
});
export const medicineOf = (id: string, fields: object): Resource => ({
  resourceType: 'MedicationStatement',
  id,
  status: 'active',
  ...fields,
});
export const patientOf = (fields: object = {}) => ({
  resourceType: 'Patient',
  id: 'p',
  name: [{ family: 'Adler', given: ['Miriam'] }],
  birthDate: '1979-03-14',
  ...fields,
});

export interface MadeSection {
  section: object;
  resources: Resource[];
}
/** A section with its resources, which it refers to by type and id. */
export const aSection = (loincCode: string, resources: Resource[], fields: object = {}): MadeSection => ({
  section: {
    code: coded(loinc(loincCode)),
    ...(resources.length > 0 && {
      entry: resources.map(({ resourceType, id }) => ({ reference: `${resourceType}/${id}` })),
    }),
    ...fields,
  },
  resources,
});
export const words = (text: string, status = 'generated') => ({ text: { status, div: `<div>${text}</div>` } });

/** A patient summary of sections; `more` are resources that no section names. */
export const aBundle = (
  sections: MadeSection[],
  { patient = patientOf(), composition = {}, more = [] as object[] } = {},
) => ({
  resourceType: 'Bundle',
  type: 'document',
  entry: [
    {
      fullUrl: 'https://example.org/fhir/Composition/c',
      resource: {
        resourceType: 'Composition',
        status: 'final',
        subject: { reference: 'Patient/p' },
        section: sections.map(({ section }) => section),
        ...composition,
      },
    },
    { fullUrl: 'https://example.org/fhir/Patient/p', resource: patient },
    ...[...sections.flatMap(({ resources }) => resources), ...more].map((resource) => {
      const { resourceType, id } = resource as Resource;
      return { fullUrl: `https://example.org/fhir/${resourceType}/${id}`, resource };
    }),
  ],
});
