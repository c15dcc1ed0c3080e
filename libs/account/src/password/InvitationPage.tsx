import { useTexts } from '@konsil/i18n';
import { useLinkToken } from '../registration/link-token.ts';
import { registrationTexts } from '../registration/texts.ts';
import { SetPassword } from './SetPassword.tsx';

/** `/invitation#token=…` of the doctor portal. */
export function InvitationPage() {
  const { t } = useTexts(registrationTexts);
  const token = useLinkToken();
  return (
    <SetPassword
      key={token}
      token={token}
      title={t('invitation.title')}
      lead={t('invitation.lead')}
      expired={t('invitation.expired')}
    />
  );
}
