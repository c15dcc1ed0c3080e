import { useState } from 'react';
import { ownPasswordSchema } from '@konsil/account/own-proof';
import { useGetAccountQuery } from '@konsil/api/account';
import { useZodForm } from '@konsil/forms/forms';
import { useRequestErasureMutation } from '@konsil/api/privacy';
import { StepInPlace } from '@konsil/common';
import { dayOf, useCommon, useFormat, useTexts } from '@konsil/i18n';
import {
  Button,
  Card,
  ConfirmDialog,
  ErrorSummary,
  Form,
  FormActions,
  Row,
  Section,
  Stack,
  Text,
  useToast,
} from '@konsil/ui';
import { ErasurePlanned } from './ErasurePlanned.tsx';
import { OwnPassword } from './OwnPassword.tsx';
import { privacyTexts } from './texts.ts';

const graceDays = 30;
const afterGrace = () => {
  const day = new Date();
  day.setDate(day.getDate() + graceDays);
  return dayOf(day);
};

/** Erasure of the account after a waiting period of 30 days. */
export function Erasure() {
  const { t } = useTexts(privacyTexts);
  const { data: account } = useGetAccountQuery();
  return (
    <Section id="erasure" title={t('erasure.title')}>
      {account?.erasure_at ? (
        <ErasurePlanned on={account.erasure_at} held={account.erasure_held ?? false} />
      ) : (
        <Request />
      )}
    </Section>
  );
}

function Request() {
  const { t } = useTexts(privacyTexts);
  return (
    <Card>
      <Stack gap={4}>
        <Text as="p">{t('erasure.text')}</Text>
        <StepInPlace
          closed={(open) => (
            <Row>
              <Button variant="danger" onClick={open}>
                {t('erasure.start')}
              </Button>
            </Row>
          )}
        >
          {(close) => <RequestForm onClose={close} />}
        </StepInPlace>
      </Stack>
    </Card>
  );
}

function RequestForm({ onClose }: { onClose: () => void }) {
  const { t } = useTexts(privacyTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const toast = useToast();
  const [request] = useRequestErasureMutation();
  const [asking, setAsking] = useState(false);
  const [proven, setProven] = useState(false);
  const { form, field, onSubmit, summary, busy } = useZodForm({
    schema: ownPasswordSchema(proven),
    defaultValues: { current_password: '' },
    guard: false,
    scope: 'erasure-',
    alone: 'current_password',
    act: async (body) => {
      await request(proven ? {} : body).unwrap();
      toast({ text: t('erasure.requested') });
    },
  });
  const ask = async () => {
    if (await form.trigger()) setAsking(true);
    else void onSubmit();
  };
  return (
    <>
      <Form
        aria-label={t('erasure.title')}
        onSubmit={(event) => {
          event.preventDefault();
          void ask();
        }}
      >
        <ErrorSummary {...summary} />
        <OwnPassword field={field('current_password')} proven={proven} onProven={() => setProven(true)} />
        <FormActions>
          <Button type="submit" variant="danger" busy={busy}>
            {t('erasure.start')}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {common('words.cancel')}
          </Button>
        </FormActions>
      </Form>
      <ConfirmDialog
        open={asking}
        tone="danger"
        title={t('erasure.askTitle')}
        confirmLabel={t('erasure.confirm')}
        cancelLabel={common('words.cancel')}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void onSubmit();
        }}
      >
        {t('erasure.askText', { day: format.dayLong(afterGrace()) })}
      </ConfirmDialog>
    </>
  );
}
