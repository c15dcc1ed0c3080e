/// <reference types="vite/client" />

// The worker of @cornerstonejs/dicom-image-loader, which its package does not export (see vite.config.mts).
declare module 'dicom-decoder?worker' {
  const DecodeWorker: new () => Worker;
  export default DecodeWorker;
}

// How the library places a picture that the processor draws; its package does not export it either.
declare module 'cornerstone-pixel-coordinates' {
  export default function setToPixelCoordinateSystem(pane: object, context: CanvasRenderingContext2D): void;
}
