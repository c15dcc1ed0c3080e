import { answerOptions, proposesTimes, type AnswerOption } from '@konsil/contracts/answer-options';
import { useCommon, useTexts } from '@konsil/i18n';
import { RadioCards, SelectField, useDesk } from '@konsil/ui';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { answerTexts } from './texts';

interface KindOfAnswerProps {
  register: UseFormRegisterReturn<'option'>;
  chosen: AnswerOption;
  error: string | undefined;
  /** A deputy cannot propose times, because they could fall after the deputy's last day. */
  withTimes: boolean;
}

/** The kinds of answer with their effects. One line on phones, so that the questions come first. */
export function KindOfAnswer({ register, chosen, error, withTimes }: KindOfAnswerProps) {
  const { t } = useTexts(answerTexts);
  const { t: common } = useCommon();
  const desk = useDesk();
  const kinds = answerOptions
    .filter((value) => withTimes || !proposesTimes(value))
    .map((value) => ({ value, label: common(`codes.answerOption.${value}`) }));
  if (!desk)
    return <SelectField {...register} label={t('kind')} hint={t(`effects.${chosen}`)} error={error} options={kinds} />;
  return (
    <RadioCards
      {...register}
      legend={t('kind')}
      columns={2}
      error={error}
      options={kinds.map(({ value, label }) => ({ value, title: label, description: t(`effects.${value}`) }))}
    />
  );
}
