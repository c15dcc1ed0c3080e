/** The extension that says why a value of FHIR is missing. */
export const absentReason = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason';
const absent = (valueCode: string) => ({ extension: [{ url: absentReason, valueCode }] });

/** Marks a value that was asked for but is unknown. */
export const askedUnknown = absent('asked-unknown');
/** Marks a value that nobody was asked for. */
export const unknownValue = absent('unknown');
