import type { ComponentProps } from 'react';
import type { AnamnesisTopic } from '@konsil/contracts/codes';
import { useCommon, useTexts } from '@konsil/i18n';
import { Stack, TextArea } from '@konsil/ui';
import { caseTexts } from './texts.ts';

type Binding = Omit<ComponentProps<typeof TextArea>, 'label'>;

interface AnamnesisFieldsProps<Topic extends AnamnesisTopic> {
  topics: readonly Topic[];
  /** Ties a topic to the form. */
  bind: (topic: Topic) => Binding;
}

/** Optional topics as form fields. */
export function AnamnesisFields<Topic extends AnamnesisTopic>({ topics, bind }: AnamnesisFieldsProps<Topic>) {
  const { t } = useTexts(caseTexts);
  const { t: common } = useCommon();
  return (
    <Stack gap={5}>
      {topics.map((topic) => (
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
