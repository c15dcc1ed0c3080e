/** The groups of data that an app may read, as patients see them, with the FHIR types of each (docs/fhir.md). */
export const appReads = {
  person: ['Patient'],
  cases: ['ServiceRequest', 'Questionnaire', 'QuestionnaireResponse'],
  health: ['Condition', 'Procedure', 'MedicationStatement', 'AllergyIntolerance'],
  answers: ['DiagnosticReport', 'Composition'],
  messages: ['Communication', 'Task'],
  documents: ['DocumentReference', 'Binary', 'Provenance', 'ImagingStudy'],
  log: ['Consent', 'AuditEvent'],
  doctors: ['Practitioner', 'PractitionerRole'],
} as const;
export type AppRead = keyof typeof appReads;
export const appReadGroups = Object.keys(appReads) as [AppRead, ...AppRead[]];
/** The types that an app may ask for. */
export const appTypes: readonly string[] = Object.values(appReads).flat();

/** The lifetime of an app's token, and of a lasting access, after which the patient must consent again. */
export const appTokenMinutes = 10;
export const appGrantDays = 90;
