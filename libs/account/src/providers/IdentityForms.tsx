import { useLinkIdentityMutation, useRemoveIdentityMutation } from '@konsil/api/identities';
import { useSessionClient } from '@konsil/auth';
import { identityRoutes } from '@konsil/contracts/identities';
import type { Identity } from '@konsil/contracts/identities';
import { useZodForm } from '@konsil/forms/forms';
import { useTexts } from '@konsil/i18n';
import { ErrorSummary, Form } from '@konsil/ui';
import { CurrentPassword } from '../account/CurrentPassword.tsx';
import { FormFoot } from '../account/FormFoot.tsx';
import { providerTexts } from './texts.ts';

type Done = (news?: string) => void;

/** Links an identity: the password here, then the sign-in at the provider. */
export function LinkIdentity({ provider: { id, name }, done }: { provider: { id: string; name: string }; done: Done }) {
  const { t } = useTexts(providerTexts);
  const client = useSessionClient();
  const [link] = useLinkIdentityMutation();
  const { field, summary, onSubmit, busy } = useZodForm({
    schema: identityRoutes.linkIdentity.body,
    defaultValues: { current_password: '' },
    act: async (body) => {
      const { url } = await link({ provider: id, body }).unwrap();
      client.leave(url);
    },
    scope: `provider-${id}-`,
    alone: 'current_password',
  });
  return (
    <Form onSubmit={(event) => void onSubmit(event)} method="post">
      <p>{t('linkLead', { name })}</p>
      <ErrorSummary {...summary} />
      <CurrentPassword field={field('current_password')} />
      <FormFoot busy={busy} onCancel={() => done()}>
        {t('next', { name })}
      </FormFoot>
    </Form>
  );
}

/** Removes an identity, with the password. */
export function RemoveIdentity({ identity: { id, name }, done }: { identity: Identity; done: Done }) {
  const { t } = useTexts(providerTexts);
  const [remove] = useRemoveIdentityMutation();
  const { field, summary, onSubmit, busy } = useZodForm({
    schema: identityRoutes.removeIdentity.body,
    defaultValues: { current_password: '' },
    act: async (body) => {
      await remove({ id, body }).unwrap();
      done(t('removed'));
    },
    scope: `identity-${id}-`,
    alone: 'current_password',
  });
  return (
    <Form onSubmit={(event) => void onSubmit(event)} method="post">
      <p>{t('removeLead', { name })}</p>
      <ErrorSummary {...summary} />
      <CurrentPassword field={field('current_password')} />
      <FormFoot busy={busy} onCancel={() => done()}>
        {t('remove')}
      </FormFoot>
    </Form>
  );
}
