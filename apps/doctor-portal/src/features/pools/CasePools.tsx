// @bundle route
import { usePutIntoPoolMutation, useTakeOutOfPoolMutation } from '@konsil/api/pools';
import { useAction } from '@konsil/common';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { useFormat, useTexts } from '@konsil/i18n';
import { Button, Row, Section, Stack, Text, TextLink } from '@konsil/ui';
import { paths } from '../paths';
import { poolTexts } from './texts';

/** The pools of clinics in a case: where its doctor may put it, and where it is. */
export function CasePools({ theCase }: { theCase: ProcessOverview }) {
  const { t } = useTexts(poolTexts);
  const format = useFormat();
  const act = useAction();
  const [put, { isLoading: putting }] = usePutIntoPoolMutation();
  const [keep, { isLoading: keeping }] = useTakeOutOfPoolMutation();
  const { pool, id: caseId, account_name: patient, status } = theCase;
  if (!pool || (pool.clinics.length === 0 && !pool.now)) return null;
  const { now } = pool;
  const putInto = (clinic: string, name: string) =>
    void act(put({ caseId, clinic }).unwrap(), {
      text: t('inCase.done', { clinic: name }),
      undo: () => keep({ caseId }).unwrap(),
      undone: t('kept'),
    });
  const free = pool.clinics.filter(({ allowed }) => allowed);
  const closed = pool.clinics.filter(({ allowed }) => !allowed);
  return (
    <Section title={t('inCase.title')} data-print="hide">
      <Stack gap={3}>
        {now && (
          <>
            <p>{t('inCase.now', { clinic: now.clinic, day: format.day(now.since) })}</p>
            <Row>
              <Button
                variant="secondary"
                size="small"
                busy={keeping}
                onClick={() => void act(keep({ caseId }).unwrap(), { text: t('kept') })}
              >
                {t('keep')}
              </Button>
              <TextLink standalone to={paths.pooledCase(now.id)}>
                {t('inCase.assign')}
              </TextLink>
            </Row>
          </>
        )}
        {!now && status === 'with_doctor' && free.length > 0 && (
          <>
            <Text as="p" tone="muted">
              {t('inCase.lead')}
            </Text>
            {free.map(({ id, name }) => (
              <Row key={id}>
                <Button variant="secondary" size="small" busy={putting} onClick={() => putInto(id, name)}>
                  {t('inCase.put', { clinic: name })}
                </Button>
              </Row>
            ))}
          </>
        )}
        {!now && status === 'with_doctor' && closed.length > 0 && (
          <Text as="p" tone="muted">
            {t('inCase.closed', { patient, clinics: format.list(closed.map(({ name }) => name)) })}
          </Text>
        )}
        {!now && status !== 'with_doctor' && (
          <Text as="p" tone="muted">
            {t('inCase.later')}
          </Text>
        )}
      </Stack>
    </Section>
  );
}
