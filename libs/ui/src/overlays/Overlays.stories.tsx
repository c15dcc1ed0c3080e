import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { useSay } from '../../.storybook/say';
import { usage } from '../../.storybook/usage';
import { Button } from '../actions/Button';
import { IconButton } from '../actions/IconButton';
import { ArchiveIcon, DownloadIcon, EditIcon, KeyboardIcon, MoreIcon, RemoveIcon } from '../foundation/icons';
import { TextField } from '../forms/TextField';
import { Row, Stack } from '../layout/Stack';
import { ConfirmDialog } from './ConfirmDialog';
import { Dialog } from './Dialog';
import { Menu } from './Menu';
import { SearchMenu } from './SearchMenu';
import { PaperSheet } from './PaperSheet';
import { Letterhead, PrintSheet } from './PrintSheet';
import { SidePanel } from './SidePanel';
import { ToastProvider, useToast } from './Toast';
import { Tooltip } from './Tooltip';

const meta: Meta = {
  title: 'Overlays/Overlays',
  component: Dialog,
  subcomponents: {
    ConfirmDialog,
    SidePanel,
    Menu,
    SearchMenu,
    ToastProvider,
    Tooltip,
    PrintSheet,
    PaperSheet,
    Letterhead,
  },
  parameters: usage(
    'Dialog for a short task that must be finished or left. ConfirmDialog before something that is hard to undo. useToast says what was done and offers to take it back. Menu for actions on one thing that are needed now and then. SearchMenu to choose one of many. SidePanel to look something up. ToastProvider stands once around a portal. Tooltip repeats the name of an icon. PrintSheet prints a letter of its own instead of the page, its first line a Letterhead; PaperSheet stands in the place of a page that is a letter on paper, however it is printed.',
    'A long form in a Dialog (give it a page). A question before something that a toast can undo. A failure in a toast: it belongs where it happened, as an Alert. A fact that only a Tooltip tells: no finger ever sees it. A PrintSheet where the page itself prints well.',
  ),
};
export default meta;

export const ADialog: StoryObj = {
  render: function Overlay() {
    const say = useSay();
    const [open, setOpen] = useState(true);
    const close = () => setOpen(false);
    return (
      <>
        <Button onClick={() => setOpen(true)}>{say('Angaben ändern', 'Change details')}</Button>
        <Dialog
          open={open}
          onClose={close}
          title={say('Angaben zum Dokument', 'Details of the document')}
          description={say('Sie helfen der Ärztin, es schnell zu finden.', 'They help the doctor to find it quickly.')}
          closeLabel={say('Schließen', 'Close')}
          footer={
            <>
              <Button variant="secondary" onClick={close}>
                {say('Abbrechen', 'Cancel')}
              </Button>
              <Button onClick={close}>{say('Angaben speichern', 'Save details')}</Button>
            </>
          }
        >
          <Stack gap={5}>
            <TextField name="title" label={say('Titel', 'Title')} />
            <TextField name="clinic" label={say('Klinik oder Praxis', 'Hospital or practice')} />
          </Stack>
        </Dialog>
      </>
    );
  },
};

function Question({ tone }: { tone: 'plain' | 'danger' }) {
  const say = useSay();
  const [open, setOpen] = useState(true);
  const close = () => setOpen(false);
  const danger = tone === 'danger';
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {say('Fragen', 'Ask')}
      </Button>
      <ConfirmDialog
        open={open}
        tone={tone}
        onCancel={close}
        onConfirm={close}
        title={
          danger
            ? say('Konto endgültig löschen?', 'Erase the account for good?')
            : say('Ins Archiv verschieben?', 'Move to the archive?')
        }
        confirmLabel={danger ? say('Konto löschen', 'Erase account') : say('Archivieren', 'Archive')}
        cancelLabel={say('Abbrechen', 'Cancel')}
      >
        {danger
          ? say('Das lässt sich nicht rückgängig machen.', 'This cannot be undone.')
          : say('Sie können es später wiederherstellen.', 'It can be restored later.')}
      </ConfirmDialog>
    </>
  );
}
export const AQuestion: StoryObj = { render: () => <Question tone="plain" /> };
export const ADangerousQuestion: StoryObj = { render: () => <Question tone="danger" /> };

export const APanel: StoryObj = {
  render: function Overlay() {
    const say = useSay();
    const [open, setOpen] = useState(true);
    return (
      <>
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {say('Tastenkürzel', 'Keyboard shortcuts')}
        </Button>
        <SidePanel
          open={open}
          onClose={() => setOpen(false)}
          title={say('Tastenkürzel', 'Keyboard shortcuts')}
          closeLabel={say('Schließen', 'Close')}
        >
          <p>{say('Alt Umschalt A: antworten', 'Alt Shift A: answer')}</p>
        </SidePanel>
      </>
    );
  },
};

export const AMenu: StoryObj = {
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button'));
    const menu = await screen.findByRole('menu');
    await waitFor(() => expect(menu).toBeVisible());
  },
  render: function Overlay() {
    const say = useSay();
    return (
      <Row>
        <Menu
          align="start"
          trigger={
            <IconButton label={say('Mehr zu diesem Dokument', 'More about this document')} icon={<MoreIcon />} />
          }
          items={[
            { label: say('Angaben ändern', 'Change details'), icon: <EditIcon />, onSelect: () => undefined },
            { label: say('Herunterladen', 'Download'), icon: <DownloadIcon />, to: '#download' },
            { label: say('Archivieren', 'Archive'), icon: <ArchiveIcon />, onSelect: () => undefined },
            { label: say('Löschen', 'Delete'), icon: <RemoveIcon />, onSelect: () => undefined, tone: 'danger' },
          ]}
        />
      </Row>
    );
  },
};

export const ASearchMenu: StoryObj = {
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('combobox'));
    await expect(await screen.findAllByRole('option')).toHaveLength(50);
    await userEvent.type(await screen.findByRole('combobox', { name: /daneben|next to it/i }), '1999');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(within(canvasElement).getByRole('status')).toHaveTextContent('1999'));
    await userEvent.keyboard('{Enter}');
    await expect(await screen.findAllByRole('option')).toHaveLength(50);
  },
  render: function Overlay() {
    const say = useSay();
    const [chosen, setChosen] = useState('');
    return (
      <Row>
        <SearchMenu
          trigger={<IconButton label={say('Zwei nebeneinander', 'Two side by side')} icon={<MoreIcon />} />}
          options={() =>
            Array.from({ length: 2000 }, (_, n) => ({
              value: String(n),
              label: `${say('Arztbrief', 'Letter')} ${n}`,
              description: 'Klinikum Rosenberg',
            }))
          }
          onChoose={setChosen}
          words={{
            label: say('Daneben zeigen', 'Show next to it'),
            placeholder: say('Art oder Quelle', 'Kind or source'),
            empty: say('Kein Dokument passt dazu.', 'No document matches.'),
          }}
        />
        <output>{chosen}</output>
      </Row>
    );
  },
};

function ToastButtons() {
  const say = useSay();
  const toast = useToast();
  return (
    <Row>
      <Button
        variant="secondary"
        onClick={() =>
          toast({
            text: say('Der Fall ist im Archiv.', 'The case is in the archive.'),
            action: { label: say('Rückgängig', 'Undo'), onClick: () => undefined },
          })
        }
      >
        {say('Archivieren', 'Archive')}
      </Button>
      <Button variant="quiet" onClick={() => toast({ text: say('Gespeichert', 'Saved') })}>
        {say('Speichern', 'Save')}
      </Button>
      <Button
        variant="quiet"
        onClick={() =>
          toast({
            id: 'message',
            tone: 'info',
            text: say('Sie haben eine neue Nachricht', 'You have a new message'),
            link: { label: say('Ansehen', 'View'), to: '#message' },
          })
        }
      >
        {say('Nachricht kommt', 'Message comes')}
      </Button>
      <Button
        variant="quiet"
        onClick={() =>
          toast({
            tone: 'danger',
            text: say(
              'Das hat nicht geklappt. Die Filter sind noch wie vorher.',
              'That did not work. The filters are as before.',
            ),
          })
        }
      >
        {say('Etwas misslingt', 'Something fails')}
      </Button>
    </Row>
  );
}
export const Toasts: StoryObj = {
  play: async ({ canvasElement }) => {
    const [archive, , news, failure] = within(canvasElement).getAllByRole('button');
    for (const button of [archive, news, failure]) if (button) await userEvent.click(button);
    await expect(await screen.findByRole('region')).toBeVisible();
  },
  render: function Overlay() {
    const say = useSay();
    return (
      <ToastProvider words={{ region: say('Meldungen', 'Notices'), close: say('Schließen', 'Close') }}>
        <ToastButtons />
      </ToastProvider>
    );
  },
};

export const ATooltip: StoryObj = {
  play: async ({ canvasElement }) => {
    await userEvent.tab();
    await expect(within(canvasElement).getByRole('button')).toHaveFocus();
    await waitFor(() => expect(screen.getByText(/^(Tastenkürzel|Keyboard shortcuts)$/)).toBeVisible());
  },
  render: function Overlay() {
    const say = useSay();
    const name = say('Tastenkürzel', 'Keyboard shortcuts');
    return (
      <Row justify="center">
        <Tooltip text={name}>
          <Button variant="secondary" icon={<KeyboardIcon />} aria-label={name}>
            ?
          </Button>
        </Tooltip>
      </Row>
    );
  },
};

export const ALetterOnPaper: StoryObj = {
  render: function Overlay() {
    const say = useSay();
    const [printing, setPrinting] = useState(false);
    const letter = (
      <>
        <Letterhead>{say('Dr. Elif Sandberg, Endokrine Chirurgie', 'Dr Elif Sandberg, endocrine surgery')}</Letterhead>
        <p>{say('Guten Tag, Frau Adler, der Knoten ist gutartig.', 'Dear Ms Adler, the nodule is benign.')}</p>
      </>
    );
    return (
      <Stack gap={4}>
        {letter}
        <Row>
          <Button variant="secondary" onClick={() => setPrinting(true)}>
            {say('Drucken', 'Print')}
          </Button>
        </Row>
        {printing && (
          <PrintSheet foot="Miriam Adler" onPrinted={() => setPrinting(false)}>
            {letter}
          </PrintSheet>
        )}
      </Stack>
    );
  },
};

export const APageThatIsALetterOnPaper: StoryObj = {
  render: function Overlay() {
    const say = useSay();
    return (
      <Stack gap={4}>
        <p>{say('Der Knoten ist gutartig.', 'The nodule is benign.')}</p>
        <Row>
          <Button variant="secondary" onClick={() => window.print()}>
            {say('Drucken', 'Print')}
          </Button>
        </Row>
        <PaperSheet foot="Miriam Adler">
          <Letterhead sender={{ name: say('Praxis am Dom', 'Cathedral Practice') }}>
            {say('Dr. Elif Sandberg, Endokrine Chirurgie', 'Dr Elif Sandberg, endocrine surgery')}
          </Letterhead>
          <p>{say('Der Knoten ist gutartig.', 'The nodule is benign.')}</p>
        </PaperSheet>
      </Stack>
    );
  },
};

export const ASmallDialog: StoryObj = {
  render: function Overlay() {
    const say = useSay();
    const [open, setOpen] = useState(true);
    return (
      <>
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {say('Filter anpassen', 'Arrange filters')}
        </Button>
        <Dialog
          open={open}
          size="small"
          onClose={() => setOpen(false)}
          closeLabel={say('Schließen', 'Close')}
          title={say('Filter anpassen', 'Arrange filters')}
          footer={<Button onClick={() => setOpen(false)}>{say('Übernehmen', 'Apply')}</Button>}
        >
          <p>{say('Was gewählt ist, steht immer über der Liste.', 'What is chosen always stands above the list.')}</p>
        </Dialog>
      </>
    );
  },
};
