export { FormEditor } from './FormEditor.tsx';
export type { FormDraft } from './FormEditor.tsx';
export { FormOutline } from './FormOutline.tsx';
