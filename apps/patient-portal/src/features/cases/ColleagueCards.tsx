// @bundle route
import { useState } from 'react';
import { useCommon } from '@konsil/i18n';
import { Button, Card, ConfirmDialog, Row, Section, Stack, Text } from '@konsil/ui';

export interface ColleagueQuestionProps {
  title: string;
  /** Explains what the colleague is for, and what they may see. */
  paragraphs: string[];
  /** Says that the patient is free to refuse. */
  free: string;
  agreeLabel: string;
  refuseLabel: string;
  busy: boolean;
  onDecide: (agrees: boolean) => unknown;
}

/** Asks the patient whether a colleague of the doctor may see the case. */
export function ColleagueQuestion({
  title,
  paragraphs,
  free,
  agreeLabel,
  refuseLabel,
  busy,
  onDecide,
}: ColleagueQuestionProps) {
  return (
    <Card>
      <Section title={title}>
        <Stack gap={3}>
          {paragraphs.map((text) => (
            <p key={text}>{text}</p>
          ))}
          <Text as="p" tone="muted">
            {free}
          </Text>
          <Row>
            <Button busy={busy} onClick={() => void onDecide(true)}>
              {agreeLabel}
            </Button>
            <Button variant="secondary" busy={busy} onClick={() => void onDecide(false)}>
              {refuseLabel}
            </Button>
          </Row>
        </Stack>
      </Section>
    </Card>
  );
}

export interface ColleagueAccessProps {
  title: string;
  text: string;
  endLabel: string;
  endTitle: string;
  endText: string;
  busy: boolean;
  /** Ends the access; the dialog stays open until this resolves. */
  onEnd: () => Promise<unknown>;
}

/** The access of a colleague of the doctor, which the patient can end. */
export function ColleagueAccess({ title, text, endLabel, endTitle, endText, busy, onEnd }: ColleagueAccessProps) {
  const { t } = useCommon();
  const [asks, setAsks] = useState(false);
  const confirm = async () => {
    await onEnd();
    setAsks(false);
  };
  return (
    <Card>
      <Section title={title}>
        <Stack gap={3}>
          <p>{text}</p>
          <Row>
            <Button variant="secondary" size="small" onClick={() => setAsks(true)}>
              {endLabel}
            </Button>
          </Row>
        </Stack>
      </Section>
      <ConfirmDialog
        open={asks}
        onCancel={() => setAsks(false)}
        onConfirm={() => void confirm()}
        title={endTitle}
        confirmLabel={endLabel}
        cancelLabel={t('words.cancel')}
        busy={busy}
      >
        {endText}
      </ConfirmDialog>
    </Card>
  );
}
