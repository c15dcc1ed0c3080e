import type { OwnAction } from '@konsil/contracts/privacy';
import { useFormat, useTexts } from '@konsil/i18n';
import { List, Section, Stack, Text } from '@konsil/ui';
import { dayInNumbers, daysOf, groupsOf } from './action-groups';
import { ActionGroup } from './ActionGroup';
import { actionTexts } from './texts';

export interface ActionDaysProps {
  actions: readonly OwnAction[];
  /** More entries follow: the last day may be incomplete. */
  hasMore: boolean;
}

/** A doctor's actions by day, newest first: totals and patients. */
export function ActionDays({ actions, hasMore }: ActionDaysProps) {
  const days = daysOf(actions);
  return (
    <Stack gap={5}>
      {days.map((day, index) => (
        <Day key={day.day} {...day} partly={hasMore && index === days.length - 1} />
      ))}
    </Stack>
  );
}

function Day({ day, actions, partly }: { day: string; actions: OwnAction[]; partly: boolean }) {
  const { t } = useTexts(actionTexts);
  const format = useFormat();
  const { people, documents, changes, refused } = dayInNumbers(actions);
  const numbers = [
    people > 0 && t('people', { count: people }),
    documents > 0 && t('sums.document.read', { count: documents }),
    changes > 0 && t('changes', { count: changes }),
    refused > 0 && t('refused', { count: refused }),
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <Section
      title={format.dayLong(day)}
      action={
        <Text as="p" size="small" tone="muted">
          {partly ? t('partly') : numbers}
        </Text>
      }
    >
      <List>
        {groupsOf(actions).map((group) => (
          <ActionGroup key={group.key} group={group} />
        ))}
      </List>
    </Section>
  );
}
