// @bundle route
import { fromEvent } from 'file-selector';
import { useEffect, useState } from 'react';
import type { DragEvent, ReactNode } from 'react';
import { styled } from 'styled-components';
import { CasesIcon, DiscIcon } from '../foundation/icons';
import { FileButton, PhotoButton } from './FileButton';

const Zone = styled.div`
  display: grid;
  gap: var(--space-2);
  padding: var(--space-4);
  background: var(--color-surface);
  border: 2px dashed var(--color-border-control);
  border-radius: var(--radius-card);

  &[data-over] {
    background: var(--color-action-soft);
    border-style: solid;
    border-color: var(--color-action);
  }
`;
const Ways = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--space-2) var(--space-3);

  > label {
    flex: 1 1 11rem;
  }
  > p {
    color: var(--color-text-muted);
  }
  /* Dragging and discs are for desks, the camera for hands. */
  @media (pointer: coarse) {
    > p,
    > [data-folder] {
      display: none;
    }
  }
  @media (pointer: fine) {
    > label {
      flex: none;
    }
    > [data-camera] {
      display: none;
    }
  }
`;
const Rules = styled.p`
  color: var(--color-text-muted);
  font-size: var(--font-size-small);

  @media (pointer: fine) {
    &[data-touch] {
      display: none;
    }
  }
`;

function useNoStrayDrops() {
  useEffect(() => {
    // A file dropped beside the area would replace the page and everything typed on it.
    const refuse = (event: globalThis.DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    window.addEventListener('dragover', refuse);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', refuse);
      window.removeEventListener('drop', refuse);
    };
  }, []);
}

export interface FileDropProps {
  words: {
    /** "Datei wählen" */
    choose: string;
    /** "CD oder Ordner wählen", offered on desktops */
    folder?: string;
    /** "Eine CD laden Sie am Computer hoch.", shown on phones and tablets */
    folderElsewhere?: string;
    /** "Foto machen", offered on phones and tablets */
    photo: string;
    /** "oder hierher ziehen" */
    drop: string;
  };
  /** Accepted types and size, in one line. */
  rules?: ReactNode;
  /** As in `<input accept>`; dropped files are not restricted, so the receiver checks every file. */
  accept?: string;
  multiple?: boolean;
  /** `folder` is the name of a folder chosen as a whole; its files are ordered by path. */
  onFiles: (files: File[], folder?: string) => void;
  /** Gets photos from the camera where they are handled separately; otherwise they go to `onFiles`. */
  onPhoto?: (photo: File) => void;
  /** The id of the file button, for links from the error summary. */
  id?: string;
}

// Missing in React's types.
const wholeFolder = { webkitdirectory: '' } as object;
const pathOf = (file: File & { path?: string }) => file.webkitRelativePath || (file.path ?? '').replace(/^\.?\//, '');
const byPath = new Intl.Collator('en', { numeric: true });

/** Accepts files: by a button, as a whole folder, by drag and drop, or from the camera. */
export function FileDrop({ words, rules, accept, multiple = true, onFiles, onPhoto, id }: FileDropProps) {
  const [over, setOver] = useState(false);
  useNoStrayDrops();

  const take = (files: readonly File[]) => {
    if (files.length === 0) return;
    if (!multiple) return onFiles(files.slice(0, 1));
    const [folder, ...below] =
      files
        .map(pathOf)
        .find((path) => path.includes('/'))
        ?.split('/') ?? [];
    if (below.length === 0) return onFiles([...files]);
    onFiles(
      [...files].sort((a, b) => byPath.compare(pathOf(a), pathOf(b))),
      folder,
    );
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const files = [...event.dataTransfer.files];
    // A folder whose files cannot be listed is passed on as a single file.
    fromEvent(event.nativeEvent).then(
      (found) => take(found.filter((one) => one instanceof File)),
      () => take(files),
    );
  };
  const enter = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const leave = (event: DragEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
  };

  return (
    <Zone data-over={over || undefined} onDragEnter={enter} onDragOver={enter} onDragLeave={leave} onDrop={drop}>
      <Ways>
        <FileButton label={words.choose} icon={<CasesIcon />} input={{ id, accept, multiple }} onFiles={take} />
        {words.folder && (
          <FileButton label={words.folder} icon={<DiscIcon />} input={wholeFolder} onFiles={take} data-folder />
        )}
        <PhotoButton label={words.photo} onPhoto={onPhoto ?? ((photo) => take([photo]))} data-camera />
        <p>{words.drop}</p>
      </Ways>
      {rules && <Rules>{rules}</Rules>}
      {words.folderElsewhere && <Rules data-touch>{words.folderElsewhere}</Rules>}
    </Zone>
  );
}
