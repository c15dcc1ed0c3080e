// @bundle route
import { useState } from 'react';
import { useCommon, useTexts } from '@konsil/i18n';
import { Button, CheckIcon, Dialog, PhotoButton, Row, useToast } from '@konsil/ui';
import type { Upload } from '../queue/upload.ts';
import type { UploadQueue } from '../queue/upload-queue.ts';
import { useScanPhoto } from '../panel/use-scan-photo.ts';
import { useRotatePhoto } from '../panel/use-turn.ts';
import { uploadTexts } from '../texts.ts';
import { ScanEditor } from './ScanEditor.tsx';

interface ScanDialogProps {
  pages: readonly Upload[];
  queue: UploadQueue;
  /** The id of the page that is shown. */
  opened: string | undefined;
  onOpen: (id: string | undefined) => void;
}

/** A large view of one page to check, crop or retake, followed by the next page with detected edges. */
export function ScanDialog({ pages, queue, opened, onOpen }: ScanDialogProps) {
  const { t } = useTexts(uploadTexts);
  const { t: common } = useCommon();
  const toast = useToast();
  const scan = useScanPhoto(queue);
  const turn = useRotatePhoto(queue);
  const [takes, setTakes] = useState(0);
  const at = pages.findIndex(({ id }) => id === opened);
  const page = pages[at];
  const photo = page?.original ?? page?.file;
  const name = t('pages.page', { page: at + 1 });
  const next = [...pages.slice(at + 1), ...pages.slice(0, Math.max(0, at))].find((one) => one.edges && !one.scan);
  const busy = page?.state.is !== 'review';
  return (
    <Dialog
      open={page !== undefined}
      onClose={() => onOpen(undefined)}
      title={name}
      closeLabel={common('words.close')}
      size="large"
    >
      {page && photo && (
        <ScanEditor
          key={`${page.id} ${takes}`}
          photo={photo}
          name={name}
          edges={page.edges}
          scan={page.scan}
          busy={busy}
          onTurn={() => turn(page.id)}
        >
          {(draft, seen) => (
            <Row gap={2}>
              <Button
                size="small"
                icon={<CheckIcon />}
                busy={busy || !seen}
                onClick={() =>
                  void (async () => {
                    if (await scan(page, draft)) onOpen(next?.id);
                  })()
                }
              >
                {t(next ? 'scan.takeNext' : 'scan.take')}
              </Button>
              <PhotoButton
                size="small"
                label={t('scan.retake')}
                onPhoto={(taken) =>
                  void queue.retake(page.id, taken).then(
                    // Corners that were moved belong to the photo before.
                    () => setTakes(takes + 1),
                    () => toast({ tone: 'danger', text: t('scan.retakeFailed') }),
                  )
                }
              />
            </Row>
          )}
        </ScanEditor>
      )}
    </Dialog>
  );
}
