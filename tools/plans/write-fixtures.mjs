// Writes the pictures of plans that the browser tests use: `node tools/plans/write-fixtures.mjs`.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { latin1, pageOf, photograph } from './plan-pictures.mjs';
import { strangerPlan, twoPages, warningPlan } from './plans.mjs';

const folder = join(import.meta.dirname, '../../apps/portals-e2e/src/plans');
await mkdir(folder, { recursive: true });
const lines = ['ausgedruckt von: Dr. Jana Beispiel, Musterstadt', 'ausgedruckt am: 03.11.2026'];
const printed = (xml, name) => pageOf(latin1(xml), { lines: [`für: ${name}`, ...lines] });

const shot = { width: 2800, tilt: 0.12, turn: 0.05, noise: 5, shadow: 0.3, quality: 70 };
await writeFile(join(folder, 'petra.jpg'), await photograph(await printed(warningPlan, 'Petra Möller'), shot));
await writeFile(
  join(folder, 'jakob.jpg'),
  await photograph(await printed(strangerPlan, 'Jakob Weiss'), { width: 2400, quality: 70 }),
);
await writeFile(
  join(folder, 'blurred.jpg'),
  await photograph(await printed(warningPlan, 'Petra Möller'), { width: 1200, blur: 3, light: 0.3, quality: 60 }),
);
const pdf = await PDFDocument.create();
for (const xml of twoPages) {
  const image = await pdf.embedPng(await pageOf(latin1(xml), { dpi: 200, lines }));
  pdf.addPage([842, 595]).drawImage(image, { x: 0, y: 0, width: 842, height: 595 });
}
await writeFile(join(folder, 'petra-two-pages.pdf'), await pdf.save());
