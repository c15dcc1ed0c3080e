import { useJoinAsAssistantMutation } from '@konsil/api/assistants';
import { useTexts } from '@konsil/i18n';
import { TextLink } from '@konsil/ui';
import { useLinkToken } from '../registration/link-token.ts';
import { registrationTexts } from '../registration/texts.ts';
import { SetPassword } from './SetPassword.tsx';

/** `/join#token=…` of the doctor portal: the invitation of an assistant, who has no account yet. */
export function JoinPage() {
  const { t } = useTexts(registrationTexts);
  const token = useLinkToken();
  const [join] = useJoinAsAssistantMutation();
  return (
    <SetPassword
      key={token}
      token={token}
      title={t('join.title')}
      lead={t('join.lead')}
      expired={t('join.expired')}
      expiredAction={
        <TextLink standalone to="/login">
          {t('join.signIn')}
        </TextLink>
      }
      set={(values) => join(values).unwrap()}
    />
  );
}
