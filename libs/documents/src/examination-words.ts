import type { DicomSummary, Document } from '@konsil/contracts/documents';
import type { Files } from '@konsil/contracts/examinations';
import { useTexts } from '@konsil/i18n';
import { useKindWords } from './kind-words';
import { documentTexts } from './texts';

/** What the files of an examination, or one file of images, are called and how much there is of them. */
export function useExaminationWords() {
  const { t } = useTexts(documentTexts);
  const { kindOf, nameOf, fullNameOf } = useKindWords();
  const countFiles = (count: number) => t('examination.files', { count });
  const countImages = (dicom: readonly DicomSummary[]) =>
    t('details.images', { count: dicom.reduce((sum, { images }) => sum + images, 0) });
  /** What the device called it, such as "CT Schädel nativ". */
  const called = ({ modality, description }: DicomSummary) =>
    description.toUpperCase().split(/\W/).includes(modality)
      ? description
      : [modality, description].filter(Boolean).join(' ');
  /** What the images of one examination say of themselves, as long as nobody has said what they are. */
  const calledByDevice = ({ medical_kind_code: kind, dicom }: Document) =>
    !kind && dicom && !dicom.other_studies ? called(dicom) : undefined;
  return {
    calledByDevice,
    /** Its kind, or what its device called it. */
    titleOf: (document: Document): string => calledByDevice(document) ?? kindOf(document),
    /** With the day. */
    datedTitleOf: (document: Document): string => calledByDevice(document) ?? nameOf(document),
    /** "3 Serien, 120 Bilder", or "120 Bilder in 3 Dateien": which series go on from file to file is not known. */
    amountOf: (files: Files): string => {
      const dicom = files.flatMap((file) => file.dicom ?? []);
      const [first] = dicom;
      if (!first) return '';
      if (files.length > 1)
        return t('examination.inFiles', { images: countImages(dicom), files: countFiles(files.length) });
      return [t('details.series', { count: first.series }), countImages(dicom)].join(', ');
    },
    /** Tells the entry from others of its kind and day. */
    entryName: (files: Files): string =>
      files.length > 1
        ? `${calledByDevice(files[0]) ?? nameOf(files[0])}, ${countFiles(files.length)}`
        : fullNameOf(files[0]),
  };
}
