import { anamnesisTopics } from '@konsil/contracts/codes';
import { topicText } from '@konsil/contracts/medication';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { useTexts } from '@konsil/i18n';
import { DefinitionList } from '@konsil/ui';
import { shortDoctorName } from './doctor-name.ts';
import { LongText } from './LongText.tsx';
import { useFormFacts } from './specialty-forms/FormAnswers.tsx';
import { TopicDetail } from './medication/TopicDetail.tsx';
import { caseTexts } from './texts.ts';

export interface CaseFactsProps {
  theCase: Pick<ProcessOverview, 'diagnosis' | 'medical_history' | 'anamnesis' | 'specialty_forms' | 'doctor'>;
}

/** The patient's description of the case (diagnosis, history, anamnesis by topic) and the doctor's response time. */
export function CaseFacts({ theCase }: CaseFactsProps) {
  const { t } = useTexts(caseTexts);
  const formFacts = useFormFacts();
  const { anamnesis, doctor } = theCase;
  const given = anamnesisTopics.filter((topic) => topicText(anamnesis, topic));

  return (
    <DefinitionList
      items={[
        { key: 'diagnosis', term: t('facts.diagnosis'), detail: <LongText>{theCase.diagnosis}</LongText> },
        { key: 'history', term: t('facts.history'), detail: <LongText>{theCase.medical_history}</LongText> },
        ...given.map((topic) => ({
          key: topic,
          term: t(`anamnesis.${topic}.label`),
          detail: (
            <TopicDetail topic={topic} anamnesis={anamnesis} reader="patient">
              <LongText>{anamnesis[topic]}</LongText>
            </TopicDetail>
          ),
        })),
        ...formFacts(theCase.specialty_forms),
        {
          key: 'reply',
          term: t('facts.replyTime', { doctor: shortDoctorName(doctor.name) }),
          detail: t('facts.replyDays', { count: doctor.reply_days }),
        },
      ]}
    />
  );
}
