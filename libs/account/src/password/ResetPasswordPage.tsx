import { useTexts } from '@konsil/i18n';
import { TextLink } from '@konsil/ui';
import { useLinkToken } from '../registration/link-token.ts';
import { registrationTexts } from '../registration/texts.ts';
import { SetPassword } from './SetPassword.tsx';

/** `/reset-password#token=…` */
export function ResetPasswordPage() {
  const { t } = useTexts(registrationTexts);
  const token = useLinkToken();
  return (
    <SetPassword
      key={token}
      token={token}
      title={t('reset.title')}
      lead={t('reset.lead')}
      expired={t('reset.expired')}
      expiredAction={
        <TextLink standalone to="/forgot-password">
          {t('reset.again')}
        </TextLink>
      }
    />
  );
}
