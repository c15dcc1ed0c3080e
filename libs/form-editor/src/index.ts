export { FormEditor } from './FormEditor.tsx';
export type { FormDraft, FormEditorProps } from './FormEditor.tsx';
export { FormOutline } from './FormOutline.tsx';
