import { anamnesisTopics } from '@konsil/contracts/codes';
import type { AnamnesisTopic, FormTopic } from '@konsil/contracts/codes';
import { useCommon, useTexts } from '@konsil/i18n';
import { caseTexts } from './texts.ts';

const isAnamnesis = (topic: FormTopic): topic is AnamnesisTopic =>
  (anamnesisTopics as readonly string[]).includes(topic);

/** The labels of the parts of a case's forms. */
export const useFormTopics = (): ((topic: FormTopic) => string) => {
  const { t } = useTexts(caseTexts);
  const { t: common } = useCommon();
  return (topic) => (isAnamnesis(topic) ? common(`codes.anamnesisTopic.${topic}`) : t(`formTopic.${topic}`));
};
