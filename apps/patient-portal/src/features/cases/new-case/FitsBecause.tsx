// @bundle route
import { useFormat, useTexts } from '@konsil/i18n';
import { CheckIcon } from '@konsil/ui';
import { casePageTexts } from '../texts.ts';
import { Fit } from './doctor-parts.ts';

/** Says why a doctor may fit: the words in the patient's text that belong to the specialty. */
export function FitsBecause({ words }: { words: readonly string[] }) {
  const { t } = useTexts(casePageTexts);
  const format = useFormat();
  return (
    <Fit>
      <CheckIcon />
      <p>
        <strong>{t('new.doctor.fits')}</strong>
        <br />
        {t('new.doctor.because', { words: format.list(words.map((word) => t('new.doctor.word', { word }))) })}
      </p>
    </Fit>
  );
}
