// @bundle route
import * as z from 'zod/mini';
import { useChangeReaderMutation } from '@konsil/api/readers';
import type { Reader, ReaderRole } from '@konsil/contracts/reader-states';
import { useZodForm } from '@konsil/forms/forms';
import { useCommon, useTexts } from '@konsil/i18n';
import { Button, Dialog, ErrorSummary, Form, FormActions, Text, useToast } from '@konsil/ui';
import { OwnPassword } from '../privacy/OwnPassword.tsx';
import { readerTexts } from './texts.ts';
import { useProofWhenAsked } from './use-proof.ts';

interface Props {
  reader: Reader;
  /** The reader's name, or their address. */
  name: string;
  /** The person's name. */
  person: string;
  onClose: () => void;
}

/** Lets a reader act for the person, too, or only read again. */
export function ChangeRole(props: Props) {
  const { t } = useTexts(readerTexts);
  const { t: common } = useCommon();
  const { reader, name, person, onClose } = props;
  const title = t(reader.role === 'see' ? 'owner.letActTitle' : 'owner.onlySeeTitle', { name, person });
  return (
    <Dialog open onClose={onClose} title={title} closeLabel={common('words.close')}>
      <RoleForm {...props} />
    </Dialog>
  );
}

const schema = z.object({ current_password: z.string() });

function RoleForm({ reader, name, person, onClose }: Props) {
  const { t } = useTexts(readerTexts);
  const { t: common } = useCommon();
  const toast = useToast();
  const [change] = useChangeReaderMutation();
  const { asked, proven, onProven, withProof } = useProofWhenAsked();
  const role: ReaderRole = reader.role === 'see' ? 'act' : 'see';
  const { field, onSubmit, summary, busy } = useZodForm({
    schema,
    defaultValues: { current_password: '' },
    guard: false,
    at: { proof_needed: 'current_password' },
    act: async ({ current_password }) => {
      await withProof(current_password, () => change({ id: reader.id, role }).unwrap());
      toast({ text: t(role === 'act' ? 'owner.mayActNow' : 'owner.onlySeesNow'), tone: 'success' });
      onClose();
    },
    scope: 'role-',
  });
  return (
    <Form onSubmit={(event) => void onSubmit(event)}>
      <ErrorSummary {...summary} />
      <Text as="p">{t(role === 'act' ? 'owner.roles.actText' : 'owner.onlySeeText', { name, person })}</Text>
      {asked && <OwnPassword field={field('current_password')} proven={proven} onProven={onProven} />}
      <FormActions>
        <Button type="submit" busy={busy}>
          {t(role === 'act' ? 'owner.letAct' : 'owner.onlySee')}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {common('words.cancel')}
        </Button>
      </FormActions>
    </Form>
  );
}
