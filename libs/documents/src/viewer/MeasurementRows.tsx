// @bundle route
import type { ReportLine } from '@konsil/contracts/documents';
import { useFormat, useTexts } from '@konsil/i18n';
import { documentTexts } from '../texts';
import { numberAsWritten } from './report-blocks';
import { MeasurementTable } from './report-parts';
import { ImagesOfLine, type ReportImages } from './ReportImages';

const has = (lines: readonly ReportLine[], part: 'site' | 'tracking' | 'unit'): boolean =>
  lines.some(({ measured }) => measured?.[part]);

/** Measurements of a report as rows; columns that all rows leave empty are left out. */
export function MeasurementRows({ lines, images }: { lines: ReportLine[]; images: ReportImages }) {
  const { t } = useTexts(documentTexts);
  const comma = useFormat().number(0.5).includes(',');
  const shows = {
    unit: has(lines, 'unit'),
    site: has(lines, 'site'),
    tracking: has(lines, 'tracking'),
    images: lines.some((line) => line.images),
  };
  return (
    <MeasurementTable aria-label={t('report.measurements')}>
      <thead>
        <tr>
          <th>{t('report.measurement')}</th>
          <th data-number>{t('report.value')}</th>
          {shows.unit && <th>{t('report.unit')}</th>}
          {shows.site && <th>{t('report.site')}</th>}
          {shows.tracking && <th>{t('report.tracking')}</th>}
          {shows.images && <th>{t('report.imageColumn')}</th>}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ name, measured, images: referred }, index) => (
          <tr key={index}>
            <th scope="row">{name}</th>
            <td data-number data-name={t('report.value')}>
              {measured?.value ? numberAsWritten(measured.value, comma) : t('report.noValue')}
            </td>
            {shows.unit && <td data-name={t('report.unit')}>{measured?.unit}</td>}
            {shows.site && <td data-name={t('report.site')}>{measured?.site}</td>}
            {shows.tracking && <td data-name={t('report.tracking')}>{measured?.tracking}</td>}
            {shows.images && (
              <td data-name={t('report.imageColumn')}>
                {referred && <ImagesOfLine images={referred} all={images} of={name} />}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </MeasurementTable>
  );
}
