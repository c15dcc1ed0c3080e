import { useSetPoolOfClinicMutation } from '@konsil/api/console-clinics';
import { useAction } from '@konsil/common';
import type { ConsoleClinic } from '@konsil/contracts/console-clinics';
import { useCommon, useTexts } from '@konsil/i18n';
import { Button, ConfirmDialog, Row, Section, Stack } from '@konsil/ui';
import { useState } from 'react';
import { clinicsTexts } from './texts';

/** Switches the pool of a clinic on and off; switching it off asks first. */
export function ClinicPool({ clinic: { id, pool } }: { clinic: ConsoleClinic }) {
  const { t } = useTexts(clinicsTexts);
  const { t: c } = useCommon();
  const run = useAction();
  const [asks, setAsks] = useState(false);
  const [set, { isLoading: busy }] = useSetPoolOfClinicMutation();
  const turn = (on: boolean) => run(set({ id, on }).unwrap(), { text: t(on ? 'pool.isOn' : 'pool.isOff') });
  const confirm = async () => {
    await turn(false);
    setAsks(false);
  };
  return (
    <Section title={t('pool.title')}>
      <Stack gap={3}>
        <p>{t(pool ? 'pool.on' : 'pool.off')}</p>
        <Row>
          <Button variant="secondary" busy={busy} onClick={() => (pool ? setAsks(true) : void turn(true))}>
            {t(pool ? 'pool.turnOff' : 'pool.turnOn')}
          </Button>
        </Row>
        <ConfirmDialog
          open={asks}
          onCancel={() => setAsks(false)}
          onConfirm={() => void confirm()}
          title={t('pool.askTitle')}
          confirmLabel={t('pool.turnOff')}
          cancelLabel={c('words.cancel')}
          busy={busy}
        >
          {t('pool.askText')}
        </ConfirmDialog>
      </Stack>
    </Section>
  );
}
