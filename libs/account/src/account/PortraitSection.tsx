import { useGetOwnPortraitQuery, useRemovePortraitMutation, useSavePortraitMutation } from '@konsil/api/portrait';
import { newPictureReader } from '@konsil/api/picture-file';
import type { PictureFault } from '@konsil/api/picture-file';
import { problemOf } from '@konsil/api/problem';
import { LoadFailed, Waiting } from '@konsil/common';
import { pictureFormats } from '@konsil/contracts/pictures';
import { problemText, useCommon, useTexts } from '@konsil/i18n';
import {
  Avatar,
  Button,
  Card,
  ConfirmDialog,
  FileButton,
  PhotoIcon,
  Row,
  Section,
  Stack,
  Text,
  useToast,
} from '@konsil/ui';
import { useRef, useState } from 'react';
import { accountTexts } from './texts.ts';

export interface PortraitSectionProps {
  /** The doctor's name as patients read it. */
  name: string;
}

/** The portrait in the directory: chosen, changed and removed at once. */
export function PortraitSection({ name }: PortraitSectionProps) {
  const { t } = useTexts(accountTexts);
  const { data, error, refetch } = useGetOwnPortraitQuery();
  return (
    <Section title={t('account.portrait.title')}>
      <Card>
        <Stack gap={4}>
          <p>{t('account.portrait.lead')}</p>
          {!data && !error && <Waiting label={t('account.portrait.loading')} rows={1} />}
          {!data && error && (
            <LoadFailed problem={error} onRetry={refetch}>
              {t('account.portrait.failed')}
            </LoadFailed>
          )}
          {data && <Portrait name={name} url={data.portrait_url} />}
        </Stack>
      </Card>
    </Section>
  );
}

function Portrait({ name, url }: { name: string; url: string | null }) {
  const { t } = useTexts(accountTexts);
  const { t: common } = useCommon();
  const toast = useToast();
  const [save, saving] = useSavePortraitMutation();
  const [remove, removing] = useRemovePortraitMutation();
  const [fault, setFault] = useState<PictureFault | null>(null);
  const [asks, setAsks] = useState(false);
  const [readPicture] = useState(newPictureReader);
  const [reading, setReading] = useState(false);
  /** Resolves once all previously chosen pictures are saved. */
  const saved = useRef<Promise<unknown>>(Promise.resolve());
  const fail = (error: unknown) => toast({ tone: 'danger', text: problemText(common, problemOf(error)) });
  const choose = async ([file]: File[]) => {
    if (!file) return;
    setReading(true);
    const read = await readPicture(file);
    if (!read) return;
    setReading(false);
    if ('fault' in read) return setFault(read.fault);
    setFault(null);
    const mine = saved.current.then(() => save({ picture: read.base64 }).unwrap());
    saved.current = mine.catch(() => undefined);
    try {
      await mine;
      toast({ text: t('account.portrait.saved') });
    } catch (error) {
      if (problemOf(error).code === 'invalid') setFault('unreadable');
      else fail(error);
    }
  };
  const confirm = async () => {
    try {
      await remove().unwrap();
      toast({ text: t('account.portrait.removed') });
    } catch (error) {
      fail(error);
    }
    setAsks(false);
  };
  return (
    <>
      <Row gap={4}>
        <Avatar name={name} voice="doctor" size="large" picture={url} />
        <Text tone="muted">{t(url ? 'account.portrait.shown' : 'account.portrait.none')}</Text>
      </Row>
      <Row>
        <FileButton
          label={t(url ? 'account.portrait.other' : 'account.portrait.choose')}
          icon={<PhotoIcon />}
          input={{ accept: pictureFormats }}
          onFiles={(files) => void choose(files)}
        />
        {url && (
          <Button variant="secondary" onClick={() => setAsks(true)}>
            {t('account.portrait.remove')}
          </Button>
        )}
      </Row>
      <Text as="p" size="small" tone="muted" role="status">
        {t(reading || saving.isLoading ? 'account.portrait.saving' : 'account.portrait.formats')}
      </Text>
      <div role="alert">{fault && <Text tone="danger">{t(`account.portrait.${fault}`)}</Text>}</div>
      <ConfirmDialog
        open={asks}
        onCancel={() => setAsks(false)}
        onConfirm={() => void confirm()}
        title={t('account.portrait.removeTitle')}
        confirmLabel={t('account.portrait.remove')}
        cancelLabel={common('words.cancel')}
        busy={removing.isLoading}
      >
        {t('account.portrait.removeText')}
      </ConfirmDialog>
    </>
  );
}
