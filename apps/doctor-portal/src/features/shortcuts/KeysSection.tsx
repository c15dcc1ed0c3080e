import { useGetSettingsQuery, useSaveSettingsMutation } from '@konsil/api/account';
import type { Settings } from '@konsil/contracts/accounts';
import { usualKeys, usualViewerKeys, type ViewerKey } from '@konsil/contracts/shortcut-keys';
import { chosenKeysSchema } from '@konsil/contracts/shortcuts';
import { useZodForm } from '@konsil/forms/forms';
import { useCommon, useTexts } from '@konsil/i18n';
import {
  Button,
  CheckboxField,
  ErrorSummary,
  Fieldset,
  Form,
  FormActions,
  Section,
  Stack,
  Text,
  TextField,
  token,
  useToast,
} from '@konsil/ui';
import styled from 'styled-components';
import * as z from 'zod/mini';
import { triageActs } from './triage';
import { pageShortcuts } from './shortcuts';
import { viewerKeyTexts } from '../viewer-keys/texts';
import { shortcutTexts } from './texts';

const schema = z.object({ keys: chosenKeysSchema, goes_on: z.boolean() });

const Fields = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(var(--width-code), 1fr));
  gap: ${token.space[4]};
  align-items: end;

  input {
    text-transform: uppercase;
  }
`;

const viewerActs = Object.keys(usualViewerKeys) as ViewerKey[];

/** Input props for keys: one character, without autocorrection. */
const oneSign = {
  width: 'short',
  maxLength: 1,
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
} as const;

/** The section of the settings with the doctor's keys. They belong to the account, so that each device has the same. */
export function KeysSection({ id }: { id?: string }) {
  const { t } = useTexts(shortcutTexts);
  const { data: settings } = useGetSettingsQuery();
  return (
    <Section {...(id && { id })} title={t('title')}>
      {settings && <KeysForm settings={settings} />}
    </Section>
  );
}

function KeysForm({ settings: { keys, goes_on, shortcuts } }: { settings: Settings }) {
  const { t } = useTexts(shortcutTexts);
  const { t: viewer } = useTexts(viewerKeyTexts);
  const { t: common } = useCommon();
  const toast = useToast();
  const [save] = useSaveSettingsMutation();
  const { form, field, summary, onSubmit, busy } = useZodForm({
    schema,
    defaultValues: { keys, goes_on },
    act: async (values) => {
      await save(values).unwrap();
      form.reset(values);
      toast({ text: common('toasts.saved') });
    },
    scope: 'keys-',
  });
  const useUsual = () => {
    form.setValue('keys', usualKeys, { shouldDirty: true });
    form.clearErrors();
  };
  return (
    <Form onSubmit={(event) => void onSubmit(event)} method="post">
      <ErrorSummary {...summary} />
      <Stack gap={5}>
        <Text as="p" tone="muted">
          {t(shortcuts ? 'change.text' : 'change.off')}
        </Text>
        <Fieldset legend={t('list.title')} hint={t('change.listHint')}>
          <Fields>
            {triageActs.map((name) => (
              <TextField key={name} {...field(`keys.list.${name}`)} {...oneSign} label={t(`list.${name}`)} />
            ))}
          </Fields>
        </Fieldset>
        <Fieldset legend={t('pool.title')} hint={t('change.listHint')}>
          <Fields>
            <TextField {...field('keys.pool.take')} {...oneSign} label={t('pool.take')} />
          </Fields>
        </Fieldset>
        <Fieldset legend={t('everywhere')} hint={t('change.pageHint')}>
          <Fields>
            {pageShortcuts.map((name) => (
              <TextField key={name} {...field(`keys.page.${name}`)} {...oneSign} label={t(`names.${name}`)} />
            ))}
          </Fields>
        </Fieldset>
        <Fieldset legend={viewer('title')} hint={viewer('hint')}>
          <Fields>
            {viewerActs.map((name) => (
              <TextField key={name} {...field(`keys.viewer.${name}`)} {...oneSign} label={viewer(`names.${name}`)} />
            ))}
          </Fields>
        </Fieldset>
        <CheckboxField {...field('goes_on')} label={t('change.goesOn')} hint={t('change.goesOnHint')} />
      </Stack>
      <FormActions>
        <Button type="submit" busy={busy}>
          {t('change.save')}
        </Button>
        <Button variant="secondary" onClick={useUsual}>
          {t('change.reset')}
        </Button>
      </FormActions>
    </Form>
  );
}
