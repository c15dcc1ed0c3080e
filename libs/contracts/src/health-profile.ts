import * as z from 'zod/mini';
import { anamnesisSchema, type Anamnesis } from './anamnesis.ts';
import type { AnamnesisTopic } from './codes.ts';
import { idParams, momentSchema, versionSchema } from './common.ts';
import { joinedLists, topicText } from './medication.ts';
import type { MedicationList } from './medication-schemas.ts';
import { defineRoute } from './route.ts';

/** The topics that stay the same from case to case. */
export const healthTopics = [
  'medication',
  'allergies',
  'operations',
  'previous_illnesses',
] as const satisfies readonly AnamnesisTopic[];
export type HealthTopic = (typeof healthTopics)[number];
export type HealthTexts = Pick<Anamnesis, HealthTopic | 'medication_list'>;

export const healthTextsSchema = z.pick(anamnesisSchema, {
  medication: true,
  allergies: true,
  operations: true,
  previous_illnesses: true,
  medication_list: true,
});

/** The health profile that a person's owner keeps; no doctor sees it outside of a case that was sent. */
export const healthProfileSchema = z.extend(healthTextsSchema, {
  /** 0 and without dates until it was saved for the first time. */
  version: versionSchema,
  changed_at: z.nullable(momentSchema),
  /** The time of the owner's last confirmation. */
  confirmed_at: z.nullable(momentSchema),
});
export type HealthProfile = z.infer<typeof healthProfileSchema>;

/** `version`: the one that was read, so that nothing newer is overwritten or confirmed unseen. */
export const saveHealthSchema = z.extend(healthTextsSchema, { version: versionSchema });
export type SaveHealth = z.infer<typeof saveHealthSchema>;

/** The texts alone, of a profile or of a case's anamnesis. */
export const healthTextsIn = (from: HealthTexts): HealthTexts & { medication_list: MedicationList | null } => ({
  ...(Object.fromEntries(healthTopics.map((topic) => [topic, from[topic]])) as Record<HealthTopic, string>),
  medication_list: from.medication_list ?? null,
});

/** Topics in which two texts differ, apart from white space. */
export const differingTopics = (one: HealthTexts, other: HealthTexts): HealthTopic[] => {
  const plain = (texts: HealthTexts, topic: HealthTopic) =>
    [
      topicText(texts, topic).trim().replace(/\s+/g, ' '),
      // Medicines of an older plan differ from the same medicines of a newer one.
      ...(topic === 'medication' ? [JSON.stringify(texts.medication_list?.sources ?? [])] : []),
    ].join();
  return healthTopics.filter((topic) => plain(one, topic) !== plain(other, topic));
};

/** Adds texts without replacing existing ones, and no line twice. */
export const withAddedTexts = (here: HealthTexts, added: HealthTexts): HealthTexts => {
  const joined = (topic: HealthTopic): string => {
    const lines = here[topic].split('\n').map((line) => line.trim());
    const more = added[topic].split('\n').filter((line) => line.trim() !== '' && !lines.includes(line.trim()));
    return [here[topic], ...more].filter(Boolean).join('\n');
  };
  return {
    ...(Object.fromEntries(healthTopics.map((topic) => [topic, joined(topic)])) as Record<HealthTopic, string>),
    medication_list: joinedLists(here.medication_list, added.medication_list),
  };
};

export const healthProfileRoutes = {
  getHealthProfile: defineRoute({
    method: 'GET',
    path: '/api/patients/:id/health',
    summary: "A person's health profile, for its owner",
    params: idParams,
    response: healthProfileSchema,
  }),
  saveHealthProfile: defineRoute({
    method: 'PUT',
    path: '/api/patients/:id/health',
    summary: "Save a person's health profile; new cases of the person begin with it",
    params: idParams,
    body: saveHealthSchema,
    response: healthProfileSchema,
  }),
  confirmHealthProfile: defineRoute({
    method: 'POST',
    path: '/api/patients/:id/health/confirm',
    summary: 'Say that the health profile is still right',
    params: idParams,
    body: z.object({ version: versionSchema }),
    response: healthProfileSchema,
  }),
};
