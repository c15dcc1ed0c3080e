export { DocumentDetails } from './details/DocumentDetails';
export { DocumentList } from './list/DocumentList';
export type { DocumentListProps } from './list/DocumentList';
export { ArchiveButton } from './list/ArchiveButton';
export { DocumentViewer } from './viewer/DocumentViewer';
export { useDocumentLink } from './document-link';
export { useKindWords } from './kind-words';
export { useStudyParts } from './study-parts';
export { documentTexts } from './texts';
