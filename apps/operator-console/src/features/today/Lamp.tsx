import { styled } from 'styled-components';
import type { Light } from '@konsil/contracts/console';
import { formatList, formatMomentWithin, useLocale, useTexts } from '@konsil/i18n';
import { Card, DangerIcon, DoneIcon, Stack, Text, WarningIcon } from '@konsil/ui';
import { todayTexts } from './texts';

const icons = { ok: DoneIcon, soon: WarningIcon, problem: DangerIcon };

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: var(--space-1) var(--space-3);
`;
const Word = styled.span`
  display: inline-flex;
  align-items: center;
  gap: var(--space-1);
  font-weight: var(--font-weight-strong);

  &[data-state='ok'] {
    color: var(--color-success);
  }
  &[data-state='soon'] {
    color: var(--color-warning);
  }
  &[data-state='problem'] {
    color: var(--color-danger);
  }
`;

/** One status light: icon, label, meaning, and what to do if it is not green. */
export function Lamp({ light: { kind, state, reason, at, count, names } }: { light: Light }) {
  const { t } = useTexts(todayTexts);
  const locale = useLocale();
  const Icon = icons[state];
  const values = { count: count ?? 0, names: formatList(names, locale) };
  return (
    <Card>
      <Stack gap={2}>
        <Head>
          <h3>{t(`lights.kinds.${kind}`)}</h3>
          <Word data-state={state}>
            <Icon aria-hidden="true" />
            {t(`lights.states.${state}`)}
          </Word>
        </Head>
        <p>
          {reason
            ? t(`lights.reasons.${reason}`, values)
            : at
              ? t('lights.last', { at: formatMomentWithin(at, locale) })
              : t(`lights.well.${kind === 'storage' && count === null ? 'bucket' : kind}`, values)}
        </p>
        {names.length > 0 && <Text size="small">{values.names}</Text>}
        {reason && (
          <Text as="p" tone="muted" size="small">
            {t(`lights.todo.${reason}`)}
          </Text>
        )}
      </Stack>
    </Card>
  );
}
