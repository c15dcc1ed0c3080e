// @bundle route
import type { DicomSummary, Document } from '@konsil/contracts/documents';
import type { Files } from '@konsil/contracts/examinations';
import { useTexts } from '@konsil/i18n';
import { useKindWords } from './kind-words';
import { documentTexts } from './texts';

/** Titles and image counts of examinations and imaging files. */
export function useExaminationWords() {
  const { t } = useTexts(documentTexts);
  const { kindOf, nameOf, fullNameOf } = useKindWords();
  const countFiles = (count: number) => t('examination.files', { count });
  const countImages = (dicom: readonly DicomSummary[]) =>
    t('details.images', { count: dicom.reduce((sum, { images }) => sum + images, 0) });
  /** The title given by the device, such as "CT Schädel nativ". */
  const called = ({ modality, description }: DicomSummary) =>
    description.toUpperCase().split(/\W/).includes(modality)
      ? description
      : [modality, description].filter(Boolean).join(' ');
  /** The title from the images, while the details are missing. */
  const calledByDevice = ({ medical_kind_code: kind, dicom }: Document) =>
    !kind && dicom && !dicom.other_studies ? called(dicom) : undefined;
  return {
    calledByDevice,
    /** Its kind, or its title from the device. */
    titleOf: (document: Document): string => calledByDevice(document) ?? kindOf(document),
    /** With the date. */
    datedTitleOf: (document: Document): string => calledByDevice(document) ?? nameOf(document),
    /** The name for its title and picture: kind and date, or without details the file name. */
    namedByWhatItIs: (document: Document): string =>
      calledByDevice(document) ?? (document.medical_kind_code ? nameOf(document) : document.file_name),
    /** "3 Serien, 120 Bilder", or "120 Bilder in 3 Dateien" where series may continue across files. */
    amountOf: (files: Files): string => {
      const dicom = files.flatMap((file) => file.dicom ?? []);
      const [first] = dicom;
      if (!first) return '';
      if (files.length > 1)
        return t('examination.inFiles', { images: countImages(dicom), files: countFiles(files.length) });
      return [t('details.series', { count: first.series }), countImages(dicom)].join(', ');
    },
    /** Distinguishes the entry from others of its kind and date. */
    entryName: (files: Files): string =>
      files.length > 1
        ? `${calledByDevice(files[0]) ?? nameOf(files[0])}, ${countFiles(files.length)}`
        : fullNameOf(files[0]),
  };
}
