// @bundle route
import { useSaveLetterRecipientsMutation } from '@konsil/api/letter-recipients';
import { useAction } from '@konsil/common';
import type { ProcessOverview } from '@konsil/contracts/cases';
import type { Role } from '@konsil/contracts/codes';
import type { LetterRecipient } from '@konsil/contracts/letter-recipients';
import { mostRecipients } from '@konsil/contracts/most-recipients';
import { useTexts } from '@konsil/i18n';
import { AddIcon, Button, Row, Section, Stack, Text } from '@konsil/ui';
import { lazy, Suspense, useState } from 'react';
import { Recipients } from './recipients-look.ts';
import { recipientTexts } from './texts.ts';

const RecipientForm = lazy(async () => ({ default: (await import('./RecipientForm.tsx')).RecipientForm }));

export interface LetterRecipientsProps {
  theCase: Pick<ProcessOverview, 'id' | 'version' | 'letter_recipients'>;
  reader: Role;
  headingLevel?: 2 | 3;
}

/** Recipients of the letters of a case besides the patient: both sides can change it. */
export function LetterRecipients({ theCase, reader, headingLevel = 2 }: LetterRecipientsProps) {
  const { t } = useTexts(recipientTexts);
  const act = useAction();
  const [save, { isLoading }] = useSaveLetterRecipientsMutation();
  /**
   * The index of the recipient being edited (the list's length for a new one), and the list as it was then, because
   * others may change it.
   */
  const [edited, setEdited] = useState<{ at: number; seen: LetterRecipient[]; version: number } | null>(null);
  const recipients = theCase.letter_recipients ?? [];
  const edit = (at: number) => setEdited({ at, seen: recipients, version: theCase.version });
  const put = (next: LetterRecipient[], version: number) =>
    save({ id: theCase.id, recipients: next, version }).unwrap();
  const remove = (index: number, name: string) => {
    const removed = put(
      recipients.filter((_, other) => other !== index),
      theCase.version,
    );
    // Undo is refused on a newer version, so it never overwrites a change by somebody else.
    return act(removed, {
      text: t('removed', { name }),
      undo: async () => put(recipients, (await removed).version),
    });
  };
  return (
    <Section title={t('title')} headingLevel={headingLevel}>
      <Stack gap={3}>
        <Text as="p" tone="muted" size="small">
          {t(`lead.${reader}`)}
        </Text>
        {recipients.length === 0 ? (
          <p>{t(reader === 'patient' ? 'none' : 'noneDoctor')}</p>
        ) : (
          <Recipients>
            {recipients.map(({ name, addition, street, place }, index) => (
              <li key={`${index} ${name}`}>
                <Text as="p" strong>
                  {name}
                </Text>
                <Text as="p" size="small">
                  {[addition, street, place, index === 0 && t('first')].filter(Boolean).join(', ')}
                </Text>
                <Row gap={2} data-print="hide">
                  <Button
                    variant="quiet"
                    size="small"
                    aria-label={t('changeLabel', { name })}
                    onClick={() => edit(index)}
                  >
                    {t('change')}
                  </Button>
                  <Button
                    variant="quiet"
                    size="small"
                    busy={isLoading}
                    aria-label={t('removeLabel', { name })}
                    onClick={() => void remove(index, name)}
                  >
                    {t('remove')}
                  </Button>
                </Row>
              </li>
            ))}
          </Recipients>
        )}
        {recipients.length < mostRecipients ? (
          <Row data-print="hide">
            <Button variant="secondary" size="small" icon={<AddIcon />} onClick={() => edit(recipients.length)}>
              {t('add')}
            </Button>
          </Row>
        ) : (
          <Text as="p" tone="muted" size="small">
            {t('most')}
          </Text>
        )}
      </Stack>
      {edited && (
        <Suspense fallback={null}>
          <RecipientForm
            key={edited.at}
            open
            before={edited.seen[edited.at]}
            onClose={() => setEdited(null)}
            onSave={async (recipient) => {
              await put(edited.seen.toSpliced(edited.at, 1, recipient), edited.version);
              setEdited(null);
            }}
          />
        </Suspense>
      )}
    </Section>
  );
}
