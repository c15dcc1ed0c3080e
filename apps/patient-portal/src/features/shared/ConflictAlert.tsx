// @bundle route
import type { ReactNode } from 'react';
import { Alert, Button, Row } from '@konsil/ui';

export interface ConflictAlertProps {
  title: string;
  keepLabel: string;
  takeLabel: string;
  onTake: () => void;
  /** The relevant part of the newer version. */
  children?: ReactNode;
}

/** A version conflict: the input can overwrite the newer version, or be replaced by it. Used inside the form. */
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
