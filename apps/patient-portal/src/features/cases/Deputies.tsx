// @bundle route
import { useDecideDeputyMutation, useEndDeputyMutation } from '@konsil/api/deputies';
import { shortDoctorName } from '@konsil/cases';
import { useAction } from '@konsil/common';
import type { ProcessOverview } from '@konsil/contracts/cases';
import type { Deputy } from '@konsil/contracts/deputy-states';
import { specialtyIn } from '@konsil/contracts/specialties';
import { useFormat, useLocale, useTexts } from '@konsil/i18n';
import { ColleagueAccess, ColleagueQuestion } from './ColleagueCards.tsx';
import { casePageTexts } from './texts.ts';

/** The patient's decisions about deputies of the doctor: the question, and the access that they gave. */
export function Deputies({ theCase }: { theCase: ProcessOverview }) {
  if (!theCase.shared) return null;
  return theCase.deputies?.map((deputy) => {
    if (deputy.state === 'asked') return <Question key={deputy.id} theCase={theCase} deputy={deputy} />;
    return deputy.state === 'agreed' || deputy.state === 'open' ? (
      <StandsIn key={deputy.id} theCase={theCase} deputy={deputy} />
    ) : null;
  });
}

interface Props {
  theCase: ProcessOverview;
  deputy: Deputy;
}

const useWords = ({ deputy, doctor, from, until }: Deputy) => {
  const locale = useLocale();
  const format = useFormat();
  return {
    doctor: shortDoctorName(doctor),
    deputy: shortDoctorName(deputy.name),
    specialty: specialtyIn(deputy.specialty, locale),
    city: deputy.city,
    from: format.day(from),
    day: format.day(until),
  };
};

function Question({ theCase, deputy }: Props) {
  const { t } = useTexts(casePageTexts);
  const act = useAction();
  const [decide, { isLoading }] = useDecideDeputyMutation();
  const words = useWords(deputy);
  const say = (agrees: boolean) =>
    act(decide({ id: deputy.id, caseId: theCase.id, agrees }).unwrap(), {
      text: t(agrees ? 'deputy.agreed' : 'deputy.refused', words),
    });
  return (
    <ColleagueQuestion
      title={t('deputy.title', words)}
      paragraphs={[t('deputy.why', words), t('deputy.consent', words)]}
      free={t('deputy.free', words)}
      agreeLabel={t('deputy.agree')}
      refuseLabel={t('deputy.refuse')}
      busy={isLoading}
      onDecide={say}
    />
  );
}

function StandsIn({ theCase, deputy }: Props) {
  const { t } = useTexts(casePageTexts);
  const act = useAction();
  const [end, { isLoading }] = useEndDeputyMutation();
  const words = useWords(deputy);
  return (
    <ColleagueAccess
      title={t('deputy.openTitle', words)}
      text={t(deputy.state === 'open' ? 'deputy.open' : 'deputy.planned', words)}
      endLabel={t('deputy.end')}
      endTitle={t('deputy.endTitle')}
      endText={t('deputy.endText', words)}
      busy={isLoading}
      onEnd={() => act(end({ id: deputy.id, caseId: theCase.id }).unwrap(), { text: t('deputy.ended', words) })}
    />
  );
}
