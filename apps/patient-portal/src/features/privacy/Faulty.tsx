import { useTexts } from '@konsil/i18n';
import { Alert, TextLink } from '@konsil/ui';
import { privacyTexts } from './texts.ts';

/** A fault of the log, and whom to ask. */
export function Faulty({ children }: { children: string }) {
  const { t } = useTexts(privacyTexts);
  return (
    <Alert
      tone="danger"
      title={children}
      live
      action={
        <TextLink standalone to="/patient/contact">
          {t('log.check.contact')}
        </TextLink>
      }
    >
      {t('log.check.ask')}
    </Alert>
  );
}
