import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { useSay } from '../../.storybook/say';
import { usage } from '../../.storybook/usage';
import { Button } from '../actions/Button';
import { IconButton } from '../actions/IconButton';
import { TextLink } from '../actions/TextLink';
import { CloseIcon, DocumentNewIcon, DocumentUnsureIcon, SeenIcon, SendIcon } from '../foundation/icons';
import { Row } from '../layout/Stack';
import { Excerpt } from './Excerpt';
import { FileName } from './FileName';
import { Letter } from './Letter';
import { List, ListLinkRow, ListRow } from './List';
import { LongList } from './LongList';
import { ShowMore } from './ShowMore';
import { Timeline, TimelineItem } from './Timeline';
import { TurnPill } from './TurnPill';

const meta: Meta = {
  title: 'Display/Lists',
  component: List,
  subcomponents: { ListLinkRow, ListRow, LongList, ShowMore, FileName, Excerpt, Timeline, TimelineItem, Letter },
  parameters: usage(
    'List for things one after another: title, one muted line, one pill. ListLinkRow where the whole row is the link, ListRow where it has buttons. LongList where there may be thousands: it draws what is near. ShowMore ends a list that comes in pages: how much is shown, and the next page under it, so that nothing already read goes away. FileName for what a file is called, in any script and length. Timeline for what happened, the newest first, one TimelineItem each: round and warm is the patient, square and ink the doctor, dashed is not sent yet. Letter holds what somebody wrote. Excerpt is the title of a row that a search found.',
    'Things to be compared by columns: DataTable. More than one muted line per row. Pages with numbers: who looks for something searches, filters or sorts.',
  ),
};
export default meta;

export const Cases: StoryObj = {
  render: function Lists() {
    const say = useSay();
    return (
      <List>
        <ListLinkRow
          to="#1"
          title={say('Knieschmerzen nach Sportunfall', 'Knee pain after a sports accident')}
          detail="Jakob Adler · Dr. Anton Keil"
          state={<TurnPill tone="other">{say('Antwort bis Di, 24. November', 'Answer by Tue 24 November')}</TurnPill>}
        />
        <ListLinkRow
          to="#2"
          title={say('Bandscheibe L4/L5, Zweitmeinung', 'Disc L4/L5, second opinion')}
          detail="Miriam Adler · Prof. Dr. Ada Marin"
          state={<TurnPill tone="none">{say('Beantwortet am 12. Oktober', 'Answered on 12 October')}</TurnPill>}
        />
        <ListLinkRow
          to="#3"
          title={say('Ausschlag an den Händen', 'Rash on the hands')}
          detail="Jakob Adler"
          state={<TurnPill tone="draft">{say('Entwurf', 'Draft')}</TurnPill>}
        />
      </List>
    );
  },
};

export const InPages: StoryObj = {
  render: function Lists() {
    const say = useSay();
    const [shown, setShown] = useState(50);
    const all = shown >= 126;
    return (
      <ShowMore
        count={say(`${shown} von 126 Fällen`, `${shown} of 126 cases`)}
        label={all ? undefined : say('Weitere zeigen', 'Show more')}
        onMore={() => setShown(Math.min(126, shown + 50))}
      />
    );
  },
};

export const NextPageOnItsWay: StoryObj = {
  render: function Lists() {
    const say = useSay();
    return (
      <ShowMore
        busy
        busyLabel={say('Wird geladen', 'Loading')}
        count={say('50 von 126 Fällen', '50 of 126 cases')}
        label={say('Weitere zeigen', 'Show more')}
        onMore={() => undefined}
      />
    );
  },
};

export const RowsWithButtons: StoryObj = {
  render: function Lists() {
    const say = useSay();
    return (
      <List>
        <ListRow
          icon={<DocumentUnsureIcon />}
          title={<FileName>Feinnadelpunktion.pdf</FileName>}
          detail={say('Noch nicht beschrieben, Frage 1 von 3', 'Not described yet, question 1 of 3')}
          actions={
            <IconButton
              label={say('Feinnadelpunktion.pdf entfernen', 'Remove Feinnadelpunktion.pdf')}
              icon={<CloseIcon />}
            />
          }
        >
          <Row gap={2}>
            <Button size="small">{say('Ja', 'Yes')}</Button>
            <Button size="small" variant="secondary">
              {say('Anderes', 'Other')}
            </Button>
          </Row>
        </ListRow>
        <ListRow title={say('Ohne Knöpfe', 'Without buttons')} />
      </List>
    );
  },
};

export const Thousands: StoryObj = {
  render: function Lists() {
    const say = useSay();
    return (
      <LongList
        items={Array.from({ length: 2000 }, (_, index) => String(index + 1))}
        keyOf={(number) => number}
        guessedHeight={1.5}
      >
        {(number) => <div role="listitem">{say(`Laborbefund ${number}`, `Laboratory report ${number}`)}</div>}
      </LongList>
    );
  },
};

export const WhatHappened: StoryObj = {
  render: function Lists() {
    const say = useSay();
    const you = say('Sie', 'You');
    const doctor = say('Dr. Sandberg', 'Dr Sandberg');
    return (
      <Timeline label={say('Verlauf', 'Timeline')}>
        <TimelineItem
          voice="patient"
          draft
          who={you}
          when={say('heute', 'today')}
          title={say('Noch nicht gesendet', 'Not sent yet')}
        >
          <p>
            {say(
              '1 Dokument wartet. Dr. Sandberg sieht es erst, wenn Sie senden.',
              '1 document is waiting. Dr Sandberg sees it only when you send.',
            )}
          </p>
        </TimelineItem>
        <TimelineItem
          voice="doctor"
          icon={<DocumentNewIcon />}
          who={doctor}
          when={say('4. November', '4 November')}
          dateTime="2026-11-04"
          title={say('Weitere Unterlagen nötig', 'Further documents needed')}
        >
          <Letter footer={<TextLink to="#answer">{say('Ganze Antwort lesen', 'Read the whole answer')}</TextLink>}>
            {say(
              '„Guten Tag, Frau Adler, der Knoten sieht im Ultraschall gut abgegrenzt aus.“',
              '“Dear Ms Adler, in the ultrasound the nodule looks well defined.”',
            )}
          </Letter>
        </TimelineItem>
        <TimelineItem
          voice="doctor"
          icon={<SeenIcon />}
          who={doctor}
          when={say('2. November', '2 November')}
          dateTime="2026-11-02"
          title={say('Hat Ihren Fall geöffnet', 'Opened your case')}
        />
        <TimelineItem
          voice="patient"
          icon={<SendIcon />}
          who={you}
          when={say('30. Oktober', '30 October')}
          dateTime="2026-10-30"
          title={say('Anfrage gesendet', 'Request sent')}
        >
          <p>{say('3 Fragen, 4 Dokumente, 2 Aufnahmen', '3 questions, 4 documents, 2 scans')}</p>
        </TimelineItem>
      </Timeline>
    );
  },
};

export const FoundWords: StoryObj = {
  render: function FoundWords() {
    const say = useSay();
    return (
      <List>
        <ListLinkRow to="#1" title={say('Knoten der Nebenniere', 'Adrenal nodule')} detail="Adler, Miriam" />
        <ListLinkRow
          to="#2"
          over={say('Diagnose', 'Diagnosis')}
          title={
            <Excerpt
              before={say('Verdacht auf ', 'Suspected ')}
              word={say('Phäochromozytom', 'phaeochromocytoma')}
              after={say(' der linken Nebenniere', ' of the left adrenal')}
            />
          }
          quiet
        />
      </List>
    );
  },
};
