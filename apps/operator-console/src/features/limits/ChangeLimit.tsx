import { useChangeLimitMutation } from '@konsil/api/console-limits';
import { useAction } from '@konsil/common';
import { changedLimitSchema } from '@konsil/contracts/console-limits';
import type { ChangedLimit, ConsoleLimit } from '@konsil/contracts/console-limits';
import { quotaBounds } from '@konsil/contracts/quota-settings';
import { useZodForm } from '@konsil/forms/forms';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Button, Dialog, ErrorSummary, Form, Row, Text, TextField, useToast } from '@konsil/ui';
import { useLimitWords } from './limit-words';
import { limitsTexts } from './texts';

const formId = 'limit';
/** Whole numbers, also in groups of three digits, as the bounds are written; anything else is no number, which the schema reports. */
const numberOf = (typed: unknown): number => {
  const text = String(typed ?? '').trim();
  return /^(?:\d+|\d{1,3}(?:[.,\s]\d{3})+)$/.test(text) ? Number(text.replaceAll(/\D/g, '')) : Number.NaN;
};

/** Raises or lowers a limit within its bounds, or sets it back to the setting. */
export function ChangeLimit({ limit, onClose }: { limit: ConsoleLimit; onClose: () => void }) {
  const { t } = useTexts(limitsTexts);
  const { t: c } = useCommon();
  const format = useFormat();
  const run = useAction();
  const toast = useToast();
  const { nameOf, sizeOf } = useLimitWords();
  const [change, { isLoading }] = useChangeLimitMutation();
  const { setting } = limit;
  const [least, most] = quotaBounds[setting];
  const { form, idOf, errorOf, onSubmit, summary, busy } = useZodForm<ChangedLimit, ChangedLimit>({
    schema: changedLimitSchema,
    defaultValues: { setting, size: limit.size },
    act: async (values) => {
      await change(values).unwrap();
      toast({ text: t('saved'), tone: 'success' });
      onClose();
    },
    guard: false,
    scope: 'limit-',
    alone: 'size',
  });
  const reset = async () => {
    if (await run(change({ setting, size: null }).unwrap(), { text: t('resetDone') })) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      closeLabel={c('words.close')}
      title={t('changeOf', { name: nameOf(setting) })}
      description={t('configured', { size: sizeOf(limit, limit.configured) })}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {c('words.cancel')}
          </Button>
          <Button type="submit" form={formId} busy={busy}>
            {t('save')}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isLoading) void onSubmit();
        }}
      >
        <ErrorSummary {...summary} />
        <TextField
          {...form.register('size', { setValueAs: numberOf })}
          id={idOf('size')}
          error={errorOf('size')}
          label={t('newSize')}
          hint={t('bounds', { least: format.number(least), most: format.number(most) })}
          inputMode="numeric"
          autoComplete="off"
          width="short"
        />
        <Text as="p" size="small" tone="muted">
          {t(limit.per_minutes === null ? 'effect' : 'effectRate')}
        </Text>
        {limit.source === 'console' && (
          <Row>
            <Button variant="secondary" busy={isLoading} onClick={() => void reset()}>
              {t('reset')}
            </Button>
          </Row>
        )}
      </Form>
    </Dialog>
  );
}
