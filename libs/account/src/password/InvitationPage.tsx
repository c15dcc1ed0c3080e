import { useTexts } from '@konsil/i18n';
import { useLinkToken } from '../registration/link-token.ts';
import { usePortal } from '@konsil/portal-frame';
import { registrationTexts } from '../registration/texts.ts';
import { SetPassword } from './SetPassword.tsx';

/** `/invitation#token=…` of the doctor portal and of the operator's console. */
export function InvitationPage() {
  const { t } = useTexts(registrationTexts);
  const token = useLinkToken();
  const { role } = usePortal();
  return (
    <SetPassword
      key={token}
      token={token}
      title={t('invitation.title')}
      lead={t(role === 'operator' ? 'invitation.operatorLead' : 'invitation.lead')}
      expired={t('invitation.expired')}
    />
  );
}
