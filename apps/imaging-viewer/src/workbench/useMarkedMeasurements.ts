import type { MeasuredNumber, Measurement } from '@konsil/contracts/measurements';
import { loadedValues } from '../engine/values.ts';
import { forAnswer } from '../study/answer-numbers.ts';
import { pictureAt } from '../study/image-place.ts';
import { reportedNumbers } from '../study/reported-numbers.ts';
import type { Series } from '../study/study.ts';
import type { MeasurementListProps } from './MeasurementList.tsx';
import type { Answered } from './useAnswered.ts';
import type { MeasurementsState } from './useMeasurements.ts';

/** The measurements that are not sent yet, and marking them for the answer with their numbers. */
export function useMarkedMeasurements(
  kept: MeasurementsState,
  answered: Answered,
  { allSeries, isForeign }: { allSeries: readonly Series[]; isForeign: (series: Series) => boolean },
) {
  const sentIds = new Set(answered.items.map(({ id }) => id));
  const numbersOf = (item: Measurement): MeasuredNumber[] => {
    const found = pictureAt(item, allSeries);
    return found ? forAnswer(reportedNumbers(item, found.image, loadedValues(found.image.id))) : [];
  };
  const canBeSent: MeasurementListProps['forAnswer'] = (item) => {
    if (item.for_answer) return 'yes';
    const found = pictureAt(item, allSeries);
    if (!found || kept.keeping === 'here' || kept.keeping === 'newer') return 'no';
    if (isForeign(found.series)) return 'foreign';
    return numbersOf(item).length > 0 || (item.kind === 'arrow' && item.name !== '') ? 'yes' : 'noValue';
  };
  const mark = (item: Measurement, marked: boolean) =>
    kept.change(item.id, { for_answer: marked ? { numbers: numbersOf(item) } : undefined });
  const measurements: MeasurementsState = {
    ...kept,
    // Measurements of an answer are shown from the answer.
    items: kept.items.filter(({ id }) => !sentIds.has(id)),
    change: (id, change) => {
      const item = kept.items.find((one) => one.id === id);
      if (!item?.for_answer || !change.points) return kept.change(id, change);
      // A moved measurement of the answer gets new numbers; without any, it is no longer sent.
      const numbers = numbersOf({ ...item, ...change });
      return kept.change(id, {
        ...change,
        for_answer: numbers.length > 0 || item.kind === 'arrow' ? { numbers } : undefined,
      });
    },
  };
  return {
    measurements,
    numbersOf,
    canBeSent,
    mark,
    removeUnsent: () => kept.removeAll(sentIds),
    /** The number of sent measurements in the open studies. */
    sentCount: answered.items.filter((item) => pictureAt(item, allSeries)).length,
  };
}
