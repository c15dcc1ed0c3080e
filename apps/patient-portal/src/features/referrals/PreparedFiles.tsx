// @bundle route
import { useCallback, useEffect, useState } from 'react';
import { problemOf } from '@konsil/api/problem';
import { useLazyGetReferralFileQuery } from '@konsil/api/referrals';
import { LoadFailed, Waiting } from '@konsil/common';
import type { Referral } from '@konsil/contracts/referrals';
import { PdfOfBytes } from '@konsil/documents';
import { problemText, useCommon, useFormat, useTexts } from '@konsil/i18n';
import {
  Button,
  DownloadIcon,
  HideIcon,
  List,
  ListRow,
  Row,
  Section,
  SeenIcon,
  Stack,
  Text,
  useToast,
} from '@konsil/ui';
import { SharedPicture } from '../share/share-parts.ts';
import { downloadFrom } from '../shared/download.ts';
import { referralTexts } from './texts.ts';

type PreparedFile = Referral['files'][number];

const isPdf = ({ type }: PreparedFile): boolean => type === 'application/pdf';
const isPicture = ({ type }: PreparedFile): boolean => type === 'image/jpeg' || type === 'image/png';

/** The files of a prepared case, to look at and to download before anything is decided. */
export function PreparedFiles({ referral: { id, files } }: { referral: Referral }) {
  const { t } = useTexts(referralTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const toast = useToast();
  const [ask] = useLazyGetReferralFileQuery();
  const [busy, setBusy] = useState<number | null>(null);
  const [shown, setShown] = useState<number | null>(null);
  const download = async (place: number) => {
    setBusy(place);
    try {
      downloadFrom((await ask({ id, place: String(place) }).unwrap()).Filelocation);
    } catch (failure) {
      toast({ tone: 'danger', text: problemText(common, problemOf(failure)) });
    } finally {
      setBusy(null);
    }
  };
  if (files.length === 0) return <Text as="p">{t('noFiles')}</Text>;
  const file = shown === null ? undefined : files[shown];
  return (
    <Section title={t('files')} headingLevel={3}>
      <Stack>
        <List>
          {files.map((one, place) => (
            <ListRow
              key={place}
              title={one.name}
              detail={
                isPdf(one) || isPicture(one) ? format.size(one.size) : t('later', { size: format.size(one.size) })
              }
            >
              <Row>
                {(isPdf(one) || isPicture(one)) && (
                  <Button
                    variant="quiet"
                    size="small"
                    icon={shown === place ? <HideIcon /> : <SeenIcon />}
                    aria-expanded={shown === place}
                    aria-label={t(shown === place ? 'hideNamed' : 'viewNamed', { name: one.name })}
                    onClick={() => setShown(shown === place ? null : place)}
                  >
                    {t(shown === place ? 'hide' : 'view')}
                  </Button>
                )}
                <Button
                  variant="quiet"
                  size="small"
                  icon={<DownloadIcon />}
                  busy={busy === place}
                  aria-label={t('downloadNamed', { name: one.name })}
                  onClick={() => void download(place)}
                >
                  {t('download')}
                </Button>
              </Row>
            </ListRow>
          ))}
        </List>
        {file && <Preview key={shown} referral={id} place={String(shown)} file={file} />}
      </Stack>
    </Section>
  );
}

/** An unmodified file, fetched by the same short-lived URL as a download. */
function Preview({ referral, place, file }: { referral: string; place: string; file: PreparedFile }) {
  const { t } = useTexts(referralTexts);
  const [ask] = useLazyGetReferralFileQuery();
  const [bytes, setBytes] = useState<ArrayBuffer>();
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    const load = async () => {
      const { Filelocation } = await ask({ id: referral, place }).unwrap();
      const response = await fetch(Filelocation, { signal: leaving.signal });
      if (!response.ok) throw new Error(String(response.status));
      const whole = await response.arrayBuffer();
      if (!leaving.signal.aborted) setBytes(whole);
    };
    load().catch(() => leaving.signal.aborted || setFailed(true));
    return () => leaving.abort();
  }, [ask, referral, place, attempt]);
  const retry = () => {
    setFailed(false);
    setAttempt(attempt + 1);
  };
  if (failed) return <LoadFailed onRetry={retry}>{t('viewFailed', { name: file.name })}</LoadFailed>;
  if (!bytes) return <Waiting label={t('viewLoading', { name: file.name })} />;
  return isPdf(file) ? <PdfOfBytes bytes={bytes} /> : <Picture bytes={bytes} file={file} />;
}

function Picture({ bytes, file: { name, type } }: { bytes: ArrayBuffer; file: PreparedFile }) {
  const { t } = useTexts(referralTexts);
  // The address of the picture lives as long as its element.
  const show = useCallback(
    (element: HTMLImageElement) => {
      const address = URL.createObjectURL(new Blob([bytes], { type }));
      element.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [bytes, type],
  );
  return <SharedPicture ref={show} alt={t('picture', { name })} />;
}
