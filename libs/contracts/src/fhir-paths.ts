/** The root of the FHIR R4 interface, for systems of others; the portals do not use it (docs/fhir.md). */
export const fhirRoot = '/fhir';
export const fhirJson = 'application/fhir+json';
export const isFhirPath = (path: string): boolean => path === fhirRoot || path.startsWith(`${fhirRoot}/`);
