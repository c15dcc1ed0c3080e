import { useRef, useState } from 'react';
import { useImportDoctorsMutation } from '@konsil/api/console-doctors';
import { LoadFailed } from '@konsil/common';
import { mostDoctorsAtOnce } from '@konsil/contracts/console-doctors';
import type { DoctorImport, ImportedLine } from '@konsil/contracts/console-doctors';
import { readableAddress } from '@konsil/contracts/mail-address';
import { useFormat, useTexts } from '@konsil/i18n';
import { useFieldErrors } from '@konsil/i18n/field-errors';
import {
  Alert,
  Badge,
  Button,
  Card,
  Form,
  FormActions,
  List,
  ListRow,
  Section,
  Stack,
  TextArea,
  UploadIcon,
  useToast,
  VisuallyHidden,
} from '@konsil/ui';
import { doctorsTexts } from './texts';

const mostBytes = 300_000;
const isRight = ({ state }: ImportedLine) => state === 'new' || state === 'again';

/** A file from a spreadsheet: UTF-8, or as Excel saves it in Western Europe. */
const textOf = (bytes: ArrayBuffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};

function Preview({ lines }: { lines: ImportedLine[] }) {
  const { t } = useTexts(doctorsTexts);
  const errorText = useFieldErrors();
  return (
    <List aria-label={t('many.preview')}>
      {lines.map((line) => (
        <ListRow
          key={line.line}
          title={`${t('many.line', { line: line.line })}: ${line.name || readableAddress(line.email)}`}
          detail={
            line.errors.length > 0
              ? line.errors
                  .map(({ column, code }) =>
                    t('wrongAt', { column: t(`columns.${column}`), error: errorText({ message: code }) ?? '' }),
                  )
                  .join(' · ')
              : readableAddress(line.email)
          }
          state={<Badge tone={isRight(line) ? 'success' : 'danger'}>{t(`state.${line.state}`)}</Badge>}
        />
      ))}
    </List>
  );
}

/** Invites the doctors of a table, after a preview; all of them or none. */
export function InviteMany() {
  const { t } = useTexts(doctorsTexts);
  const format = useFormat();
  const toast = useToast();
  const [ask, { isLoading, error }] = useImportDoctorsMutation();
  const [csv, setCsv] = useState('');
  const [checked, setChecked] = useState<DoctorImport>();
  const [isTooLarge, setIsTooLarge] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const newest = useRef(csv);

  const change = (text: string) => {
    newest.current = text;
    setCsv(text);
    setChecked(undefined);
    setIsTooLarge(false);
  };
  const choose = async (chosen: File | undefined) => {
    if (!chosen) return;
    if (chosen.size > mostBytes) return setIsTooLarge(true);
    change(textOf(await chosen.arrayBuffer()));
  };
  const send = async (really: boolean) => {
    const { data } = await ask({ csv, send: really });
    if (!data) return;
    // The preview and the sent table are those of the text that was asked about.
    const isSame = newest.current === csv;
    if (data.sent === 0) return isSame ? setChecked(data) : undefined;
    if (isSame) change('');
    toast({ text: t('many.sent', { count: data.sent }) });
  };

  const names = (columns: DoctorImport['missing']) => format.list(columns.map((column) => t(`columns.${column}`)));
  const wrong = checked?.lines.filter((line) => !isRight(line)).length ?? 0;
  const isReady = checked !== undefined && checked.lines.length > 0 && wrong === 0;
  return (
    <Section title={t('many.title')}>
      <Card>
        <Form
          onSubmit={(event) => {
            event.preventDefault();
            if (!isLoading) void send(false);
          }}
        >
          <p>{t('many.hint')}</p>
          <div>
            <VisuallyHidden>
              <input
                ref={file}
                type="file"
                accept=".csv,text/csv,text/plain"
                tabIndex={-1}
                aria-hidden="true"
                onChange={({ target }) => {
                  void choose(target.files?.[0]);
                  target.value = '';
                }}
              />
            </VisuallyHidden>
            <Button variant="secondary" icon={<UploadIcon />} onClick={() => file.current?.click()}>
              {t('many.file')}
            </Button>
          </div>
          {isTooLarge && <Alert tone="danger">{t('many.tooLarge')}</Alert>}
          <TextArea
            name="csv"
            label={t('many.text')}
            value={csv}
            onChange={({ target }) => change(target.value)}
            rows={6}
            spellCheck={false}
          />
          {error && <LoadFailed problem={error} onRetry={() => send(false)} />}
          {checked && (
            <Stack gap={3}>
              {checked.missing.length > 0 && (
                <Alert tone="danger">{t('many.missing', { columns: names(checked.missing) })}</Alert>
              )}
              {checked.too_many && <Alert tone="danger">{t('many.tooMany', { most: mostDoctorsAtOnce })}</Alert>}
              {checked.missing.length === 0 && !checked.too_many && checked.lines.length === 0 && (
                <Alert tone="danger">{t('many.empty')}</Alert>
              )}
              {wrong > 0 && <Alert tone="danger">{t('many.wrong', { count: wrong })}</Alert>}
              {isReady && <Alert tone="success">{t('many.allRight')}</Alert>}
              {checked.lines.length > 0 && <Preview lines={checked.lines} />}
            </Stack>
          )}
          <FormActions>
            {isReady ? (
              <Button busy={isLoading} onClick={() => void send(true)}>
                {t('many.send', { count: checked.lines.length })}
              </Button>
            ) : (
              <Button type="submit" variant="secondary" busy={isLoading}>
                {t('many.check')}
              </Button>
            )}
          </FormActions>
        </Form>
      </Card>
    </Section>
  );
}
