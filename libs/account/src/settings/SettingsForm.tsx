import * as z from 'zod/mini';
import { settingsSchema } from '@konsil/contracts/accounts';
import type { Settings } from '@konsil/contracts/accounts';
import { forEachSwitch, switchOf, textChannels } from '@konsil/contracts/channels';
import { locales } from '@konsil/contracts/codes';
import { useSaveSettingsMutation } from '@konsil/api/account';
import { useZodForm } from '@konsil/forms/forms';
import { changeLocale, currentLocale, currentVariety, hasSimpleTexts, useCommon, useTexts } from '@konsil/i18n';
import {
  Button,
  CheckboxField,
  ChoiceChips,
  ErrorSummary,
  Form,
  FormActions,
  RadioCards,
  Section,
  Stack,
  Text,
  useToast,
} from '@konsil/ui';
import { accountTexts } from '../account/texts.ts';
import { usePortal } from '@konsil/portal-frame';
import { DeviceNotifications } from './DeviceNotifications.tsx';

const schema = z.pick(settingsSchema, {
  locale: true,
  simple_texts: true,
  notify_email: true,
  ...forEachSwitch(() => true as const),
  shortcuts: true,
});
const mails = ['each', 'daily', 'none'] as const;

/** The settings; those that were changed here are saved together. */
export function SettingsForm({
  settings: { locale, simple_texts, notify_email, shortcuts, ...others },
}: {
  settings: Settings;
}) {
  const { t } = useTexts(accountTexts);
  const { t: c } = useCommon();
  const { role } = usePortal();
  const toast = useToast();
  const [save] = useSaveSettingsMutation();
  const { form, field, summary, onSubmit, busy } = useZodForm({
    schema,
    defaultValues: {
      locale,
      ...(hasSimpleTexts() && { simple_texts: simple_texts ?? currentVariety() !== currentLocale() }),
      notify_email,
      ...forEachSwitch((channel) => others[switchOf(channel)]),
      shortcuts,
    },
    act: async (values) => {
      const before: Partial<typeof values> = form.formState.defaultValues ?? {};
      const names = Object.keys(values) as (keyof typeof values)[];
      // The others may have been changed on another device since.
      const changed = names.filter((name) => values[name] !== before[name]).map((name) => [name, values[name]]);
      const saved = await save(Object.fromEntries(changed) as Partial<typeof values>).unwrap();
      const now = { ...values, ...schema.parse(saved) };
      await changeLocale(now.simple_texts ? `${now.locale}-simple` : now.locale);
      form.reset(now);
      toast({ text: c('toasts.saved') });
    },
  });
  return (
    <Form onSubmit={(event) => void onSubmit(event)} method="post">
      <ErrorSummary {...summary} />
      <Stack gap={5}>
        <Section id="language" title={t('settings.language')}>
          <ChoiceChips
            {...field('locale')}
            legend={t('settings.language')}
            labelHidden
            options={locales.map((value) => ({ value, label: c(`codes.locale.${value}`) }))}
          />
          {hasSimpleTexts() && (
            <CheckboxField {...field('simple_texts')} label={t('settings.simple')} hint={t('settings.simpleHint')} />
          )}
        </Section>
        <Section id="notifications" title={t('settings.notify')}>
          <Stack gap={4}>
            <Text as="p" tone="muted">
              {t('settings.notifyHint')}
            </Text>
            <RadioCards
              {...field('notify_email')}
              legend={t('settings.email')}
              options={mails.map((value) => ({
                value,
                title: t(`settings.${value}`),
                description: t(`settings.${value}Hint`),
              }))}
            />
            {textChannels.map((channel) => (
              <CheckboxField key={channel} {...field(switchOf(channel))} label={t(`settings.${channel}`)} />
            ))}
            <DeviceNotifications />
          </Stack>
        </Section>
        {role === 'doctor' && (
          <Section id="keyboard" title={t('settings.keyboard')}>
            <CheckboxField {...field('shortcuts')} label={t('settings.shortcuts')} />
          </Section>
        )}
      </Stack>
      <FormActions>
        <Button type="submit" busy={busy}>
          {c('words.save')}
        </Button>
      </FormActions>
    </Form>
  );
}
