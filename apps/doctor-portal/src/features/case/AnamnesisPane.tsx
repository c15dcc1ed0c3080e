import type { ProcessOverview } from '@konsil/contracts/cases';
import { anamnesisTopics } from '@konsil/contracts/codes';
import { useCommon, useTexts } from '@konsil/i18n';
import { DefinitionList, Text } from '@konsil/ui';
import { caseTexts } from './texts';

/** What the patient wrote: diagnosis, history, questions and the structured anamnesis. */
export function AnamnesisPane({ theCase }: { theCase: ProcessOverview }) {
  const { t } = useTexts(caseTexts);
  const { t: common } = useCommon();
  const words = (text: string) => (text ? <Text as="p" preserveLines>{text}</Text> : <Text tone="muted">{t('anamnesis.empty')}</Text>);
  return (
    <DefinitionList
      items={[
        { term: t(`anamnesis.diagnosis.${theCase.patient.gender}`), detail: words(theCase.diagnosis) },
        { term: t('anamnesis.history'), detail: words(theCase.medical_history) },
        { term: t('anamnesis.questions'), detail: theCase.questions.length ? <ol>{theCase.questions.map(({ id, text }) => <li key={id}>{text}</li>)}</ol> : words('') },
        ...anamnesisTopics.map((topic) => ({ term: common(`codes.anamnesisTopic.${topic}`), detail: words(theCase.anamnesis[topic]) })),
      ]}
    />
  );
}
