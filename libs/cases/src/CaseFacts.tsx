import { anamnesisTopics } from '@konsil/contracts/codes';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { useTexts } from '@konsil/i18n';
import { DefinitionList } from '@konsil/ui';
import { shortDoctorName } from './doctor-name.ts';
import { LongText } from './LongText.tsx';
import { caseTexts } from './texts.ts';

export interface CaseFactsProps {
  theCase: Pick<ProcessOverview, 'diagnosis' | 'medical_history' | 'questions' | 'anamnesis' | 'doctor'>;
  /** What the medical history is called where this stands: doctors say "Anamnese". */
  historyLabel?: string;
  /** Left out where they are shown by themselves. */
  withQuestions?: boolean;
  withReplyTime?: boolean;
}

/** What the patient said about the case: diagnosis, history, anamnesis by topic. */
export function CaseFacts({ theCase, historyLabel, withQuestions = false, withReplyTime = false }: CaseFactsProps) {
  const { t } = useTexts(caseTexts);
  const { questions, anamnesis, doctor } = theCase;
  const given = anamnesisTopics.filter((topic) => anamnesis[topic]);

  const howMany = () => {
    const count = questions.length;
    const answered = questions.filter(({ answer }) => answer !== null).length;
    if (count === 0) return t('facts.noQuestions');
    const state = answered === 0 ? t('facts.noneAnswered') : answered === count ? t('facts.allAnswered') : t('facts.answeredOf', { answered, count });
    return `${t('facts.questionCount', { count })}, ${state}`;
  };
  return (
    <DefinitionList
      items={[
        { key: 'diagnosis', term: t('facts.diagnosis'), detail: <LongText>{theCase.diagnosis}</LongText> },
        { key: 'history', term: historyLabel ?? t('facts.history'), detail: <LongText>{theCase.medical_history}</LongText> },
        ...given.map((topic) => ({ key: topic, term: t(`anamnesis.${topic}.label`), detail: <LongText>{anamnesis[topic]}</LongText> })),
        ...(withQuestions ? [{ key: 'questions', term: t('facts.questions'), detail: howMany() }] : []),
        ...(withReplyTime ? [{ key: 'reply', term: t('facts.replyTime', { doctor: shortDoctorName(doctor.name) }), detail: t('facts.replyDays', { count: doctor.reply_days }) }] : []),
      ]}
    />
  );
}
