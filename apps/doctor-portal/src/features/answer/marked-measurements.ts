import { useGetMarkedMeasurementsQuery } from '@konsil/api/requests';
import type { MarkedMeasurement, SentMeasurements } from '@konsil/contracts/measurements';
import type { AnswerForm } from './answer-form';

const none: MarkedMeasurement[] = [];

/** The measurements that the doctor marked in the viewer; read again when this tab is looked at. */
export const useMarkedMeasurements = (caseId: string, { measurements: chosen }: Pick<AnswerForm, 'measurements'>) => {
  const { data } = useGetMarkedMeasurementsQuery(caseId, { refetchOnFocus: true, refetchOnMountOrArgChange: true });
  const items = data?.items ?? none;
  const going = items.filter(({ id }) => chosen[id] !== false);
  const sent: { measurements: SentMeasurements } | object =
    data?.revision && going.length > 0
      ? { measurements: { revision: data.revision, ids: going.map(({ id }) => id) } }
      : {};
  return { items, going, sent, unsendable: data?.left_out ?? 0 };
};
