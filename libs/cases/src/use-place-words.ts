// @bundle route
import { measuredImage, measuredWords, measurementName } from '@konsil/contracts/measured-words';
import type { MarkedMeasurement } from '@konsil/contracts/measurements';
import type { Pin } from '@konsil/contracts/pins';
import type { Answer } from '@konsil/contracts/requests';
import { useCommon, useDocumentDate, useLocale, useTexts } from '@konsil/i18n';
import { caseTexts } from './texts.ts';

type Placed = Pick<Answer, 'measurements' | 'pins'>;

/** The places that an answer points at, and its measurements, in words. */
export const usePlaceWords = () => {
  const { t } = useTexts(caseTexts);
  const { t: common } = useCommon();
  const dateOf = useDocumentDate();
  const locale = useLocale();
  const measuredOf = (measured: MarkedMeasurement): string =>
    [measurementName(measured, locale), measuredWords(measured.numbers, locale)].filter(Boolean).join(': ');
  const placeOf = ({ place }: Pin, { measurements = [] }: Pick<Answer, 'measurements'>): string => {
    if (place.kind === 'measurement') {
      const measured = measurements.find(({ id }) => id === place.id);
      return measured ? measuredOf(measured) : '';
    }
    const { medical_kind_code: kind, source_name: source } = place.document;
    return [
      kind && common(`codes.medicalKind.${kind}`),
      dateOf(place.document),
      source,
      t('pins.page', { page: place.page }),
    ]
      .filter(Boolean)
      .join(', ');
  };
  /** Pins and measurements as plain facts, for pages without links to the places. */
  const placeFacts = (answer: Placed): { term: string; text: string }[] => {
    const { pins = [], measurements = [] } = answer;
    const lines = {
      [t('pins.title')]: pins.map(
        (pin) => `[${pin.number}] ${[pin.words, placeOf(pin, answer)].filter(Boolean).join(', ')}`,
      ),
      [t('measured.title')]: measurements.map((one) =>
        [measuredOf(one), measuredImage(one, locale)].filter(Boolean).join(', '),
      ),
    };
    return Object.entries(lines).flatMap(([term, texts]) =>
      texts.length > 0 ? [{ term, text: texts.join('\n') }] : [],
    );
  };
  return { placeOf, placeFacts };
};
