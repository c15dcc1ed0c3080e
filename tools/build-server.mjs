// Builds the server into dist/apps/server.
import { build } from 'esbuild';
import { serverBundle, writeBundle } from './server-bundle.mjs';

const output = 'dist/apps/server';
const { outputFiles } = await build(serverBundle(output)).catch(() => process.exit(1));
writeBundle(output, outputFiles);
