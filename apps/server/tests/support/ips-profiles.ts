// The profiles of the International Patient Summary, STU 2 (version 2.0.0 on FHIR R4), for the resources that a
// summary of ours has. Taken from the sources of HL7's guide: each list has the elements of one profile.

/** The profile of a resource in a summary. */
export interface IpsProfile {
  /** Elements with a minimum of 1, of R4 or of the profile; `[x]` stands for any type. */
  required: readonly string[];
  /** Elements whose code must be one of these: required bindings. */
  bound?: Readonly<Record<string, readonly string[]>>;
  /** Elements whose code should be from a value set; their codings here are of `knownSystems`. */
  preferred?: readonly string[];
  /** Elements that a creator fills if it knows them, and this one does. */
  filledIfKnown?: readonly string[];
  /** Elements that a creator fills if it knows them, and Konsil never does. */
  neverKnown?: readonly string[];
}

const terminology = 'http://terminology.hl7.org/CodeSystem';
const absentUnknown = 'http://hl7.org/fhir/uv/ips/CodeSystem/absent-unknown-uv-ips';

/** Code systems of codings; SNOMED CT, which the value sets prefer, is not among them. */
export const knownSystems: readonly string[] = [
  absentUnknown,
  'http://fhir.de/CodeSystem/bfarm/icd-10-gm',
  'http://fhir.de/CodeSystem/bfarm/ops',
];

const clinical = {
  condition: `${terminology}/condition-clinical`,
  allergy: `${terminology}/allergyintolerance-clinical`,
};
export const statusSystems: Readonly<Record<string, string>> = {
  'Condition.clinicalStatus': clinical.condition,
  'Condition.verificationStatus': `${terminology}/condition-ver-status`,
  'AllergyIntolerance.clinicalStatus': clinical.allergy,
  'AllergyIntolerance.verificationStatus': `${terminology}/allergyintolerance-verification`,
};

const active = ['active', 'recurrence', 'relapse', 'inactive', 'remission', 'resolved'];

export const ipsProfiles: Readonly<Record<string, IpsProfile>> = {
  Composition: {
    required: ['status', 'type.coding', 'subject.reference', 'date', 'author', 'title', 'section', 'section.text.div'],
    bound: { status: ['preliminary', 'final', 'amended', 'entered-in-error'], 'type.coding': ['60591-5'] },
    neverKnown: ['identifier', 'attester', 'custodian', 'event', 'section.section'],
  },
  Patient: {
    required: ['name', 'birthDate'],
    bound: { gender: ['male', 'female', 'other', 'unknown'] },
    filledIfKnown: ['name.family', 'name.given', 'gender', 'telecom', 'address'],
    neverKnown: ['identifier', 'generalPractitioner'],
  },
  Organization: { required: ['name'], neverKnown: ['telecom', 'address'] },
  MedicationStatement: {
    required: ['status', 'medication[x]', 'subject.reference', 'effective[x]'],
    // Every code of R4 but entered-in-error.
    bound: { status: ['active', 'completed', 'intended', 'stopped', 'on-hold', 'unknown', 'not-taken'] },
    preferred: ['medicationCodeableConcept'],
    neverKnown: ['dosage'],
  },
  AllergyIntolerance: {
    // R4 demands the clinical status of every allergy that was not entered in error (invariant ait-1).
    required: ['code', 'patient.reference', 'clinicalStatus'],
    bound: {
      clinicalStatus: ['active', 'inactive', 'resolved'],
      verificationStatus: ['unconfirmed', 'confirmed', 'refuted'],
    },
    preferred: ['code'],
    neverKnown: ['type', 'onset[x]', 'reaction'],
  },
  Condition: {
    required: ['code', 'subject.reference'],
    bound: {
      clinicalStatus: active,
      verificationStatus: ['unconfirmed', 'provisional', 'differential', 'confirmed', 'refuted'],
      // Extensible; a problem of the summary has this category, whatever others.
      category: ['problem-list-item'],
    },
    preferred: ['code'],
    neverKnown: ['severity', 'onset[x]'],
  },
  Procedure: {
    required: ['status', 'code', 'subject.reference', 'performed[x]'],
    bound: {
      status: ['preparation', 'in-progress', 'not-done', 'on-hold', 'stopped', 'completed', 'unknown'],
    },
    preferred: ['code'],
  },
  DiagnosticReport: {
    required: ['status', 'category', 'code', 'subject.reference', 'effective[x]'],
    bound: {
      status: ['registered', 'partial', 'preliminary', 'final', 'amended', 'corrected', 'appended', 'cancelled'],
    },
    filledIfKnown: ['performer'],
    neverKnown: ['result'],
  },
};

/** A section: what its entries may be, and the codes by which an entry says that nothing is known. */
export interface IpsSection {
  min: 0 | 1;
  entries: readonly string[];
  nothingKnown: readonly string[];
}
const nothing = (topic: string, topics = `${topic}s`): readonly string[] => [`no-${topic}-info`, `no-known-${topics}`];

/** By LOINC code; each at most once. A section without a code is no slice of the profile, and free. */
export const ipsSections: Readonly<Record<string, IpsSection>> = {
  '10160-0': {
    min: 1,
    entries: [
      'MedicationStatement',
      'MedicationRequest',
      'MedicationAdministration',
      'MedicationDispense',
      'DocumentReference',
    ],
    nothingKnown: nothing('medication'),
  },
  '48765-2': {
    min: 1,
    entries: ['AllergyIntolerance', 'DocumentReference'],
    nothingKnown: [...nothing('allergy', 'allergies'), 'no-known-medication-allergies', 'no-known-food-allergies'],
  },
  '11450-4': { min: 1, entries: ['Condition', 'DocumentReference'], nothingKnown: nothing('problem') },
  '47519-4': { min: 0, entries: ['Procedure', 'DocumentReference'], nothingKnown: nothing('procedure') },
  '11369-6': { min: 0, entries: ['Immunization', 'DocumentReference'], nothingKnown: nothing('immunization') },
  '46264-8': { min: 0, entries: ['DeviceUseStatement', 'DocumentReference'], nothingKnown: nothing('device') },
  '30954-2': { min: 0, entries: ['Observation', 'DiagnosticReport', 'Media', 'DocumentReference'], nothingKnown: [] },
  '8716-3': { min: 0, entries: ['Observation', 'DocumentReference'], nothingKnown: [] },
  '11348-0': { min: 0, entries: ['Condition', 'DocumentReference'], nothingKnown: [] },
  '47420-5': { min: 0, entries: ['Condition', 'ClinicalImpression', 'DocumentReference'], nothingKnown: [] },
  '18776-5': { min: 0, entries: ['CarePlan', 'DocumentReference'], nothingKnown: [] },
  '29762-2': { min: 0, entries: ['Observation', 'DocumentReference'], nothingKnown: [] },
  '10162-6': { min: 0, entries: ['Observation', 'DocumentReference'], nothingKnown: [] },
  '42348-3': { min: 0, entries: ['Consent', 'DocumentReference'], nothingKnown: [] },
  '104605-1': { min: 0, entries: ['Flag', 'DocumentReference'], nothingKnown: [] },
  '81338-6': { min: 0, entries: [], nothingKnown: [] },
};
export { absentUnknown };
