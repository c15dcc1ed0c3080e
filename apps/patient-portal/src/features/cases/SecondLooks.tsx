// @bundle route
import { useDecideSecondLookMutation, useEndSecondLookMutation } from '@konsil/api/second-looks';
import { shortDoctorName } from '@konsil/cases';
import { useAction } from '@konsil/common';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { secondLookDays } from '@konsil/contracts/second-look-states';
import type { SecondLook } from '@konsil/contracts/second-look-schema';
import { specialtyIn } from '@konsil/contracts/specialties';
import { useFormat, useLocale, useTexts } from '@konsil/i18n';
import { ColleagueAccess, ColleagueQuestion } from './ColleagueCards.tsx';
import { casePageTexts } from './texts.ts';

/** The patient's decisions about second looks of a case: the question, and the access that they gave. */
export function SecondLooks({ theCase }: { theCase: ProcessOverview }) {
  return theCase.second_looks?.map((look) => {
    if (look.state === 'asked') return <Question key={look.id} theCase={theCase} look={look} />;
    return look.state === 'open' ? <Reader key={look.id} theCase={theCase} look={look} /> : null;
  });
}

interface Props {
  theCase: ProcessOverview;
  look: SecondLook;
}

function Question({ theCase, look }: Props) {
  const { t } = useTexts(casePageTexts);
  const locale = useLocale();
  const act = useAction();
  const [decide, { isLoading }] = useDecideSecondLookMutation();
  const words = {
    doctor: shortDoctorName(look.asked_by),
    colleague: shortDoctorName(look.reader.name),
    specialty: specialtyIn(look.reader.specialty, locale),
    city: look.reader.city,
    count: secondLookDays,
  };
  const say = (agrees: boolean) =>
    act(decide({ id: look.id, caseId: theCase.id, agrees }).unwrap(), {
      text: t(agrees ? 'secondLook.agreed' : 'secondLook.refused', words),
    });
  return (
    <ColleagueQuestion
      title={t('secondLook.title', words)}
      paragraphs={[t('secondLook.consent', words)]}
      free={t('secondLook.free', words)}
      agreeLabel={t('secondLook.agree')}
      refuseLabel={t('secondLook.refuse')}
      busy={isLoading}
      onDecide={say}
    />
  );
}

function Reader({ theCase, look }: Props) {
  const { t } = useTexts(casePageTexts);
  const format = useFormat();
  const act = useAction();
  const [end, { isLoading }] = useEndSecondLookMutation();
  const words = {
    doctor: shortDoctorName(look.asked_by),
    colleague: shortDoctorName(look.reader.name),
    day: look.until ? format.dayLong(look.until) : '',
  };
  return (
    <ColleagueAccess
      title={t('secondLook.openTitle', words)}
      text={t('secondLook.open', words)}
      endLabel={t('secondLook.end')}
      endTitle={t('secondLook.endTitle')}
      endText={t('secondLook.endText', words)}
      busy={isLoading}
      onEnd={() => act(end({ id: look.id, caseId: theCase.id }).unwrap(), { text: t('secondLook.ended', words) })}
    />
  );
}
