import type { FormChange } from '@konsil/contracts/cases';
import { formTopics, type FormTopic } from '@konsil/contracts/codes';
import { medicationText } from '@konsil/contracts/medication';
import { and, asc, eq, gt } from 'drizzle-orm';
import { caseFormVersions } from '@konsil/server-domain/schema';
import { iso } from '@konsil/server-platform/clock';
import type { CaseRow } from '@konsil/server-domain/access/loaders';
import type { Work } from '@konsil/server-domain/kernel/work';
import { anamnesisOf } from '@konsil/server-domain/cases/case-texts';
import type { OpenedQuestion } from '@konsil/server-domain/cases/general-forms';
import {
  formVersionTexts,
  textTopics,
  type FormVersionTexts,
  type TextTopic,
} from '@konsil/server-domain/sealed/form-version';
import type { CaseTexts } from '@konsil/server-domain/sealed/case';

/** The general forms by part; of the questions only open ones, one per line; of the doctors' forms their JSON. */
type FormTexts = Record<FormTopic, string>;
export type FormVersionRow = typeof caseFormVersions.$inferSelect;

/** The general forms as one text per part, for comparison. */
export const formTexts = (texts: CaseTexts, questions: readonly OpenedQuestion[]): FormTexts => ({
  diagnosis: texts.diagnosis,
  medical_history: texts.medical_history,
  ...texts.anamnesis,
  medication: medicationText(anamnesisOf(texts)),
  questions: questions
    .filter(({ answeredAt }) => !answeredAt)
    .map(({ text }) => text)
    .join('\n'),
  specialty_form: JSON.stringify(texts.specialty_forms ?? []),
});

export const changedTopics = (before: FormTexts, after: FormTexts): FormTopic[] =>
  formTopics.filter((topic) => before[topic] !== after[topic]);

/** Stores the earlier text of changed parts; returns the version's id. */
export const keepFormVersion = async (
  work: Work,
  theCase: CaseRow,
  before: FormTexts,
  topics: readonly FormTopic[],
  forms: CaseTexts['specialty_forms'] = [],
): Promise<string> => {
  const {
    tx,
    actor,
    now,
    kernel: { vault },
  } = work;
  const isText = (topic: FormTopic): topic is TextTopic => topic !== 'specialty_form';
  const texts: FormVersionTexts = {
    before: Object.fromEntries(topics.filter(isText).map((topic) => [topic, before[topic]])),
    ...(topics.includes('specialty_form') && { forms }),
  };
  const [version] = await tx
    .insert(caseFormVersions)
    .values({
      caseId: theCase.id,
      changedBy: actor.accountId,
      changedAt: now,
      sealed: await vault.seal(tx, theCase.patientId, formVersionTexts, texts),
    })
    .returning({ id: caseFormVersions.id });
  if (!version) throw new Error('The earlier texts were not stored.');
  return version.id;
};

const openVersion = (
  { tx, kernel: { vault } }: Work,
  theCase: CaseRow,
  { sealed }: Pick<FormVersionRow, 'sealed'>,
): Promise<FormVersionTexts> => vault.open(tx, theCase.patientId, formVersionTexts, sealed);

/** The parts that a version changed. */
export const topicsOf = async (
  work: Work,
  theCase: CaseRow,
  version: Pick<FormVersionRow, 'sealed'>,
): Promise<FormTopic[]> => {
  const { before, forms } = await openVersion(work, theCase, version);
  return [
    ...textTopics.filter((topic) => before[topic] !== undefined),
    ...(forms ? (['specialty_form'] as const) : []),
  ];
};

/** True if the questions of a case were changed since a time. */
export const questionsChangedSince = async (work: Work, theCase: CaseRow, since: Date): Promise<boolean> => {
  const versions = await work.tx
    .select({ sealed: caseFormVersions.sealed })
    .from(caseFormVersions)
    .where(and(eq(caseFormVersions.caseId, theCase.id), gt(caseFormVersions.changedAt, since)));
  for (const version of versions) if ((await topicsOf(work, theCase, version)).includes('questions')) return true;
  return false;
};

/** The parts that differ `now` from before `versions` (oldest first); parts changed back are left out. */
export const changesSince = async (
  work: Work,
  theCase: CaseRow,
  versions: readonly Pick<FormVersionRow, 'sealed' | 'changedAt'>[],
  now: FormTexts,
): Promise<FormChange[]> => {
  const known = new Map<FormTopic, FormChange>();
  for (const version of versions) {
    const { before, forms } = await openVersion(work, theCase, version);
    if (forms)
      known.set('specialty_form', {
        topic: 'specialty_form',
        before: '',
        forms_before: known.get('specialty_form')?.forms_before ?? forms,
        changed_at: iso(version.changedAt),
      });
    for (const topic of textTopics) {
      const text = before[topic];
      if (text !== undefined)
        known.set(topic, { topic, before: known.get(topic)?.before ?? text, changed_at: iso(version.changedAt) });
    }
  }
  const differs = ({ topic, before, forms_before: forms }: FormChange) =>
    (forms ? JSON.stringify(forms) : before) !== now[topic];
  return formTopics.flatMap((topic) => known.get(topic) ?? []).filter(differs);
};

/** Every earlier text of a case's forms, oldest first. */
export const formHistory = async (
  work: Work,
  theCase: CaseRow,
): Promise<({ changed_at: string } & FormVersionTexts)[]> => {
  const rows = await work.tx
    .select()
    .from(caseFormVersions)
    .where(eq(caseFormVersions.caseId, theCase.id))
    .orderBy(asc(caseFormVersions.changedAt));
  return Promise.all(
    rows.map(async (row) => ({ changed_at: iso(row.changedAt), ...(await openVersion(work, theCase, row)) })),
  );
};
