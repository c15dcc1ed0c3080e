import { resolve } from 'node:path';
import { mergeConfig } from 'vite';
import { portalConfig } from '../../tools/vite/portal.mts';
import { notLoaded } from './build/not-loaded.mjs';

const portal = portalConfig({
  name: 'imaging-viewer',
  ground: '#111418',
  onePage: /\/workbench\/Workbench\.tsx$/,
});

const modules = resolve(import.meta.dirname, '../../node_modules');

export default mergeConfig(portal, {
  plugins: [notLoaded()],
  resolve: {
    alias: [
      // vtk.js imports an XML writer and Node's events, which fail in a browser (docs/decisions/hosting.md).
      { find: 'xmlbuilder2', replacement: resolve(import.meta.dirname, '../../tools/vite/nothing.mjs') },
      { find: /^events$/, replacement: 'events/' },
      // A quarter of the page's code, for parsing files, which the server does (docs/decisions/imaging-viewer.md).
      { find: 'dcmjs', replacement: resolve(import.meta.dirname, 'build/without-dcmjs.mjs') },
      // The CPU renderer's transform, which the package does not export.
      {
        find: 'cornerstone-pixel-coordinates',
        replacement: resolve(
          modules,
          '@cornerstonejs/core/dist/esm/RenderingEngine/helpers/cpuFallback/rendering/setToPixelCoordinateSystem.js',
        ),
      },
      // The loader's decoding worker, which the package does not export.
      {
        find: /^dicom-decoder/,
        replacement: resolve(modules, '@cornerstonejs/dicom-image-loader/dist/esm/decodeImageFrameWorker.js'),
      },
    ],
  },
  worker: { format: 'es' },
  optimizeDeps: { exclude: ['@cornerstonejs/dicom-image-loader'] },
});
