import type { ProcessOverview } from '@konsil/contracts/cases';
import { optionHasPart, proposesTimes, rulesOf, type AnswerOption } from '@konsil/contracts/answer-options';
import { fullName } from '@konsil/contracts/full-name';
import type { ZodForm } from '@konsil/forms/forms';
import { useTexts } from '@konsil/i18n';
import { isAssisting, isStandIn } from '../case-parts/standing-in';
import { AnswerCodes } from './AnswerCodes';
import { AnswerText } from './AnswerText';
import { changeKind, type AnswerForm } from './answer-form';
import { KindOfAnswer } from './KindOfAnswer';
import { MeasurementFields } from './MeasurementFields';
import { OptionFields } from './OptionFields';
import { PinFields } from './PinFields';
import { PlainWords } from './PlainWords';
import { QuestionAnswers } from './QuestionAnswers';
import { answerTexts } from './texts';
import { TodoFields } from './TodoFields';

interface AnswerFieldsProps {
  theCase: ProcessOverview;
  answer: Pick<ZodForm<AnswerForm, AnswerForm>, 'form' | 'field' | 'errorOf'>;
}

/**
 * Kind of answer first, then what it needs most: the questions one by one, the times, the doctor, or the text. An
 * assistant writes texts: places, measurements and codes are the doctor's to choose.
 */
export function AnswerFields({ theCase, answer: { form, field, errorOf } }: AnswerFieldsProps) {
  const { t } = useTexts(answerTexts);
  const option = form.watch('option');
  const choose = (chosen: AnswerOption) => {
    // `option` is still the previous kind.
    const {
      question_answers: _answers,
      question_plain_words: _plain,
      finished: _finished,
      option: _option,
      ...changed
    } = changeKind({ ...form.getValues(), option }, chosen);
    for (const name of Object.keys(changed) as (keyof typeof changed)[])
      form.setValue(name, changed[name], { shouldDirty: true });
    form.clearErrors();
  };
  const kind = form.register('option', {
    onChange: (event: { target: { value: AnswerOption } }) => choose(event.target.value),
  });
  const needsAll = rulesOf(option).questions === 'all';
  const questions = <QuestionAnswers key={String(needsAll)} theCase={theCase} errorOf={errorOf} required={needsAll} />;
  const parts = <OptionFields option={option} doctorId={theCase.doctor.id} field={field} errorOf={errorOf} />;
  const partsFirst = proposesTimes(option) || optionHasPart(option, 'recommended_doctor_id');
  return (
    <>
      <KindOfAnswer register={kind} chosen={option} error={errorOf('option')} withTimes={!isStandIn(theCase)} />
      {needsAll && questions}
      {partsFirst && parts}
      <AnswerText
        field={field('answer')}
        label={t(`text.${option}`, { name: fullName(theCase.patient) })}
        patient={theCase.patient}
      />
      <PlainWords field={field('plain_words')} patient={theCase.patient} />
      {!isAssisting(theCase) && (
        <>
          <PinFields theCase={theCase} error={errorOf('pins')} />
          <MeasurementFields caseId={theCase.id} error={errorOf('measurements')} />
          <AnswerCodes errorOf={errorOf} />
        </>
      )}
      {!partsFirst && parts}
      {!needsAll && questions}
      <TodoFields field={field} errorOf={errorOf} />
    </>
  );
}
