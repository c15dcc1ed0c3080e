import type { Document } from '@konsil/contracts/documents';
import { createContext } from 'react';
import type { ComponentType } from 'react';

/** The first page of a PDF as a picture; nothing for other documents. */
export type PdfPictureOf = ComponentType<{ document: Document }>;
export const noPdfPicture: PdfPictureOf = () => null;
/** Provided by the portal, because its document library contains the PDF renderer. */
export const PdfPicture = createContext<PdfPictureOf>(noPdfPicture);
