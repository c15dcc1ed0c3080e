import type { Document } from '@konsil/contracts/documents';
import { createContext } from 'react';
import type { ComponentType } from 'react';

/** The first page of a PDF as a picture; nothing for other documents. */
export type PdfPictureOf = ComponentType<{ document: Document }>;
export const noPdfPicture: PdfPictureOf = () => null;
/** Given by the portal, whose document library has the program that reads PDFs. */
export const PdfPicture = createContext<PdfPictureOf>(noPdfPicture);
