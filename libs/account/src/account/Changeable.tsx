import { useState } from 'react';
import type { ReactNode } from 'react';
import { StepInPlace } from '@konsil/common';
import { useTexts } from '@konsil/i18n';
import { Alert, Button, Card, Section, Stack, token } from '@konsil/ui';
import { styled } from 'styled-components';
import { accountTexts } from './texts.ts';

/** The current value, with the button beside it where there is room; the form below. */
const Now = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${token.space[4]};

  > :first-child {
    flex: 1 1 calc(${token.width.code} * 1.4);
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  > :has(form, input) {
    flex-basis: 100%;
    min-inline-size: 0;
  }
`;

export interface ChangeableProps {
  title: string;
  id?: string;
  /** The current value. */
  children: ReactNode;
  /** The button's label; the default is "Ändern". */
  changeLabel?: string;
  /** False once another part of the page or another device has made the message outdated. */
  newsHolds?: boolean;
  /** The form; `done` closes it and shows a message. */
  form: (done: (news?: string) => void) => ReactNode;
}

/** One account setting: its value, with a button that opens its form in place. */
export function Changeable({ title, id, children, changeLabel, newsHolds = true, form }: ChangeableProps) {
  const { t } = useTexts(accountTexts);
  const [news, setNews] = useState<string>();
  return (
    <Section title={title} id={id}>
      <Card>
        <Stack gap={4}>
          <Now>
            <Stack gap={4}>{children}</Stack>
            <StepInPlace
              closed={(open) => (
                <Button
                  variant="secondary"
                  aria-label={`${changeLabel ?? t('account.change')}: ${title}`}
                  onClick={() => {
                    setNews(undefined);
                    open();
                  }}
                >
                  {changeLabel ?? t('account.change')}
                </Button>
              )}
            >
              {(close) =>
                form((said) => {
                  setNews(said);
                  close();
                })
              }
            </StepInPlace>
          </Now>
          {news && newsHolds && <Alert tone="success">{news}</Alert>}
        </Stack>
      </Card>
    </Section>
  );
}
