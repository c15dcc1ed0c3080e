import { comparableOf, type ComparableMeasurement } from '@konsil/contracts/measured-changes';
import type { MeasuredNumber, Measurement } from '@konsil/contracts/measurements';
import type { OtherStudy } from '@konsil/contracts/viewed-case';
import { pictureAt } from '../study/image-place.ts';
import { isForeign, showOnePerson } from './open-studies.ts';
import type { FixedMeasurement } from './useAnswered.ts';
import type { OpenStudy } from './useOthers.ts';

interface Compared {
  /** The own measurements that are not sent yet. */
  drafts: readonly Measurement[];
  sent: readonly FixedMeasurement[];
  /** The study of this page first. */
  openStudies: readonly OpenStudy[];
  /** Every other study of the person, which may not be open. */
  others: readonly OtherStudy[];
  numbersOf: (item: Measurement) => readonly MeasuredNumber[];
}

/** The measurements of one person that may be compared. A draft in a study that is not open has no numbers. */
export function comparablesOf({ drafts, sent, openStudies, others, numbersOf }: Compared): ComparableMeasurement[] {
  const [own] = openStudies;
  const foreign = new Set(
    openStudies
      .filter((one) => isForeign(one) || (own && !showOnePerson([...new Set([own, one])])))
      .map(({ study }) => study.uid),
  );
  const allSeries = openStudies.flatMap(({ study }) => study.series);
  const unsent = drafts.map((item): ComparableMeasurement => {
    const series = pictureAt(item, allSeries)?.series;
    const closed = others.find(({ study_uid }) => study_uid === item.study);
    return {
      ...item,
      day: (series ? series.studyDate : closed?.study_date) ?? '',
      modality: series?.modality ?? closed?.modality ?? '',
      numbers: series ? numbersOf(item) : [],
    };
  });
  // The same measurement may have gone with several answers.
  const fixed = [...new Map(sent.map((item) => [`${item.id} ${JSON.stringify(item.numbers)}`, item])).values()];
  return [...unsent, ...fixed.map(comparableOf)].filter(({ study }) => !foreign.has(study));
}
