import type { ProcessOverview } from '@konsil/contracts/cases';
import { codeQualities, codeSystemUrls, codeWords } from '@konsil/contracts/code-words';
import type { Certainty, CodeSystem, MedicalCode } from '@konsil/contracts/medical-codes';
import type { Answer } from '@konsil/contracts/requests';
import type { CodeableConcept, Coding, Condition, Extension, Procedure } from 'fhir/r4';
import { versioned, personOf } from '../telling.ts';
import { patientOf } from './case.ts';

/** The extensions of the German base profiles for attributes of a code. */
const qualifier = (name: string, list: string, code: string, display: string): Extension => ({
  url: `http://fhir.de/StructureDefinition/${name}`,
  valueCoding: { system: `https://fhir.kbv.de/CodeSystem/${list}`, code, display },
});

const codingOf = ({ system, version, code, title, certainty, side }: MedicalCode): Coding => {
  // The displays are German, like the titles of the lists.
  const extension = [
    ...(certainty
      ? [
          qualifier(
            'icd-10-gm-diagnosesicherheit',
            'KBV_CS_SFHIR_ICD_DIAGNOSESICHERHEIT',
            certainty,
            codeWords.de.certainty[certainty],
          ),
        ]
      : []),
    ...(side
      ? [qualifier('seitenlokalisation', 'KBV_CS_SFHIR_ICD_SEITENLOKALISATION', side, codeWords.de.side[side])]
      : []),
  ];
  return {
    ...(extension.length > 0 ? { extension } : {}),
    system: codeSystemUrls[system],
    version,
    code,
    display: title,
  };
};
// The text says certainty and side, too: a reader of the text alone must not take a suspicion for a diagnosis.
const conceptOf = (code: MedicalCode): CodeableConcept => ({
  coding: [codingOf(code)],
  text: [code.title, codeQualities(code, 'de')].filter(Boolean).join(', '),
});

const numbered = (answer: Answer, system: CodeSystem): [MedicalCode, string][] =>
  (answer.codes ?? [])
    .map((code, index): [MedicalCode, string] => [code, `${answer.id}.${index + 1}`])
    .filter(([code]) => code.system === system);

/** An excluded diagnosis is no conclusion and no problem: systems that ignore the certainty would take it for one. */
export const isExcluded = ({ certainty }: Pick<MedicalCode, 'certainty'>): boolean => certainty === 'A';

/** The diagnoses of an answer as codes of its report. */
export const conclusionCodes = (answer: Answer): CodeableConcept[] =>
  numbered(answer, 'icd10gm').flatMap(([code]) => (isExcluded(code) ? [] : [conceptOf(code)]));

const terminology = 'http://terminology.hl7.org/CodeSystem';
const standing: Record<Certainty, Pick<Condition, 'verificationStatus' | 'clinicalStatus'>> = {
  G: { verificationStatus: { coding: [{ system: `${terminology}/condition-ver-status`, code: 'confirmed' }] } },
  V: { verificationStatus: { coding: [{ system: `${terminology}/condition-ver-status`, code: 'provisional' }] } },
  A: { verificationStatus: { coding: [{ system: `${terminology}/condition-ver-status`, code: 'refuted' }] } },
  Z: {
    verificationStatus: { coding: [{ system: `${terminology}/condition-ver-status`, code: 'confirmed' }] },
    clinicalStatus: { coding: [{ system: `${terminology}/condition-clinical`, code: 'resolved' }] },
  },
};

/** The diagnoses that the doctor coded in an answer. Their ids are the answer's, with the number of the code. */
export const toCodedConditions = (answer: Answer, theCase: ProcessOverview): Condition[] =>
  numbered(answer, 'icd10gm').map(([code, id]) =>
    versioned<Condition>({
      resourceType: 'Condition',
      id,
      ...(code.certainty ? standing[code.certainty] : {}),
      category: [
        {
          coding: [
            {
              system: `${terminology}/condition-category`,
              code: 'encounter-diagnosis',
              display: 'Encounter Diagnosis',
            },
          ],
        },
      ],
      code: conceptOf(code),
      subject: patientOf(theCase),
      recordedDate: answer.answered_at,
      asserter: personOf({ name: answer.answered_by, role: 'doctor' }),
    }),
  );

/** The procedures of an answer. Nobody says whether they were done or are recommended, so their status is unknown. */
export const toProcedures = (answer: Answer, theCase: ProcessOverview): Procedure[] =>
  numbered(answer, 'ops').map(([code, id]) =>
    versioned<Procedure>({
      resourceType: 'Procedure',
      id,
      meta: { lastUpdated: answer.answered_at },
      basedOn: [{ reference: `ServiceRequest/${theCase.id}`, display: theCase.case_name }],
      status: 'unknown',
      code: conceptOf(code),
      subject: patientOf(theCase),
      asserter: personOf({ name: answer.answered_by, role: 'doctor' }),
    }),
  );
