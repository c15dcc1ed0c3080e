import type { AnsweredMeasurements, Measurement } from '@konsil/contracts/measurements';
import { loadedValues } from '../engine/values.ts';
import { fromAnswer } from '../study/answer-numbers.ts';
import { pictureAt } from '../study/image-place.ts';
import { reportedNumbers } from '../study/reported-numbers.ts';
import { structuredReport, type Reported } from '../study/structured-report.ts';
import type { Series } from '../study/study.ts';

/**
 * Saves the measurements as a DICOM file.
 * @returns how many it has: one whose picture is not loaded, or without a number that holds elsewhere, is left out
 */
export function downloadReport(
  items: readonly Measurement[],
  series: readonly Series[],
  { study, language }: { study: string; language: string },
): number {
  const reported = items.flatMap((measurement): Reported[] => {
    const found = pictureAt(measurement, series);
    if (!found) return [];
    const numbers = reportedNumbers(measurement, found.image, loadedValues(found.image.id));
    return numbers.length > 0 || measurement.kind === 'arrow' ? [{ measurement, image: found.image, numbers }] : [];
  });
  if (reported.length > 0) save(reported, study, language);
  return reported.length;
}

/** Saves the measurements of an answer in a study as a DICOM file, with the numbers that were sent. */
export function downloadAnswered(
  { doctor, answered_at, items }: AnsweredMeasurements,
  series: readonly Series[],
  { study, language }: { study: string; language: string },
): void {
  const reported = items.flatMap(({ numbers, image: _image, ...measurement }): Reported[] => {
    const found = measurement.study === study && pictureAt(measurement, series);
    return found ? [{ measurement, image: found.image, numbers: fromAnswer(numbers) }] : [];
  });
  if (reported.length > 0) save(reported, study, language, { observer: doctor, at: new Date(answered_at) });
}

function save(
  reported: Reported[],
  study: string,
  language: string,
  { at = new Date(), observer }: { at?: Date; observer?: string } = {},
): void {
  const file = structuredReport(reported, study, {
    language,
    at,
    ids: [crypto.randomUUID(), crypto.randomUUID()],
    ...(observer === undefined ? {} : { observer }),
  });
  const url = URL.createObjectURL(new Blob([new Uint8Array(file)], { type: 'application/dicom' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: 'measurements.dcm' });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
