// @bundle route
import { useListReportImagesQuery, useOpenViewerMutation } from '@konsil/api/documents';
import { useViewerPlace } from '@konsil/api/viewer-place';
import { imagesPress, LoadFailed, openImages, usePlaceBeforeImages, type ImagesPress } from '@konsil/common';
import type { Document, ReportedImage } from '@konsil/contracts/documents';
import { useTexts } from '@konsil/i18n';
import { Button, Text, useToast } from '@konsil/ui';
import { documentTexts } from '../texts';
import { ImageLinks } from './report-parts';

/** The images of a report: found once for all of its lines, and opened in the viewer at the very picture. */
export function useReportImages({ id, case_id: caseId, report }: Document) {
  const { t } = useTexts(documentTexts);
  const toast = useToast();
  const placeOf = useViewerPlace();
  const refers = report?.lines.some(({ images }) => images) ?? false;
  const { data, isError, refetch } = useListReportImagesQuery({ id, caseId }, { skip: !refers });
  const [openViewer, { isLoading }] = useOpenViewerMutation();
  usePlaceBeforeImages();
  return {
    found: data,
    isOpening: isLoading,
    failed: isError && <LoadFailed onRetry={() => void refetch()}>{t('report.imagesFailed')}</LoadFailed>,
    open: async (image: ReportedImage, press: ImagesPress) => {
      const there = data?.find(({ instance }) => instance === image.instance);
      if (!there) return;
      const { document_id: documentId, study_uid: study } = there;
      const opened = await openImages(
        async () => (await openViewer({ documentId, study }).unwrap()).url + placeOf({ image }),
        press,
      );
      if (!opened) toast({ tone: 'danger', text: t('viewer.failed') });
    },
  };
}
export type ReportImages = ReturnType<typeof useReportImages>;

/** The images of one line. An image that the case does not have is named as such. */
export function ImagesOfLine({ images, all, of }: { images: ReportedImage[]; all: ReportImages; of: string }) {
  const { t } = useTexts(documentTexts);
  if (!all.found) return null;
  const there = images.flatMap((image) => {
    const found = all.found?.find(({ instance }) => instance === image.instance);
    return found && image.frame <= found.frames ? [{ image, found }] : [];
  });
  const missing = images.length - there.length;
  return (
    <ImageLinks>
      {there.map(({ image, found: { series_number: series, instance_number: number, frames } }) => {
        const name = [
          t('report.image', { number: number ?? '' }).trim(),
          series !== null && t('report.series', { series }),
          frames > 1 && t('report.frame', { frame: image.frame }),
        ]
          .filter(Boolean)
          .join(', ');
        return (
          <Button
            key={`${image.instance} ${image.frame}`}
            variant="quiet"
            size="small"
            busy={all.isOpening}
            aria-label={of ? t('report.showOf', { name, of }) : undefined}
            {...imagesPress((press) => all.open(image, press))}
          >
            {name}
          </Button>
        );
      })}
      {missing > 0 && (
        <Text tone="muted" size="small">
          {t('report.missing', { count: missing })}
        </Text>
      )}
    </ImageLinks>
  );
}
