import { useState } from 'react';
import { longestPasskeyName, passkeyRoutes } from '@konsil/contracts/passkeys';
import type { Passkey } from '@konsil/contracts/passkeys';
import { useZodForm } from '@konsil/forms/forms';
import {
  useAddPasskeyMutation,
  useRemovePasskeyMutation,
  useRenamePasskeyMutation,
  useStartPasskeyMutation,
} from '@konsil/api/passkeys';
import { useTexts } from '@konsil/i18n';
import { Alert, ErrorSummary, Form, TextField } from '@konsil/ui';
import * as z from 'zod/mini';
import { CurrentPassword } from '../account/CurrentPassword.tsx';
import { FormFoot } from '../account/FormFoot.tsx';
import { createPasskey, supportsPasskeys } from './new-passkey.ts';
import { passkeyTexts } from './texts.ts';

type Done = (news?: string) => void;

const newPasskeySchema = z.object({
  name: passkeyRoutes.addPasskey.body.shape.name,
  current_password: passkeyRoutes.startPasskey.body.shape.current_password,
});

/** Adds a passkey: name and password, then the device's own dialog. */
export function AddPasskey({ done }: { done: Done }) {
  const { t } = useTexts(passkeyTexts);
  const [start] = useStartPasskeyMutation();
  const [add] = useAddPasskeyMutation();
  const [notice, setNotice] = useState<string>();
  const { field, summary, onSubmit, busy } = useZodForm({
    schema: newPasskeySchema,
    defaultValues: { name: '', current_password: '' },
    act: async ({ name, current_password }) => {
      setNotice(undefined);
      if (!supportsPasskeys()) return setNotice(t('unsupported'));
      const { options } = await start({ current_password }).unwrap();
      const made = await createPasskey(options);
      if (made.outcome === 'exists') setNotice(t('exists'));
      if (made.outcome !== 'created') return;
      await add({ name, passkey: made.passkey as never }).unwrap();
      done(t('added'));
    },
    scope: 'passkey-',
  });
  return (
    <Form onSubmit={(event) => void onSubmit(event)} method="post">
      <ErrorSummary {...summary} />
      {notice && <Alert tone="warning">{notice}</Alert>}
      <TextField
        {...field('name')}
        label={t('name')}
        hint={t('nameHint')}
        maxLength={longestPasskeyName}
        autoComplete="off"
      />
      <CurrentPassword field={field('current_password')} />
      <FormFoot busy={busy} onCancel={() => done()}>
        {t('next')}
      </FormFoot>
    </Form>
  );
}

export function RenamePasskey({ passkey, done }: { passkey: Passkey; done: Done }) {
  const { t } = useTexts(passkeyTexts);
  const [rename] = useRenamePasskeyMutation();
  const { field, summary, onSubmit, busy } = useZodForm({
    schema: passkeyRoutes.renamePasskey.body,
    defaultValues: { name: passkey.name },
    act: async (body) => {
      await rename({ id: passkey.id, body }).unwrap();
      done(t('renamed'));
    },
    scope: `passkey-${passkey.id}-`,
    alone: 'name',
  });
  return (
    <Form onSubmit={(event) => void onSubmit(event)} method="post">
      <ErrorSummary {...summary} />
      <TextField {...field('name')} label={t('name')} maxLength={longestPasskeyName} autoComplete="off" />
      <FormFoot busy={busy} onCancel={() => done()}>
        {t('save')}
      </FormFoot>
    </Form>
  );
}

/** Removes a passkey, with the password. */
export function RemovePasskey({ passkey, done }: { passkey: Passkey; done: Done }) {
  const { t } = useTexts(passkeyTexts);
  const [remove] = useRemovePasskeyMutation();
  const { field, summary, onSubmit, busy } = useZodForm({
    schema: passkeyRoutes.removePasskey.body,
    defaultValues: { current_password: '' },
    act: async (body) => {
      await remove({ id: passkey.id, body }).unwrap();
      done(t('removed'));
    },
    scope: `passkey-${passkey.id}-`,
    alone: 'current_password',
  });
  return (
    <Form onSubmit={(event) => void onSubmit(event)} method="post">
      <ErrorSummary {...summary} />
      <CurrentPassword field={field('current_password')} />
      <FormFoot busy={busy} onCancel={() => done()}>
        {t('remove')}
      </FormFoot>
    </Form>
  );
}
