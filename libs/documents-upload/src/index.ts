export { UploadPanel } from './panel/UploadPanel.tsx';
export type { UploadPanelProps } from './panel/UploadPanel.tsx';
export { UploadKeeper } from './queue/UploadKeeper.tsx';
