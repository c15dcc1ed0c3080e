import { useEffect } from 'react';
import { useStore } from 'react-redux';
import type { PortalStore } from '@konsil/api/store';
import { useTexts } from '@konsil/i18n';
import { List, Stack, Text } from '@konsil/ui';
import { mostPages } from '../pages/combine-pages.ts';
import { resumeUploads } from '../queue/keep-uploads.ts';
import { futureCase } from '../queue/upload.ts';
import { useUploads } from '../queue/use-uploads.ts';
import { uploadTexts } from '../texts.ts';
import { AddFiles } from './AddFiles.tsx';
import { PhotoPages } from './PhotoPages.tsx';
import { isRemark, photoGroups } from './rows.ts';
import { UploadRow } from './UploadRow.tsx';

const none: ReadonlySet<string> = new Set();

/** Takes files for a case that does not exist yet. They stay in this browser until it does. */
export function FutureFiles() {
  const { t } = useTexts(uploadTexts);
  const { queue, uploads } = useUploads(futureCase);
  const store = useStore() as PortalStore;
  useEffect(() => resumeUploads(store), [store]);
  const known = () => none;
  const remarks = uploads.filter(isRemark);
  const files = uploads.filter((upload) => !isRemark(upload));
  return (
    <Stack gap={3}>
      <AddFiles most={mostPages} caseId={futureCase} queue={queue} known={known} />
      {uploads.length > 0 && (
        <>
          <List>
            {remarks.map((upload) => (
              <UploadRow key={upload.id} upload={upload} queue={queue} compact />
            ))}
            {photoGroups(files).map((pages, index) => (
              <PhotoPages
                key={pages[0].pageOf}
                most={mostPages}
                pages={pages}
                queue={queue}
                known={known}
                first={index === 0}
              />
            ))}
            {files
              .filter(({ pageOf }) => pageOf === null)
              .map((upload) => (
                <UploadRow key={upload.id} upload={upload} queue={queue} compact={false} />
              ))}
          </List>
          <Text as="p" tone="muted" size="small" role="status">
            {t('future', { count: files.length })}
          </Text>
        </>
      )}
    </Stack>
  );
}

/** Assigns the files of the future case to the created one, or gives them up. */
export const useFutureFiles = () => {
  const { queue, uploads } = useUploads(futureCase);
  return { count: uploads.length, fileUnder: queue.fileUnder, forget: queue.forgetFuture };
};
