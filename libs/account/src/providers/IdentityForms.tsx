import { useLinkIdentityMutation, useRemoveIdentityMutation } from '@konsil/api/identities';
import { useState } from 'react';
import { useListPasskeysQuery } from '@konsil/api/passkeys';
import { useSessionClient } from '@konsil/auth';
import type { Identity } from '@konsil/contracts/identities';
import { useZodForm } from '@konsil/forms/forms';
import type { FieldBinding } from '@konsil/forms/forms';
import { useTexts } from '@konsil/i18n';
import { Alert, ErrorSummary, Form, Stack } from '@konsil/ui';
import { CurrentPassword } from '../account/CurrentPassword.tsx';
import { FormFoot } from '../account/FormFoot.tsx';
import { ownPasswordSchema, UsePasskey } from '../account/own-proof.tsx';
import { accountTexts } from '../account/texts.ts';
import { providerTexts } from './texts.ts';

type Done = (news?: string) => void;

interface ProofProps {
  field: FieldBinding<'current_password'>;
  proven: boolean;
  onProven: () => void;
}

/** The account's own proof: the password, or a passkey in its place. */
function OwnProof({ field, proven, onProven }: ProofProps) {
  const { t } = useTexts(accountTexts);
  const { data: passkeys = [] } = useListPasskeysQuery();
  if (proven)
    return (
      <Alert live tone="success">
        {t('account.proven')}
      </Alert>
    );
  return (
    <Stack gap={3}>
      <CurrentPassword field={field} />
      {passkeys.length > 0 && <UsePasskey onProven={onProven}>{t('account.usePasskey')}</UsePasskey>}
    </Stack>
  );
}
/** The body of a request: without the password, once a passkey was used. */
const proofBody = (proven: boolean, { current_password }: { current_password: string }) =>
  proven ? {} : { current_password };

/** Links an identity: the account's own proof here, then the sign-in at the provider. */
export function LinkIdentity({ provider: { id, name }, done }: { provider: { id: string; name: string }; done: Done }) {
  const { t } = useTexts(providerTexts);
  const client = useSessionClient();
  const [link] = useLinkIdentityMutation();
  const [proven, setProven] = useState(false);
  const { field, summary, onSubmit, busy } = useZodForm({
    schema: ownPasswordSchema(proven),
    defaultValues: { current_password: '' },
    act: async (entered) => {
      const { url } = await link({ provider: id, body: proofBody(proven, entered) }).unwrap();
      client.leave(url);
    },
    guard: false,
    scope: `provider-${id}-`,
    alone: 'current_password',
  });
  return (
    <Form onSubmit={(event) => void onSubmit(event)} method="post">
      <p>{t('linkLead', { name })}</p>
      <ErrorSummary {...summary} />
      <OwnProof field={field('current_password')} proven={proven} onProven={() => setProven(true)} />
      <FormFoot busy={busy} onCancel={() => done()}>
        {t('next', { name })}
      </FormFoot>
    </Form>
  );
}

/** Removes an identity, with the same proof. */
export function RemoveIdentity({ identity: { id, name }, done }: { identity: Identity; done: Done }) {
  const { t } = useTexts(providerTexts);
  const [remove] = useRemoveIdentityMutation();
  const [proven, setProven] = useState(false);
  const { field, summary, onSubmit, busy } = useZodForm({
    schema: ownPasswordSchema(proven),
    defaultValues: { current_password: '' },
    act: async (entered) => {
      await remove({ id, body: proofBody(proven, entered) }).unwrap();
      done(t('removed'));
    },
    scope: `identity-${id}-`,
    alone: 'current_password',
  });
  return (
    <Form onSubmit={(event) => void onSubmit(event)} method="post">
      <p>{t('removeLead', { name })}</p>
      <ErrorSummary {...summary} />
      <OwnProof field={field('current_password')} proven={proven} onProven={() => setProven(true)} />
      <FormFoot busy={busy} onCancel={() => done()}>
        {t('remove')}
      </FormFoot>
    </Form>
  );
}
