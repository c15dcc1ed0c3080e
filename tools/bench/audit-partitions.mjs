// Measures the access log as one table and divided into partitions: by rising ids, by months, by chains.
// node tools/bench/audit-partitions.mjs [--rows 3000000] [--parts 36] [--calls 400]
import { parseArgs } from 'node:util';
import { runLoad } from './load.mjs';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '3000000' },
    parts: { type: 'string', default: '36' },
    calls: { type: 'string', default: '400' },
  },
});
await runLoad('audit-partitions-load.ts', [
  ...['--rows', values.rows, '--parts', values.parts, '--calls', values.calls],
]);
