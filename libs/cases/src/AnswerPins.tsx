import { measuredWords, measurementName } from '@konsil/contracts/measured-words';
import type { Pin } from '@konsil/contracts/pins';
import type { Answer } from '@konsil/contracts/requests';
import { useCommon, useFormat, useLocale, useTexts } from '@konsil/i18n';
import { List, ListRow, Section } from '@konsil/ui';
import { PinMark, type PinnedAnswer } from './PinMark.tsx';
import { caseTexts } from './texts.ts';

/** The places that the texts of an answer point at, with the doctor's plain words. */
export function AnswerPins({
  answer,
  headingLevel,
  ...more
}: Omit<PinnedAnswer, 'answer'> & { answer: Pick<Answer, 'measurements' | 'pins'>; headingLevel: 2 | 3 | 4 }) {
  const { t } = useTexts(caseTexts);
  const { t: common } = useCommon();
  const { day } = useFormat();
  const locale = useLocale();
  const nameOf = ({ place }: Pin): string => {
    if (place.kind === 'measurement') {
      const measured = answer.measurements?.find(({ id }) => id === place.id);
      return measured
        ? [measurementName(measured, locale), measuredWords(measured.numbers, locale)].filter(Boolean).join(': ')
        : '';
    }
    const { medical_kind_code: kind, issue_date: date, source_name: source } = place.document;
    return [
      kind && common(`codes.medicalKind.${kind}`),
      date && day(date),
      source,
      t('pins.page', { page: place.page }),
    ]
      .filter(Boolean)
      .join(', ');
  };
  return (
    <Section title={t('pins.title')} headingLevel={headingLevel}>
      <List>
        {(answer.pins ?? []).map((pin) => {
          const { place } = pin;
          const gone = place.kind === 'page' && !place.there;
          const leads =
            more.canBeShown &&
            (place.kind === 'page'
              ? place.there && more.documentPath !== undefined
              : answer.measurements?.some(({ id }) => id === place.id));
          return (
            <ListRow
              key={pin.number}
              title={`[${pin.number}] ${pin.words || nameOf(pin)}`}
              detail={[pin.words && nameOf(pin), gone && t('pins.gone')].filter(Boolean).join('. ')}
              actions={
                leads && (
                  <PinMark pin={pin} answer={answer} {...more}>
                    {t('pins.show')}
                  </PinMark>
                )
              }
            />
          );
        })}
      </List>
    </Section>
  );
}
