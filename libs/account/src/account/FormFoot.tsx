import type { ReactNode } from 'react';
import { useCommon } from '@konsil/i18n';
import { Button, FormActions } from '@konsil/ui';

/** The buttons of an inline form. */
export function FormFoot({
  busy,
  onCancel,
  cancelLabel,
  children,
}: {
  busy: boolean;
  onCancel: () => void;
  cancelLabel?: string | undefined;
  children: ReactNode;
}) {
  const { t: c } = useCommon();
  return (
    <FormActions>
      <Button type="submit" busy={busy}>
        {children}
      </Button>
      <Button variant="quiet" onClick={onCancel}>
        {cancelLabel ?? c('words.cancel')}
      </Button>
    </FormActions>
  );
}
