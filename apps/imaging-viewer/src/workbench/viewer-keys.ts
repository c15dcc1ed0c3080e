import { usualViewerKeys, type ViewerKey, type ViewerKeys } from '@konsil/contracts/shortcut-keys';
import { createContext, useContext } from 'react';

const KeysContext = createContext<ViewerKeys | null>(usualViewerKeys);
/** The reader's letters, from the settings of the portal; null where single keys are switched off. */
export const KeysProvider = KeysContext.Provider;
export const useViewerKeys = (): ViewerKeys | null => useContext(KeysContext);

/** The key of an action, in upper case as on the keyboard. */
export const useLetterOf = (): ((name: ViewerKey) => string | undefined) => {
  const keys = useViewerKeys();
  return (name) => keys?.[name].toUpperCase();
};
