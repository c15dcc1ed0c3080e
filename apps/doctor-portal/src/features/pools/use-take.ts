import { usePutIntoPoolMutation, useTakePooledCaseMutation } from '@konsil/api/pools';
import { problemOf } from '@konsil/api/problem';
import { shortDoctorName } from '@konsil/cases';
import type { CaseSummary } from '@konsil/contracts/cases';
import { takenBySchema } from '@konsil/contracts/pools';
import { problemText, useCommon, useTexts } from '@konsil/i18n';
import { useToast } from '@konsil/ui';
import { poolTexts } from './texts';

/** The doctor who took the case first, if a request was refused for that reason. */
export const takerIn = (error: unknown): string | undefined => {
  if (error === undefined) return undefined;
  const taken = takenBySchema.safeParse(problemOf(error).current);
  return taken.success ? shortDoctorName(taken.data.taken_by) : undefined;
};

/**
 * Takes a case from a pool, with undo in the toast, or says who has taken it. Returns the case if the doctor has it
 * now.
 */
export const useTake = () => {
  const { t } = useTexts(poolTexts);
  const { t: common } = useCommon();
  const toast = useToast();
  const [take, { isLoading }] = useTakePooledCaseMutation();
  const [put] = usePutIntoPoolMutation();
  /** Says why it failed; somebody else may have the case. */
  const fail = (error: unknown) => {
    const doctor = takerIn(error);
    toast({ tone: 'danger', text: doctor ? t('takenBy', { doctor }) : problemText(common, problemOf(error)) });
  };
  const giveBack = async ({ id }: CaseSummary, clinic: string) => {
    try {
      await put({ caseId: id, clinic }).unwrap();
      toast({ text: t('givenBack') });
    } catch (error) {
      fail(error);
    }
  };
  const run = async (stayId: string, clinic: string): Promise<CaseSummary | undefined> => {
    try {
      const taken = await take(stayId).unwrap();
      toast({
        text: t('taken', { case: taken.case_name }),
        action: { label: t('giveBack'), onClick: () => void giveBack(taken, clinic) },
      });
      return taken;
    } catch (error) {
      fail(error);
      return undefined;
    }
  };
  return { take: run, busy: isLoading, fail };
};
