import type { ReactNode } from 'react';
import { Alert, Button, Row } from '@konsil/ui';

export interface ConflictAlertProps {
  title: string;
  keepLabel: string;
  takeLabel: string;
  onTake: () => void;
  /** The newer state, as far as it helps to decide. */
  children?: ReactNode;
}

/** Somebody else saved first: what was typed can be saved over it, or the newer state taken over. Stands inside the form. */
export function ConflictAlert({ title, keepLabel, takeLabel, onTake, children }: ConflictAlertProps) {
  return (
    <Alert
      tone="warning"
      live
      title={title}
      action={
        <Row>
          <Button type="submit" variant="secondary" size="small">
            {keepLabel}
          </Button>
          <Button variant="quiet" size="small" onClick={onTake}>
            {takeLabel}
          </Button>
        </Row>
      }
    >
      {children}
    </Alert>
  );
}
