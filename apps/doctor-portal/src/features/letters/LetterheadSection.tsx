import { saveFile } from '@konsil/api/file';
import {
  getSampleLetter,
  useGetLetterheadQuery,
  useRemoveLogoMutation,
  useSaveLogoMutation,
} from '@konsil/api/letterhead';
import { newPictureReader, pictureUrl } from '@konsil/api/picture-file';
import { problemOf } from '@konsil/api/problem';
import { LoadFailed, useAction, Waiting } from '@konsil/common';
import type { Logo } from '@konsil/contracts/letters';
import { pictureFormats } from '@konsil/contracts/pictures';
import { problemText, useCommon, useLocale, useTexts } from '@konsil/i18n';
import {
  Button,
  Card,
  DownloadIcon,
  FileButton,
  PhotoIcon,
  Row,
  Section,
  Stack,
  Text,
  TextField,
  useToast,
} from '@konsil/ui';
import { useState } from 'react';
import { LogoPicture } from './letter-look';
import { letterTexts } from './texts';

/** The logo on the doctor's letters, and a sample of them. */
export function LetterheadSection({ id }: { id?: string }) {
  const { t } = useTexts(letterTexts);
  const { data, error, refetch } = useGetLetterheadQuery();
  return (
    <Section id={id} title={t('letterhead.title')}>
      <p>{t('letterhead.lead')}</p>
      {!data && !error && <Waiting label={t('letterhead.loading')} rows={2} />}
      {!data && error && (
        <LoadFailed problem={error} onRetry={refetch}>
          {t('letterhead.failed')}
        </LoadFailed>
      )}
      {data && <LogoCard logo={data.logo} />}
    </Section>
  );
}

function LogoCard({ logo }: { logo: Logo | null }) {
  const { t } = useTexts(letterTexts);
  const { t: common } = useCommon();
  const act = useAction();
  const toast = useToast();
  const [save, saving] = useSaveLogoMutation();
  const [remove, removing] = useRemoveLogoMutation();
  const [chosen, setChosen] = useState<string | null>(null);
  const [readPicture] = useState(newPictureReader);
  /** Null until it is typed: then a logo that another window saves does not replace it. */
  const [typed, setTyped] = useState<string | null>(null);
  const [fault, setFault] = useState<'tooLarge' | 'unreadable' | 'altMissing' | null>(null);
  const shown = chosen ?? logo?.picture;
  const alt = typed ?? logo?.alt ?? '';
  const choose = async ([file]: File[]) => {
    if (!file) return;
    const read = await readPicture(file);
    if (!read) return;
    setFault('fault' in read ? read.fault : null);
    if ('base64' in read) setChosen(read.base64);
  };
  const send = async () => {
    if (!alt.trim()) return setFault('altMissing');
    if (!shown) return;
    try {
      await save({ picture: shown, alt }).unwrap();
      // Not what was chosen or typed since.
      setChosen((now) => (now === chosen ? null : now));
      setTyped((now) => (now === typed ? null : now));
      setFault(null);
      toast({ text: t('letterhead.saved') });
    } catch (error) {
      const problem = problemOf(error);
      if (problem.code === 'invalid') setFault('unreadable');
      else toast({ tone: 'danger', text: problemText(common, problem) });
    }
  };
  const changed = chosen !== null || (logo !== null && alt.trim() !== logo.alt);
  return (
    <Card>
      <Stack gap={4}>
        {shown ? (
          <Stack gap={1}>
            <LogoPicture src={pictureUrl(shown)} alt={chosen ? t('letterhead.chosen') : (logo?.alt ?? '')} />
            {chosen && (
              <Text size="small" tone="muted">
                {t('letterhead.chosen')}
              </Text>
            )}
          </Stack>
        ) : (
          <p>{t('letterhead.none')}</p>
        )}
        <Row>
          <FileButton
            label={t(shown ? 'letterhead.other' : 'letterhead.choose')}
            icon={<PhotoIcon />}
            input={{ accept: pictureFormats }}
            onFiles={(files) => void choose(files)}
          />
          <Text size="small" tone="muted">
            {t('letterhead.formats')}
          </Text>
        </Row>
        <div role="alert">
          {(fault === 'tooLarge' || fault === 'unreadable') && <Text tone="danger">{t(`letterhead.${fault}`)}</Text>}
        </div>
        {shown && (
          <TextField
            id="logo-alt"
            label={t('letterhead.alt')}
            hint={t('letterhead.altHint')}
            value={alt}
            maxLength={200}
            error={fault === 'altMissing' ? t('letterhead.altMissing') : undefined}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
        <Row>
          {changed && (
            <Button busy={saving.isLoading} onClick={() => void send()}>
              {t('letterhead.save')}
            </Button>
          )}
          {logo && !chosen && (
            <Button
              variant="secondary"
              busy={removing.isLoading}
              onClick={() =>
                void act(remove().unwrap(), {
                  text: t('letterhead.removed'),
                  undo: () => save({ picture: logo.picture, alt: logo.alt }).unwrap(),
                })
              }
            >
              {t('letterhead.remove')}
            </Button>
          )}
          <SampleButton />
        </Row>
      </Stack>
    </Card>
  );
}

function SampleButton() {
  const { t } = useTexts(letterTexts);
  const { t: common } = useCommon();
  const locale = useLocale();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    try {
      saveFile(await getSampleLetter(locale), `${t('letterhead.sampleFile')}.pdf`);
    } catch (error) {
      toast({ tone: 'danger', text: problemText(common, problemOf(error)) });
    }
    setBusy(false);
  };
  return (
    <Button variant="quiet" icon={<DownloadIcon />} busy={busy} onClick={() => void open()}>
      {t('letterhead.sample')}
    </Button>
  );
}
