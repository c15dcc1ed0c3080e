// Builds the server into dist/apps/server.
import { build } from 'esbuild';
import { readFileSync, writeFileSync } from 'node:fs';
import { licencesFile, sbom, shippedPackages } from './image/shipped.mjs';
import { serverBundle, writeBundle } from './server-bundle.mjs';

const output = 'dist/apps/server';
const { outputFiles } = await build(serverBundle(output)).catch(() => process.exit(1));
writeBundle(output, outputFiles);
// The licences of the server's own packages; the image has both of everything (tools/image/assemble.mjs).
const shipped = await shippedPackages();
const release = JSON.parse(readFileSync(`${output}/release.json`, 'utf8'));
writeFileSync(`${output}/third-party-licences.txt`, licencesFile(shipped));
writeFileSync(`${output}/sbom.cdx.json`, `${JSON.stringify(sbom(shipped, release), null, 1)}\n`);
