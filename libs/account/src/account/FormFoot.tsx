import type { ReactNode } from 'react';
import { useCommon } from '@konsil/i18n';
import { Button, FormActions } from '@konsil/ui';

/** The buttons of an inline form. */
export function FormFoot({ busy, onCancel, children }: { busy: boolean; onCancel: () => void; children: ReactNode }) {
  const { t: c } = useCommon();
  return (
    <FormActions>
      <Button type="submit" busy={busy}>
        {children}
      </Button>
      <Button variant="quiet" onClick={onCancel}>
        {c('words.cancel')}
      </Button>
    </FormActions>
  );
}
