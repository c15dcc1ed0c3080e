import type { ProcessOverview } from '@konsil/contracts/cases';
import { rulesOf } from '@konsil/contracts/answer-options';
import { writtenPartNames, type Answer } from '@konsil/contracts/requests';
import type { CompositionSection, Composition, DiagnosticReport } from 'fhir/r4';
import { filled, loinc, narrative, ownSystem, personOf, referenceTo, versioned, type Telling } from '../telling.ts';
import { answerOptionWord, words } from '../words.ts';
import { patientOf } from './case.ts';
import { conclusionCodes } from './codes.ts';

const consultNote = { system: loinc, code: '11488-4', display: 'Consult note' };

const kindOf = ({ option }: Answer, telling: Telling) => ({
  coding: [
    consultNote,
    { system: ownSystem(telling, 'answer-option'), code: option, display: answerOptionWord(option, telling.locale) },
  ],
  text: answerOptionWord(option, telling.locale),
});

/** An answer that asks the patient for something is not the last word on the case. */
const statusOf = ({ option }: Answer): 'final' | 'preliminary' =>
  rulesOf(option).leaves === 'answered' ? 'final' : 'preliminary';

/** The doctor's answer as a report. Its author is given by name, because the case may have another doctor now. */
export const toDiagnosticReport = (answer: Answer, theCase: ProcessOverview, telling: Telling): DiagnosticReport => {
  const codes = conclusionCodes(answer);
  return versioned<DiagnosticReport>({
    resourceType: 'DiagnosticReport',
    id: answer.id,
    meta: { lastUpdated: answer.answered_at },
    basedOn: [referenceTo('ServiceRequest', theCase.id, theCase.case_name)],
    status: statusOf(answer),
    code: kindOf(answer, telling),
    subject: patientOf(theCase),
    effectiveDateTime: answer.answered_at,
    issued: answer.answered_at,
    performer: [personOf({ name: answer.answered_by, role: 'doctor' })],
    conclusion: answer.answer,
    ...(codes.length > 0 ? { conclusionCode: codes } : {}),
  });
};

/** An answer as a document of sections: the text, its reason and next step, and each answered question. */
export const toComposition = (
  answer: Answer,
  theCase: Pick<ProcessOverview, 'id' | 'case_name' | 'patient'>,
  telling: Telling,
): Composition => {
  const section = (title: string, text: string): CompositionSection => ({ title, text: narrative(text) });
  return versioned<Composition>({
    resourceType: 'Composition',
    id: answer.id,
    meta: { lastUpdated: answer.answered_at },
    status: statusOf(answer),
    type: kindOf(answer, telling),
    subject: patientOf(theCase),
    date: answer.answered_at,
    author: [personOf({ name: answer.answered_by, role: 'doctor' })],
    // A case may be renamed: its name stands beside the reference.
    title: answerOptionWord(answer.option, telling.locale),
    event: [{ detail: [referenceTo('ServiceRequest', theCase.id, theCase.case_name)] }],
    section: [
      ...(filled(answer.plain_words) ? [section(words[telling.locale].plainWords, answer.plain_words)] : []),
      section(words[telling.locale].answer, answer.answer),
      ...writtenPartNames.flatMap((part) => {
        const text = answer[part];
        return filled(text) ? [section(words[telling.locale].parts[part], text)] : [];
      }),
      ...answer.question_answers.map(({ question, text, plain_words: plain }) => ({
        ...section(question, text),
        ...(filled(plain) && { section: [section(words[telling.locale].plainWords, plain)] }),
      })),
    ],
  });
};
