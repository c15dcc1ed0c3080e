export { UploadPanel } from './panel/UploadPanel.tsx';
export type { UploadPanelProps } from './panel/UploadPanel.tsx';
export { keepUploads } from './queue/keep-uploads.ts';
