/// <reference types="vite/client" />

// The worker of @cornerstonejs/dicom-image-loader, which its package does not export (see vite.config.mts).
declare module 'dicom-decoder?worker' {
  const DecodeWorker: new () => Worker;
  export default DecodeWorker;
}
