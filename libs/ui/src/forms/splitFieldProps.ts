import type { FieldProps } from './Field';

type FieldPart = Omit<FieldProps, 'children' | 'id' | 'name'>;

/** Splits the props of a field into those of its frame and those of its control; id and name go to both. */
export function splitFieldProps<P extends FieldPart & { id?: string; name?: string }>({
  label,
  hint,
  error,
  optional,
  labelHidden,
  layout,
  ...control
}: P) {
  const { id, name } = control as { id?: string; name?: string };
  const describedBy = (control as { 'aria-describedby'?: string })['aria-describedby'];
  const field = { label, hint, error, optional, labelHidden, layout, id, name, 'aria-describedby': describedBy };
  return { field, control };
}
