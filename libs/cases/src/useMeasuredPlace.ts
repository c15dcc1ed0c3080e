// @bundle route
import { useOpenViewerMutation } from '@konsil/api/documents';
import { useViewerPlace } from '@konsil/api/viewer-place';
import { openImages, usePlaceBeforeImages, type ImagesPress } from '@konsil/common';
import type { MarkedMeasurement } from '@konsil/contracts/measurements';
import { useTexts } from '@konsil/i18n';
import { useToast } from '@konsil/ui';
import { caseTexts } from './texts.ts';

/** Opens the viewer at a measurement of an answer. */
export const useMeasuredPlace = () => {
  const { t } = useTexts(caseTexts);
  const toast = useToast();
  const placeOf = useViewerPlace();
  const [openViewer, { isLoading, originalArgs }] = useOpenViewerMutation();
  usePlaceBeforeImages();
  return {
    show: async ({ id, study, image }: MarkedMeasurement, press: ImagesPress) => {
      const opened = await openImages(
        async () =>
          (await openViewer({ documentId: image.document_id, study }).unwrap()).url + placeOf({ measurement: id }),
        press,
      );
      if (!opened) toast({ tone: 'danger', text: t('measured.failed') });
    },
    isOpening: ({ image }: MarkedMeasurement) => isLoading && originalArgs?.documentId === image.document_id,
  };
};
