import type { ComponentProps } from 'react';
import { anamnesisTopics, type AnamnesisTopic } from '@konsil/contracts/codes';
import { useCommon, useTexts } from '@konsil/i18n';
import { Stack, TextArea } from '@konsil/ui';
import { caseTexts } from './texts.ts';

type Binding = Omit<ComponentProps<typeof TextArea>, 'label'>;

/** Six optional topics as form fields. `bind` ties a topic to the form. */
export function AnamnesisFields({ bind }: { bind: (topic: AnamnesisTopic) => Binding }) {
  const { t } = useTexts(caseTexts);
  const { t: common } = useCommon();
  return (
    <Stack gap={5}>
      {anamnesisTopics.map((topic) => (
        <TextArea
          key={topic}
          label={t(`anamnesis.${topic}.label`)}
          hint={t(`anamnesis.${topic}.hint`)}
          optional={common('words.optional')}
          {...bind(topic)}
        />
      ))}
    </Stack>
  );
}
