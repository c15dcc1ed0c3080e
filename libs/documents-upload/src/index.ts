export { UploadPanel } from './panel/UploadPanel.tsx';
export type { UploadPanelProps } from './panel/UploadPanel.tsx';
export { KeepUploads } from './queue/KeepUploads.tsx';
