// @bundle route
import { useRef, useState } from 'react';
import { useTexts } from '@konsil/i18n';
import { Button, Row, Stack, Text } from '@konsil/ui';
import { useAction } from '../use-act.ts';
import { intakeTexts } from './texts.ts';

export interface OfferedLettersProps {
  letters: readonly { name: string; member: number }[];
  /** Turns a letter into a document; fails with the reason. */
  onTake: (member: number) => Promise<unknown>;
}

const fileNameOf = (path: string): string => path.split('/').at(-1) ?? path;

/** Letters and pictures beside the images of a ZIP, each with a button that makes it a document. */
export function OfferedLetters({ letters, onTake }: OfferedLettersProps) {
  const { t } = useTexts(intakeTexts);
  const act = useAction();
  const [taking, setTaking] = useState<number | null>(null);
  const text = useRef<HTMLParagraphElement>(null);
  const take = async (member: number, name: string) => {
    setTaking(member);
    const done = await act(onTake(member), { text: t('taken', { name }) });
    setTaking(null);
    // The pressed button goes away.
    if (done) text.current?.focus();
  };
  return (
    <Stack gap={2}>
      <Text as="p" size="small" ref={text} tabIndex={-1}>
        {t('offer')}
      </Text>
      <Row gap={2}>
        {letters.map(({ name, member }) => (
          <Button
            key={member}
            size="small"
            variant="secondary"
            busy={taking === member}
            busyLabel={t('taking')}
            onClick={() => void take(member, fileNameOf(name))}
          >
            {t('take', { name: fileNameOf(name) })}
          </Button>
        ))}
      </Row>
    </Stack>
  );
}
