import { useMeasuredPlace } from '@konsil/cases';
import { imagesPress } from '@konsil/common';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { measurementName } from '@konsil/contracts/measured-words';
import type { PinPlace } from '@konsil/contracts/pins';
import { placeFragment } from '@konsil/contracts/pinned-text';
import { useKindWords } from '@konsil/documents';
import { useLocale, useTexts } from '@konsil/i18n';
import { CloseIcon, IconButton, IconLink, Row, SeenIcon, Stack, TextField, useDesk } from '@konsil/ui';
import { useFormContext, useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import { paths } from '../paths';
import { withoutPin, type AnswerForm } from './answer-form';
import { OptionalPart } from './AnswerPart';
import { PinRow } from './answer-parts';
import { useMarkedMeasurements } from './marked-measurements';
import { answerTexts } from './texts';

/** The pins of the answer, each with its text for the patient and a button to remove it. */
export function PinFields({ theCase, error }: { theCase: ProcessOverview; error: string | undefined }) {
  const { t } = useTexts(answerTexts);
  const { nameOf } = useKindWords();
  const locale = useLocale();
  const { control, register, getValues, setValue } = useFormContext<AnswerForm>();
  const [pins, measurements] = useWatch({ control, name: ['pins', 'measurements'] });
  const { items } = useMarkedMeasurements(theCase.id, { measurements });
  const desk = useDesk();
  const [params] = useSearchParams();
  const { show: showMeasured } = useMeasuredPlace();
  if (pins.length === 0) return null;
  const placeWords = (place: PinPlace): string => {
    if (place.kind === 'measurement') {
      const measured = items.find(({ id }) => id === place.id);
      return measured ? measurementName(measured, locale) : t('pins.gone');
    }
    const document = theCase.documents.find(({ id }) => id === place.document_id);
    return document ? t('pins.place', { name: nameOf(document), page: place.page }) : t('pins.gone');
  };
  const shownBy = (number: number, place: PinPlace) => {
    const words = { label: t('pins.show', { number }), icon: <SeenIcon /> };
    if (place.kind === 'measurement') {
      const measured = items.find(({ id }) => id === place.id);
      return measured && <IconButton {...words} {...imagesPress((press) => showMeasured(measured, press))} />;
    }
    if (!theCase.documents.some(({ id }) => id === place.document_id)) return null;
    const next = new URLSearchParams(params);
    next.set('document', place.document_id);
    const to = desk ? `?${next}` : paths.document(theCase, place.document_id);
    return <IconLink {...words} to={to + placeFragment(place)} />;
  };
  const remove = (number: number) => {
    const form = getValues();
    const left = withoutPin(form, number);
    for (const name of ['answer', 'plain_words', 'reason', 'next_step'] as const)
      if (form[name] !== left[name]) setValue(name, left[name], { shouldDirty: true });
    for (const [id, text] of Object.entries(left.question_answers))
      if (text !== form.question_answers[id]) setValue(`question_answers.${id}`, text, { shouldDirty: true });
    for (const [id, text] of Object.entries(left.question_plain_words))
      if (text !== form.question_plain_words[id]) setValue(`question_plain_words.${id}`, text, { shouldDirty: true });
    setValue('others', left.others, { shouldDirty: true });
    setValue('pins', left.pins, { shouldDirty: true });
  };
  return (
    <OptionalPart title={t('pins.title')} state={t('pins.count', { count: pins.length })} faulty={error !== undefined}>
      <Stack gap={3}>
        {pins.map(({ number, place }, index) => (
          <PinRow key={number}>
            <TextField
              {...register(`pins.${index}.words`)}
              label={t('pins.words', { number, place: placeWords(place) })}
              maxLength={300}
            />
            <Row gap={1} wrap={false}>
              {shownBy(number, place)}
              <IconButton
                label={t('pins.remove')}
                of={String(number)}
                icon={<CloseIcon />}
                onClick={() => remove(number)}
              />
            </Row>
          </PinRow>
        ))}
        {error && <p role="alert">{error}</p>}
      </Stack>
    </OptionalPart>
  );
}
