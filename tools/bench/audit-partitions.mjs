// Measures the access log as one table and divided into partitions: by rising ids, by months, by chains.
// node tools/bench/audit-partitions.mjs [--rows 1000000] [--parts 36] [--calls 100] [--rounds 3]
import { parseArgs } from 'node:util';
import { runLoad } from './load.mjs';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    parts: { type: 'string', default: '36' },
    calls: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '3' },
  },
});
await runLoad('audit-partitions-load.ts', [
  ...['--rows', values.rows, '--parts', values.parts, '--calls', values.calls, '--rounds', values.rounds],
]);
