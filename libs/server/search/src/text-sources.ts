import { anamnesisTopics, locales } from '@konsil/contracts/codes';
import { topicText } from '@konsil/contracts/medication';
import type { AnsweredForm } from '@konsil/contracts/form-fields';
import { answerInWords } from '@konsil/contracts/form-words';
import type { TextPlace } from '@konsil/contracts/search';
import { and, eq, getTableColumns, inArray, isNull } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import type { Vault } from '@konsil/server-platform/keys/vault';
import { answeredForms } from '@konsil/server-domain/cases/case-forms';
import { anamnesisOf, openCase } from '@konsil/server-domain/cases/case-texts';
import { answers, cases, documents, messages, questions, type searchTexts } from '@konsil/server-domain/schema';
import { answerTexts } from '@konsil/server-domain/sealed/answer';
import { documentSecrets } from '@konsil/server-domain/sealed/document';
import { messageTexts } from '@konsil/server-domain/sealed/message';
import { questionTexts } from '@konsil/server-domain/sealed/question';

/** A text of a case, and the place in which a reader finds it. */
export interface TextPart {
  place: TextPlace;
  text: string;
  /** Name of the document, or subject of the message. */
  name?: string;
}
export interface TextSource {
  id: string;
  at: Date | null;
  /** @throws {KeyDestroyed} for an erased patient */
  open: () => Promise<TextPart[]>;
}
export type TextKind = Exclude<(typeof searchTexts.$inferSelect)['kind'], 'pdf' | 'page'>;
type Load = (tx: Tx, vault: Vault, ids: readonly string[]) => Promise<TextSource[]>;

const written = (place: TextPlace, ...texts: (string | null | undefined)[]): TextPart[] =>
  texts.filter((text): text is string => Boolean(text?.trim())).map((text) => ({ place, text }));

/** The answered fields with their labels, both in each language that they are written in. */
const formLines = ({ fields, answers }: Pick<AnsweredForm, 'fields' | 'answers'>): string[] =>
  fields.flatMap((field) => {
    const chosen = field.choices.filter(({ id }) => answers[field.id]?.includes(id));
    const said = locales.map((locale) => answerInWords(field, answers, locale));
    const joined = (texts: string[]) => [...new Set(texts.filter(Boolean))].join(' / ');
    const words = chosen.length > 0 ? chosen.flatMap((one) => [one.label_de, one.label_en]) : said;
    return said[0] ? [`${joined([field.label_de, field.label_en])}: ${joined(words)}`] : [];
  });

/** The texts that a search looks into, by the kind of their row in `search_texts`. A text that is gone is left out. */
export const textSources: Record<TextKind, Load> = {
  case: async (tx, vault, ids) => {
    const rows = await tx
      .select()
      .from(cases)
      .where(inArray(cases.id, [...ids]));
    return rows.map((row) => ({
      id: row.id,
      at: null,
      open: async () => {
        const texts = await openCase(tx, vault, row);
        const anamnesis = anamnesisOf(texts);
        return [
          ...written('diagnosis', texts.diagnosis),
          ...written('medical_history', texts.medical_history),
          ...anamnesisTopics.flatMap((topic) => written(topic, topicText(anamnesis, topic))),
          ...answeredForms(texts, row).flatMap((form) => written('specialty_form', ...formLines(form))),
        ];
      },
    }));
  },
  question: async (tx, vault, ids) => {
    const rows = await tx
      .select({ id: questions.id, sealed: questions.sealed, patientId: cases.patientId })
      .from(questions)
      .innerJoin(cases, eq(cases.id, questions.caseId))
      .where(and(inArray(questions.id, [...ids]), isNull(questions.removedAt)));
    return rows.map(({ id, sealed, patientId }) => ({
      id,
      at: null,
      open: async () => written('question', (await vault.open(tx, patientId, questionTexts, sealed)).text),
    }));
  },
  answer: async (tx, vault, ids) => {
    const rows = await tx
      .select({ ...getTableColumns(answers), patientId: cases.patientId })
      .from(answers)
      .innerJoin(cases, eq(cases.id, answers.caseId))
      .where(inArray(answers.id, [...ids]));
    return rows.map(({ id, sealed, answeredAt, patientId }) => ({
      id,
      at: answeredAt,
      open: async () => {
        const {
          answer,
          plain_words,
          reason,
          next_step,
          question_answers,
          recommended_specialty,
          appointment_place,
          codes = [],
        } = await vault.open(tx, patientId, answerTexts, sealed);
        const texts = question_answers.flatMap(({ text, plain_words: plain }) => [text, plain]);
        const coded = codes.map(({ code, title }) => `${code} ${title}`);
        return written(
          'answer',
          answer,
          plain_words,
          reason,
          next_step,
          ...texts,
          recommended_specialty,
          appointment_place,
          ...coded,
        );
      },
    }));
  },
  message: async (tx, vault, ids) => {
    const rows = await tx
      .select()
      .from(messages)
      .where(inArray(messages.id, [...ids]));
    return rows.map(({ id, sealed, sentAt, patientId }) => ({
      id,
      at: sentAt,
      open: async () => {
        const { subject, message } = await vault.open(tx, patientId, messageTexts, sealed);
        return written('message', message, subject).map((part) => ({ ...part, name: subject }));
      },
    }));
  },
  document: async (tx, vault, ids) => {
    const rows = await tx
      .select()
      .from(documents)
      .where(inArray(documents.id, [...ids]));
    return rows.map(({ id, sealed, uploadedAt, patientId }) => ({
      id,
      at: uploadedAt,
      open: async () => {
        const { file_name, document_medical_kind, source_name } = await vault.open(
          tx,
          patientId,
          documentSecrets,
          sealed,
        );
        const texts = written('document', file_name.replace(/\.\w+$/, ''), document_medical_kind, source_name);
        return texts.map((part) => ({ ...part, name: file_name }));
      },
    }));
  },
};
