// @bundle route
import { useEffect, useRef, useState } from 'react';
import { CodeMissing } from '@konsil/documents-upload/ask-worker';
import { PlanFault, planText, readPlan, type PlanFaultCode } from '../plan/read-plan.ts';
import { missingPages, withPage, type ScannedPlan } from '../plan/scanned-plan.ts';
import { UnreadableFile } from './pictures.ts';
import { NoDecoder, readCodes } from './read-codes.ts';

/** The reason why nothing was read: no code in the picture, or the reasons of the single steps. */
export type ScanFault =
  | PlanFaultCode
  | 'nothingFound'
  | 'otherPlan'
  | 'again'
  | 'unreadableFile'
  | 'offline'
  | 'noDecoder'
  | 'failed';

const faultOf = (error: unknown): ScanFault => {
  if (error instanceof PlanFault) return error.code;
  if (error instanceof UnreadableFile) return 'unreadableFile';
  if (error instanceof CodeMissing) return 'offline';
  return error instanceof NoDecoder ? 'noDecoder' : 'failed';
};

const added = (plan: ScannedPlan | null, codes: readonly Uint8Array[]): ScannedPlan => {
  if (codes.length === 0) throw 'nothingFound' satisfies ScanFault;
  let [grown, fault] = [plan, undefined as unknown];
  // A page that was read already, or another code beside the plan's, is no fault while something new was read.
  let isNew = false;
  for (const code of codes) {
    try {
      const next = withPage(grown, readPlan(planText(code)));
      if (typeof next === 'string') throw next;
      [grown, isNew] = [next, true];
    } catch (error) {
      // A fault in a plan says more than a fault that another code is not a plan.
      if (fault === undefined || (fault instanceof PlanFault && fault.code === 'notPlan')) fault = error;
    }
  }
  if (!grown || !isNew) throw fault;
  return grown;
};

/** Reads a plan page by page from the files that are chosen. */
export function useScan() {
  const [plan, setPlan] = useState<ScannedPlan | null>(null);
  const [fault, setFault] = useState<ScanFault | null>(null);
  const [reading, setReading] = useState(false);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const read = async (files: readonly File[]): Promise<void> => {
    running.current?.abort();
    const run = new AbortController();
    running.current = run;
    setFault(null);
    setReading(true);
    try {
      const codes = await readCodes(files, run.signal);
      if (!run.signal.aborted) setPlan(added(plan, codes));
    } catch (error) {
      if (!run.signal.aborted) setFault(typeof error === 'string' ? (error as ScanFault) : faultOf(error));
    } finally {
      if (running.current === run) setReading(false);
    }
  };
  const stop = () => {
    running.current?.abort();
    running.current = undefined;
    setReading(false);
  };
  return { plan, missing: plan ? missingPages(plan) : [], fault, reading, read, stop };
}
