import { useState } from 'react';
import { useCloseDoctorMutation } from '@konsil/api/console-doctors';
import { useActOnPersonMutation, useSetLegalHoldMutation } from '@konsil/api/console-people';
import { problemOf } from '@konsil/api/problem';
import { useAction } from '@konsil/common';
import { actReasons, holdReasons } from '@konsil/contracts/console-codes';
import type { ActReason, HoldReason, PersonAct } from '@konsil/contracts/console-codes';
import { actReferenceSchema } from '@konsil/contracts/console-people';
import type { Person } from '@konsil/contracts/console-people';
import { readableAddress } from '@konsil/contracts/mail-address';
import { problemText, useCommon, useTexts } from '@konsil/i18n';
import { Button, Dialog, Form, SelectField, Text, TextField, useToast } from '@konsil/ui';
import { peopleTexts } from './texts';

const formId = 'act';

export interface ActDialogProps {
  person: Person;
  /** `close`: of a doctor's account. `hold`, `release`: a legal hold. */
  act: PersonAct | 'close' | 'hold' | 'release';
  onDone: (person: Person) => void;
  onClose: () => void;
}

/** Explains an action on an account, and asks for its reason, which is recorded. */
export function ActDialog({ person, act, onDone, onClose }: ActDialogProps) {
  const { t } = useTexts(peopleTexts);
  const { t: c } = useCommon();
  const run = useAction();
  const toast = useToast();
  const [doIt, { isLoading: acting }] = useActOnPersonMutation();
  const [close, { isLoading: closing }] = useCloseDoctorMutation();
  const [setHold, { isLoading: holding }] = useSetLegalHoldMutation();
  const isHold = act === 'hold' || act === 'release';
  const isLoading = acting || closing || holding;
  const [reason, setReason] = useState('');
  const [reference, setReference] = useState('');
  const [tried, setTried] = useState(false);
  const isWrong = !actReferenceSchema.safeParse(reference).success;

  const closeDoctor = async (body: { reason: ActReason; reference: string }) => {
    try {
      const { open_cases: count } = await close({ id: person.id, body }).unwrap();
      toast({ text: count === 0 ? t('closed.none') : t('closed.open', { count }) });
      onDone({ ...person, state: 'closed', sessions: 0 });
    } catch (error) {
      toast({ tone: 'danger', text: problemText(c, problemOf(error)) });
    }
  };
  const send = async () => {
    setTried(true);
    if (!reason || isWrong) return;
    const given = { reason: reason as ActReason, reference };
    if (act === 'close') return closeDoctor(given);
    const doing = (
      act === 'hold' || act === 'release'
        ? setHold({ id: person.id, body: { held: act === 'hold', reason: reason as HoldReason, reference } })
        : doIt({ id: person.id, body: { act, ...given } })
    ).unwrap();
    if (await run(doing, { text: t(`done.${act}`) })) onDone(await doing);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      closeLabel={c('words.close')}
      title={t(`acts.${act}`)}
      description={t('dialogFor', { email: readableAddress(person.email) })}
      size="medium"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {c('words.cancel')}
          </Button>
          <Button
            type="submit"
            form={formId}
            busy={isLoading}
            variant={act === 'lock' || act === 'close' || act === 'release' ? 'danger' : 'primary'}
          >
            {t(`acts.${act}`)}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isLoading) void send();
        }}
      >
        <Text as="p">{t(`effect.${act}`)}</Text>
        <SelectField
          name="reason"
          label={t('reason.label')}
          placeholder={t('reason.choose')}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          error={tried && !reason ? t('reason.missing') : undefined}
          options={(isHold ? holdReasons : actReasons).map((value) => ({ value, label: t(`reason.${value}`) }))}
        />
        <TextField
          name="reference"
          label={t('reference.label')}
          hint={t('reference.hint')}
          optional={c('words.optional')}
          value={reference}
          onChange={({ target }) => setReference(target.value)}
          error={tried && isWrong ? t('reference.wrong') : undefined}
          width="short"
          autoComplete="off"
        />
      </Form>
    </Dialog>
  );
}
