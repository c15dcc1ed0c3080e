import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { processorTimeOf } from './thread-time.ts';

const said = `const at = '/proc/' + require('node:fs').readlinkSync('/proc/thread-self') + '/schedstat';`;
const compute = `const from = process.cpuUsage(); const spent = () => { const { user, system } = process.cpuUsage(from); return user + system; }; while (spent() < 600_000);`;
const thread = async (work: string) => {
  const worker = new Worker(
    `${said}${work} require('node:worker_threads').parentPort.postMessage(at); setInterval(() => undefined, 1000);`,
    { eval: true },
  );
  const [at] = (await once(worker, 'message')) as [string];
  return { worker, at };
};

describe('The CPU time of a thread', () => {
  test('excludes other threads of the process', async () => {
    const begun = process.cpuUsage();
    const [idle, busy] = [await thread(''), await thread(compute)];
    const times = [idle, busy].map(({ at }) => processorTimeOf(at, begun));
    await Promise.all([idle, busy].map(({ worker }) => worker.terminate()));
    expect(processorTimeOf(null, begun)).toBeGreaterThanOrEqual(600);
    expect(times[0]).toBeLessThan((times[1] ?? 0) / 2);
  });

  test("is the process's where the system does not report it", () => {
    const { user, system } = process.cpuUsage();
    expect(processorTimeOf('/proc/none/schedstat', { user: 0, system: 0 })).toBeGreaterThanOrEqual(
      (user + system) / 1000,
    );
  });
});
