// @bundle route
import { useFormat, useTexts } from '@konsil/i18n';
import { Alert, Stack, Text } from '@konsil/ui';
import { OfferedLetters } from './OfferedLetters.tsx';
import { intakeTexts } from './texts.ts';

interface NamedFile {
  name: string;
  reason: string;
}
interface Intake {
  damaged: NamedFile[];
  damaged_count: number;
  left_out: NamedFile[];
  left_out_count: number;
  letters: { name: string; member: number }[];
  copies: number;
  known: number;
}
export interface IntakeNotesProps {
  intake: Intake;
  /** The uploader also sees what to do. */
  mine: boolean;
  /** Turns a letter beside the images into a document; only for the uploader. */
  onTake?: ((member: number) => Promise<unknown>) | undefined;
}

const mostNames = 6;
const letterKinds = ['word', 'rtf', 'text', 'opendocument', 'pages', 'excel', 'office', 'tiff'];
const damageReasons = [
  'truncated',
  'bad_checksum',
  'missing_uid',
  'unreadable',
  'too_large',
  'polyglot',
  'encrypted',
  'more_reports',
] as const;
type DamageReason = (typeof damageReasons)[number];

/** Lists missing, damaged and omitted parts of an imaging upload; the same for both sides. */
export function IntakeNotes({ intake, mine, onTake }: IntakeNotesProps) {
  const { t } = useTexts(intakeTexts);
  const format = useFormat();
  const listed = (names: readonly string[], count: number) => {
    const shown = names.slice(0, mostNames);
    return format.list(count > shown.length ? [...shown, t('more', { count: count - shown.length })] : shown);
  };
  const {
    damaged,
    damaged_count: damagedCount,
    left_out: leftOut,
    left_out_count: leftOutCount,
    letters,
    copies,
    known,
  } = intake;
  const reasonOf = (reason: string) =>
    t(`reasons.${damageReasons.find((one): one is DamageReason => one === reason) ?? 'unreadable'}`);
  const remarks = [
    leftOutCount > 0 &&
      t('leftOut', {
        count: leftOutCount,
        names: listed(
          leftOut.map(({ name }) => name),
          leftOutCount,
        ),
      }),
    mine && leftOut.some(({ name, reason }) => reason === 'nested_zip' && !/\.jar$/i.test(name)) && t('innerZip'),
    mine && leftOut.some(({ reason }) => letterKinds.includes(reason)) && t('asPdf'),
    letters.length > 0 &&
      !onTake &&
      t('letters', {
        names: listed(
          letters.map(({ name }) => name),
          letters.length,
        ),
      }),
    copies > 0 && t('copies', { count: copies }),
    known > 0 && t('known', { count: known }),
  ].filter((words) => words !== false);
  return (
    <Stack gap={2}>
      {damagedCount > 0 && (
        <Alert tone="warning">
          <Text as="p">
            {t('damaged', { count: damagedCount })}
            {mine && ` ${t('newCopy')}`}
          </Text>
          <Text as="p" size="small">
            {listed(
              damaged.map(({ name, reason }) => t('withReason', { name, reason: reasonOf(reason) })),
              damagedCount,
            )}
          </Text>
        </Alert>
      )}
      {remarks.map((words) => (
        <Text as="p" key={words} tone="muted" size="small">
          {words}
        </Text>
      ))}
      {onTake && letters.length > 0 && <OfferedLetters letters={letters} onTake={onTake} />}
    </Stack>
  );
}
