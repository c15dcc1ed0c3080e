// @bundle route
import type { ReactNode } from 'react';
import { useTexts } from '@konsil/i18n';
import { Row, Text, TextLink } from '@konsil/ui';
import { Part } from './preview-parts.ts';
import { sendTexts } from './texts.ts';

/** A section with its title and edit link. */
export function Titled({
  id,
  title,
  change,
  children,
}: {
  id: string;
  title: string;
  change: ReactNode;
  children: ReactNode;
}) {
  return (
    <Part aria-labelledby={id}>
      <Row justify="between" align="baseline">
        <h2 id={id}>{title}</h2>
        {change}
      </Row>
      {children}
    </Part>
  );
}

/** A link that leads to a form and back to the review. */
export function Change({ to, what }: { to: string; what: string }) {
  const { t } = useTexts(sendTexts);
  return (
    <TextLink standalone to={to} aria-label={what}>
      {t('change')}
    </TextLink>
  );
}

/** "Not given", in place of a part that was left empty. */
export function NotGiven() {
  const { t } = useTexts(sendTexts);
  return (
    <Text as="p" tone="muted">
      {t('nothing')}
    </Text>
  );
}
