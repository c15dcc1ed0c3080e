import { documentDate } from '@konsil/contracts/document-date';
import { isDicomType, isPhoto } from '@konsil/server-dicom/file-type';
import type { DrawnPage } from '@konsil/server-documents/reading/reading';
import type { DocumentRow } from '@konsil/server-domain/access/loaders';
import type { ExportedCase } from './exported-data.ts';
import type { DossierWords } from './dossier-words.ts';
import type { Writing } from './dossier-writing.ts';

type DossierDocument = ExportedCase['documents'][number];
/** A page of a document; null if the file cannot be opened, or there is nothing to draw. */
export type DrawPage = (row: DocumentRow, page: number) => Promise<DrawnPage | null>;

/** More pages of one file are named, not drawn: such files are books and data, not reports. */
export const mostPagesDrawn = 200;
const mostTextRead = 4000;

/** The API has the English label, with the free text after its colon. */
const kindIn = (
  words: DossierWords,
  { medical_kind_code: code, document_medical_kind: label }: DossierDocument,
): string => {
  const own = label?.includes(':') ? label.slice(label.indexOf(':')) : '';
  return code ? words.kinds[code] + own : '';
};

/** A document's kind, day and source; empty until it is described. */
export const documentTitle = ({ words, day }: Writing, document: DossierDocument): string =>
  [kindIn(words, document), documentDate(document, { day, unknown: words.dateUnknown }), document.source_name]
    .filter(Boolean)
    .join(', ');

/** Size and checksum of the file that the patient gets: of another person's photo, the copy without location. */
export const sumToGive = (row: DocumentRow, accountId: string): { size: number; sha256: string } =>
  row.uploadedBy !== accountId && isPhoto(row.contentType) && row.viewSha256 !== null
    ? { size: row.viewSize ?? 0, sha256: row.viewSha256 }
    : row;

/** The estimated number of pages to draw. */
export const pagesToDraw = ({ archived_at: archived, state, pages = 1 }: DossierDocument): number =>
  archived || state !== 'ready' ? 0 : Math.min(pages, mostPagesDrawn);

interface Drawing {
  writing: Writing;
  title: string;
  draw: (page: number) => Promise<DrawnPage | null>;
}

/** @returns the number of pages; 0 if the file cannot be drawn */
const writePage = async ({ writing: { pages, words }, title, draw }: Drawing, page: number): Promise<number> => {
  const drawn = await draw(page);
  if (!drawn) return 0;
  if (page > 1) pages.newPage();
  const ofPages = drawn.pages > 1 ? words.picturePage(page, drawn.pages) : '';
  if (drawn.picture)
    pages.picture({
      ...drawn.picture,
      alt: [title, ofPages, drawn.text.slice(0, mostTextRead)].filter(Boolean).join('. '),
      ...(page > 1 && { caption: `${title}: ${ofPages}` }),
    });
  else pages.paragraph(words.pageNotDrawn(page));
  await pages.relieved();
  return drawn.pages;
};

const writePdf = async (drawing: Drawing): Promise<void> => {
  const { pages, words } = drawing.writing;
  const count = await writePage(drawing, 1);
  if (count === 0) pages.paragraph(words.notDrawn);
  const last = Math.min(count, mostPagesDrawn);
  for (let page = 2; page <= last; page += 1)
    if ((await writePage(drawing, page)) === 0) pages.paragraph(words.pageNotDrawn(page));
  if (count > last) pages.paragraph(words.pagesLeftOut(last + 1, count));
};

const writeImages = async (drawing: Drawing, { dicom, report }: DossierDocument): Promise<void> => {
  const { pages, words, day } = drawing.writing;
  for (const study of dicom ? [dicom, ...(dicom.other_studies ?? [])] : [])
    pages.fact(
      [study.modality, study.description].filter(Boolean).join(', '),
      [study.study_date && day(study.study_date), words.imagesOf(study.images)].filter(Boolean).join(', '),
    );
  if (dicom?.mismatch) pages.paragraph(words.otherPerson);
  if (report) {
    pages.lead(report.title);
    for (const { name, text } of report.lines) if (name || text) pages.fact(name || report.title, text || name);
    return;
  }
  const drawn = await drawing.draw(1);
  pages.paragraph(drawn?.picture ? words.previewOnly : words.noPreview);
  if (drawn?.picture) pages.picture({ ...drawn.picture, alt: `${drawing.title}. ${words.previewOnly}` });
};

/** Writes a document under its heading: its facts, then its pages; names what is not shown. */
export const writeDocument = async (
  writing: Writing,
  document: DossierDocument,
  row: DocumentRow,
  { draw, advance, by }: { draw: DrawPage; advance: () => void; by: string },
): Promise<void> => {
  const { pages, words, day } = writing;
  pages.note([document.file_name, words.uploadedBy(by, day(document.uploaded_at))].join(', '));
  if (document.archived_at) return pages.paragraph(words.archived);
  if (document.state !== 'ready') return pages.paragraph(words.checking);
  const drawing: Drawing = {
    writing,
    title: documentTitle(writing, document) || document.file_name,
    draw: async (page) => {
      const drawn = await draw(row, page);
      advance();
      return drawn;
    },
  };
  await (isDicomType(row.contentType) ? writeImages(drawing, document) : writePdf(drawing));
};
