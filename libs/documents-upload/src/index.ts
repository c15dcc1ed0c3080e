export { UploadPanel } from './panel/UploadPanel.tsx';
export type { UploadPanelProps } from './panel/UploadPanel.tsx';
export { FutureFiles, useFutureFiles } from './panel/FutureFiles.tsx';
export { KeepUploads } from './queue/KeepUploads.tsx';
