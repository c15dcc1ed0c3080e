import { useWatch } from 'react-hook-form';
import { useConnectConsoleArchiveMutation } from '@konsil/api/console-archives';
import { archiveFieldsSchema, archiveSignIns } from '@konsil/contracts/console-archives';
import type { ArchiveFields, ConsoleArchive } from '@konsil/contracts/console-archives';
import { useZodForm } from '@konsil/forms/forms';
import { useCommon, useTexts } from '@konsil/i18n';
import { Button, Dialog, ErrorSummary, Form, PasswordField, RadioCards, Text, TextField, useToast } from '@konsil/ui';
import { clinicsTexts } from './texts';

const formId = 'image-archive';

export interface ArchiveDialogProps {
  clinicId: string;
  /** The archive that is replaced. */
  archive: ConsoleArchive | null;
  onClose: () => void;
}

/** Connects an archive to a clinic. Stored credentials are not shown: a change asks for them again. */
export function ArchiveDialog({ clinicId, archive, onClose }: ArchiveDialogProps) {
  const { t } = useTexts(clinicsTexts);
  const { t: c } = useCommon();
  const toast = useToast();
  const [connect] = useConnectConsoleArchiveMutation();
  const { form, field, summary, onSubmit, busy } = useZodForm<ArchiveFields, ArchiveFields>({
    schema: archiveFieldsSchema,
    defaultValues: {
      url: archive?.url ?? '',
      sign_in: archive?.sign_in ?? 'basic',
      name: '',
      password: '',
      token: '',
    },
    act: async (body) => {
      await connect({ id: clinicId, body }).unwrap();
      toast({ text: t('imageArchive.connected'), tone: 'success' });
      onClose();
    },
    guard: false,
    scope: 'archive-',
  });
  const signIn = useWatch({ control: form.control, name: 'sign_in' });
  const words = { show: c('words.show'), hide: c('words.hide') };
  return (
    <Dialog
      open
      onClose={onClose}
      closeLabel={c('words.close')}
      title={t(archive ? 'imageArchive.change' : 'imageArchive.connect')}
      description={t('imageArchive.account')}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {c('words.cancel')}
          </Button>
          <Button type="submit" form={formId} busy={busy}>
            {t('imageArchive.submit')}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={(event) => void onSubmit(event)}>
        <ErrorSummary {...summary} />
        <TextField
          {...field('url')}
          label={t('imageArchive.url')}
          hint={t('imageArchive.urlHint')}
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
        <RadioCards
          {...form.register('sign_in')}
          legend={t('imageArchive.signIn')}
          options={archiveSignIns.map((value) => ({ value, title: t(`imageArchive.by.${value}`) }))}
        />
        {archive && signIn !== 'none' && (
          <Text as="p" size="small" tone="muted">
            {t('imageArchive.again')}
          </Text>
        )}
        {signIn === 'basic' && (
          <>
            <TextField
              {...field('name')}
              label={t('imageArchive.name')}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
            />
            {/* The browser must not fill in the operator's own password. */}
            <PasswordField
              {...field('password')}
              label={t('imageArchive.password')}
              autoComplete="new-password"
              words={words}
            />
          </>
        )}
        {signIn === 'bearer' && (
          <PasswordField
            {...field('token')}
            label={t('imageArchive.token')}
            autoComplete="new-password"
            words={words}
          />
        )}
      </Form>
    </Dialog>
  );
}
