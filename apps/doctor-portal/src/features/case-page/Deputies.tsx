// @bundle route
import { useEndDeputyMutation } from '@konsil/api/deputies';
import { shortDoctorName } from '@konsil/cases';
import { useAction } from '@konsil/common';
import type { ProcessOverview } from '@konsil/contracts/cases';
import type { Deputy } from '@konsil/contracts/deputy-states';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Button, ConfirmDialog, List, ListRow, Section } from '@konsil/ui';
import { useState } from 'react';
import { caseTexts } from '../case-parts/texts';

/** The deputies of the doctor in this case, as the doctor and the deputy see them. */
export function Deputies({ theCase }: { theCase: ProcessOverview }) {
  const { t } = useTexts(caseTexts);
  const deputies = theCase.deputies ?? [];
  if (deputies.length === 0) return null;
  return (
    <Section title={t('deputies.title')} data-print="hide">
      <List>
        {deputies.map((deputy) => (
          <Named key={deputy.id} theCase={theCase} deputy={deputy} />
        ))}
      </List>
    </Section>
  );
}

function Named({
  theCase,
  deputy: { id, state, deputy, doctor, from, until, mine },
}: {
  theCase: ProcessOverview;
  deputy: Deputy;
}) {
  const { t } = useTexts(caseTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const act = useAction();
  const [asks, setAsks] = useState(false);
  const [end, { isLoading }] = useEndDeputyMutation();
  const name = shortDoctorName(mine ? doctor : deputy.name);
  const isCurrent = state === 'asked' || state === 'agreed' || state === 'open';
  const confirm = async () => {
    await act(end({ id, caseId: theCase.id }).unwrap(), { text: t('deputies.ended') });
    setAsks(false);
  };
  return (
    <ListRow
      title={t(mine ? 'deputies.you' : 'deputies.days', { name, from: format.day(from), day: format.day(until) })}
      detail={t(`deputies.state.${state}`, { patient: theCase.account_name })}
      actions={
        isCurrent && (
          <>
            <Button variant="quiet" size="small" onClick={() => setAsks(true)}>
              {t('deputies.end')}
            </Button>
            <ConfirmDialog
              open={asks}
              onCancel={() => setAsks(false)}
              onConfirm={() => void confirm()}
              title={t('deputies.endTitle')}
              confirmLabel={t('deputies.end')}
              cancelLabel={common('words.cancel')}
              busy={isLoading}
            >
              {t(mine ? 'deputies.endOwnText' : 'deputies.endText', { name })}
            </ConfirmDialog>
          </>
        )
      }
    />
  );
}
