import { useSearchParams } from 'react-router-dom';
import { useTexts } from '@konsil/i18n';
import { TextLink } from '@konsil/ui';
import { registrationTexts } from '../registration/texts.ts';
import { SetPassword } from './SetPassword.tsx';

/** `/reset-password?token=…` */
export function ResetPasswordPage() {
  const { t } = useTexts(registrationTexts);
  const [query] = useSearchParams();
  return (
    <SetPassword
      token={query.get('token') ?? ''}
      title={t('reset.title')}
      lead={t('reset.lead')}
      expired={t('reset.expired')}
      expiredAction={<TextLink standalone to="/forgot-password">{t('reset.again')}</TextLink>}
    />
  );
}
