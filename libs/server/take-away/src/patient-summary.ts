import { createHash } from 'node:crypto';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { codeLine } from '@konsil/contracts/code-words';
import { unknownValue } from '@konsil/contracts/fhir-absent';
import { medicationText } from '@konsil/contracts/medication';
import type { CodeSystem } from '@konsil/contracts/medical-codes';
import { toDiagnosticReport } from '@konsil/server-fhir/resources/answer';
import { toCondition, toQuestionnaireResponse, toServiceRequest } from '@konsil/server-fhir/resources/case';
import { statementsOf, toMedicationStatements } from '@konsil/server-fhir/resources/medication';
import { isExcluded, toCodedConditions, toProcedures } from '@konsil/server-fhir/resources/codes';
import { toDocumentReference } from '@konsil/server-fhir/resources/documents';
import { toPatient } from '@konsil/server-fhir/resources/people';
import { filled, loinc, narrative, referenceTo, type Telling } from '@konsil/server-fhir/telling';
import type { CollectedRecord, ExportedCase } from '@konsil/server-privacy/export/exported-data';
import type {
  AllergyIntolerance,
  Bundle,
  CodeableConcept,
  Composition,
  CompositionSection,
  Condition,
  DiagnosticReport,
  FhirResource,
  MedicationStatement,
  Organization,
  Procedure,
  Reference,
} from 'fhir/r4';
import { takeAwayTexts } from './texts.ts';

const absent = 'http://hl7.org/fhir/uv/ips/CodeSystem/absent-unknown-uv-ips';
const nothingKnown = (code: string, display: string): CodeableConcept => ({
  coding: [{ system: absent, code, display }],
  text: display,
});
const organizationId = 'konsil';

/** A UUID that is the same for the same record at the same time. */
const bundleId = (text: string): string => {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

const referenceOf = ({ resourceType, id }: FhirResource): Reference => referenceTo(resourceType, id ?? '');
/** A collected case as its page shows it. */
const asShown = (theCase: ExportedCase): ProcessOverview => ({
  ...theCase,
  changed_forms: [],
  documents: theCase.documents.map((document) => ({ ...document, preview_url: null })),
});
const statements = (cases: readonly ProcessOverview[], pick: (theCase: ProcessOverview) => string): string[] => [
  ...new Set(cases.map(pick).filter(filled)),
];

const terminology = 'http://terminology.hl7.org/CodeSystem';
/** An item of the problem list, which each problem of a summary is. */
const listed = (condition: Condition): Condition => ({
  ...condition,
  category: [
    ...(condition.category ?? []),
    {
      coding: [
        { system: `${terminology}/condition-category`, code: 'problem-list-item', display: 'Problem List Item' },
      ],
    },
  ],
});
/**
 * The kind of service that made a report. A summary must name one, and the code lists have none for a second opinion.
 */
const ofOtherService = (report: DiagnosticReport): DiagnosticReport => ({
  ...report,
  category: [{ coding: [{ system: `${terminology}/v2-0074`, code: 'OTH', display: 'Other' }] }],
});

/**
 * A person's record as an FHIR document of the International Patient Summary: the three required sections, procedures and
 * past illnesses if there are any, the answers, requests and documents.
 * @param pathOf where a document's file lies beside the bundle; null if it is not given out
 */
export const toPatientSummary = (
  { record, cases: collected, health_profile: health }: CollectedRecord,
  { at, telling, pathOf }: { at: string; telling: Telling; pathOf: (documentId: string) => string | null },
): Bundle => {
  const words = takeAwayTexts[telling.locale].summary;
  const cases = collected.map(asShown);
  const subject = referenceTo('Patient', record.id, `${record.first_name} ${record.last_name}`);
  const organization: Organization = { resourceType: 'Organization', id: organizationId, name: 'Konsil' };

  // Words of patients may deny a medicine, so their status is unknown; IPS demands a time, or that it is unknown.
  const medicines = cases
    .flatMap(toMedicationStatements)
    .map((medicine): MedicationStatement => ({ ...medicine, _effectiveDateTime: unknownValue }));
  if (health)
    medicines.unshift(
      ...statementsOf(health, { id: record.id, subject }).map((medicine) => ({
        ...medicine,
        _effectiveDateTime: unknownValue,
      })),
    );
  const noMedicine: MedicationStatement = {
    resourceType: 'MedicationStatement',
    id: 'no-medication-info',
    status: 'unknown',
    medicationCodeableConcept: nothingKnown('no-medication-info', 'No information about medications'),
    subject,
    _effectiveDateTime: unknownValue,
  };
  const allergies = [
    ...new Set([health?.allergies, ...statements(cases, ({ anamnesis }) => anamnesis.allergies)].filter(filled)),
  ];
  const noAllergy: AllergyIntolerance = {
    resourceType: 'AllergyIntolerance',
    id: 'no-allergy-info',
    clinicalStatus: {
      coding: [
        {
          system: 'http://terminology.hl7.org/CodeSystem/allergyintolerance-clinical',
          code: 'active',
          display: 'Active',
        },
      ],
    },
    code: nothingKnown('no-allergy-info', 'No information about allergies'),
    patient: subject,
  };
  const codeLines = (system: CodeSystem) => (theCase: ProcessOverview) =>
    theCase.answers.flatMap(({ codes = [] }) =>
      codes.filter((code) => code.system === system && !isExcluded(code)).map((code) => codeLine(code, telling.locale)),
    );
  const coded = cases
    .flatMap((theCase) => theCase.answers.flatMap((answer) => toCodedConditions(answer, theCase)))
    .filter(({ verificationStatus: told }) => told?.coding?.[0]?.code !== 'refuted');
  const problems = [...cases.filter(({ diagnosis }) => filled(diagnosis)).map(toCondition), ...coded].map(listed);
  // The text may deny an operation, like a medicine, so the status is unknown.
  const statedOperations = [
    { id: record.id, text: health?.operations },
    ...cases.map(({ id, anamnesis }) => ({ id, text: anamnesis.operations })),
  ].flatMap(({ id, text }): Procedure[] =>
    filled(text) ? [{ resourceType: 'Procedure', id, status: 'unknown', code: { text }, subject }] : [],
  );
  const procedures = [
    ...statedOperations,
    ...cases.flatMap((theCase) => theCase.answers.flatMap((answer) => toProcedures(answer, theCase))),
  ].map((procedure): Procedure => ({ ...procedure, _performedDateTime: unknownValue }));
  const pastIllnesses = [
    ...new Set(
      [health?.previous_illnesses, ...statements(cases, ({ anamnesis }) => anamnesis.previous_illnesses)].filter(
        filled,
      ),
    ),
  ];
  const noProblem = listed({
    resourceType: 'Condition',
    id: 'no-problem-info',
    code: nothingKnown('no-problem-info', 'No information about problems'),
    subject,
  });

  const answers = cases.flatMap((theCase) =>
    theCase.answers.map((answer) => ofOtherService(toDiagnosticReport(answer, theCase, telling))),
  );
  const requests = cases.flatMap((theCase) => [
    toServiceRequest(theCase, telling),
    toQuestionnaireResponse(theCase, telling),
  ]);
  const documents = cases.flatMap((theCase) =>
    theCase.documents.flatMap((document) => {
      const path = pathOf(document.id);
      if (!path) return [];
      const reference = toDocumentReference(document, { patientId: record.id, caseId: theCase.id }, telling);
      return {
        ...reference,
        content: reference.content.map(({ attachment }) => ({ attachment: { ...attachment, url: path } })),
      };
    }),
  );

  const section = (
    title: string,
    code: { code: string; display: string } | null,
    entries: readonly FhirResource[],
    text: string,
    status: 'generated' | 'additional' = 'generated',
  ): CompositionSection => ({
    title,
    ...(code ? { code: { coding: [{ system: loinc, ...code }] } } : {}),
    text: text ? narrative(text, status) : narrative(words.none, 'empty'),
    ...(entries.length > 0 ? { entry: entries.map(referenceOf) } : {}),
  });
  const medicineEntries = medicines.length > 0 ? medicines : [noMedicine];
  const problemEntries = problems.length > 0 ? problems : [noProblem];
  // The allergies have no code, and the text may deny one, so it is passed on unchanged.
  const sections: CompositionSection[] = [
    section(
      words.medication,
      { code: '10160-0', display: 'History of Medication use Narrative' },
      medicineEntries,
      [
        ...new Set([
          ...(health ? [medicationText(health)] : []),
          ...statements(cases, ({ anamnesis }) => medicationText(anamnesis)),
        ]),
      ].join('\n'),
    ),
    section(
      words.allergies,
      { code: '48765-2', display: 'Allergies and adverse reactions Document' },
      [noAllergy],
      allergies.length > 0 ? [words.asStated, ...allergies].join('\n') : '',
      'additional',
    ),
    section(
      words.problems,
      { code: '11450-4', display: 'Problem list - Reported' },
      problemEntries,
      [...statements(cases, ({ diagnosis }) => diagnosis), ...cases.flatMap(codeLines('icd10gm'))].join('\n'),
    ),
    ...(procedures.length > 0
      ? [
          section(
            words.procedures,
            { code: '47519-4', display: 'History of Procedures Document' },
            procedures,
            [...new Set(statedOperations.map(({ code }) => code?.text ?? '')), ...cases.flatMap(codeLines('ops'))].join(
              '\n',
            ),
          ),
        ]
      : []),
    // The illnesses have no code for whether they are over, and the text may deny one, so it is passed on unchanged.
    ...(pastIllnesses.length > 0
      ? [
          section(
            words.pastIllnesses,
            { code: '11348-0', display: 'History of Past illness Narrative' },
            [],
            [words.asStated, ...pastIllnesses].join('\n'),
            'additional',
          ),
        ]
      : []),
    ...(answers.length > 0
      ? [section(words.answers, null, answers, answers.map(({ conclusion }) => conclusion).join('\n'))]
      : []),
    ...(requests.length > 0
      ? [section(words.requests, null, requests, cases.map(({ case_name: name }) => name).join('\n'))]
      : []),
    ...(documents.length > 0
      ? [
          section(
            words.documents,
            null,
            documents,
            documents.map(({ content }) => content[0]?.attachment.title ?? '').join('\n'),
          ),
        ]
      : []),
  ];
  const id = bundleId(`${record.id} ${at} ${cases.map((theCase) => theCase.id).join(' ')}`);
  const composition: Composition = {
    resourceType: 'Composition',
    id,
    meta: { profile: ['http://hl7.org/fhir/uv/ips/StructureDefinition/Composition-uv-ips'] },
    status: 'final',
    type: { coding: [{ system: loinc, code: '60591-5', display: 'Patient summary Document' }] },
    subject,
    date: at,
    author: [referenceTo('Organization', organizationId, 'Konsil')],
    title: words.title,
    section: sections,
  };
  const resources: FhirResource[] = [
    composition,
    toPatient(record),
    organization,
    ...medicineEntries,
    noAllergy,
    ...problemEntries,
    ...procedures,
    ...answers,
    ...requests,
    ...documents,
  ];
  return {
    resourceType: 'Bundle',
    id,
    meta: { profile: ['http://hl7.org/fhir/uv/ips/StructureDefinition/Bundle-uv-ips'] },
    identifier: { system: 'urn:ietf:rfc:3986', value: `urn:uuid:${id}` },
    type: 'document',
    timestamp: at,
    entry: resources.map((resource) => ({
      fullUrl: `${telling.base}/${resource.resourceType}/${resource.id}`,
      resource,
    })),
  };
};
