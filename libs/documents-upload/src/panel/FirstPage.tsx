import { createElement, useContext } from 'react';
import type { Document } from '@konsil/contracts/documents';
import { PdfPicture } from './pdf-picture.ts';

/** The first page of a PDF, as the portal draws it. */
export function FirstPage({ document }: { document: Document }) {
  return createElement(useContext(PdfPicture), { document });
}
