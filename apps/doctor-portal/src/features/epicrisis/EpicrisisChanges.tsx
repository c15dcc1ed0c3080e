// @bundle route
import type { Epicrisis } from '@konsil/contracts/epicrisis';
import { useFormat, useTexts } from '@konsil/i18n';
import { Badge, Card, DoneIcon, List, ListRow, Section, SelectField, Stack, Text } from '@konsil/ui';
import { useDeferredValue, useState } from 'react';
import { writtenOf, type WrittenEpicrisis } from './epicrisis-form';
import { SectionDifference } from './SectionDifference';
import { epicrisisTexts } from './texts';

interface EpicrisisChangesProps {
  epicrisis: Epicrisis;
  /** The current form values. */
  mine: WrittenEpicrisis;
}

/** Beside the form: earlier versions, and the changes since one of them. */
export function EpicrisisChanges({ epicrisis: { versions, released, patient }, mine }: EpicrisisChangesProps) {
  const { t } = useTexts(epicrisisTexts);
  const format = useFormat();
  const [sinceId, setSinceId] = useState<string>();
  const shown = useDeferredValue(mine);
  const since = versions.find(({ id }) => id === sinceId) ?? versions[0];
  if (!since)
    return (
      <Text as="p" tone="muted">
        {t('first')}
      </Text>
    );
  return (
    <Stack>
      <Section title={t('versions')}>
        <List>
          {versions.map(({ id, version, author, created_at }) => (
            <ListRow
              key={id}
              title={t('version', { number: version })}
              detail={t('by', { name: author, when: format.momentWithin(created_at) })}
            >
              {id === released?.id && (
                <Badge tone="success" icon={<DoneIcon />}>
                  {t(`seenByPatient.${patient.gender}`)}
                </Badge>
              )}
            </ListRow>
          ))}
        </List>
      </Section>
      <Section
        title={t('changedSince')}
        action={
          <SelectField
            compact
            labelHidden
            label={t('changedSince')}
            value={since.id}
            onChange={(event) => setSinceId(event.target.value)}
            options={versions.map(({ id, version }) => ({ value: id, label: t('version', { number: version }) }))}
          />
        }
      >
        <Card>
          <SectionDifference before={writtenOf(since)} after={shown} />
        </Card>
      </Section>
    </Stack>
  );
}
