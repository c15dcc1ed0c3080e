import type { Answer } from '@konsil/contracts/requests';
import { useTexts } from '@konsil/i18n';
import { List, ListRow, Section } from '@konsil/ui';
import { PinMark, type PinnedAnswer } from './PinMark.tsx';
import { caseTexts } from './texts.ts';
import { usePlaceWords } from './use-place-words.ts';

/** The places that the texts of an answer point at, with the doctor's plain words. */
export function AnswerPins({
  answer,
  headingLevel,
  ...more
}: Omit<PinnedAnswer, 'answer'> & { answer: Pick<Answer, 'measurements' | 'pins'>; headingLevel: 2 | 3 | 4 }) {
  const { t } = useTexts(caseTexts);
  const { placeOf } = usePlaceWords();
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
              title={`[${pin.number}] ${pin.words || placeOf(pin, answer)}`}
              detail={[pin.words && placeOf(pin, answer), gone && t('pins.gone')].filter(Boolean).join('. ')}
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
