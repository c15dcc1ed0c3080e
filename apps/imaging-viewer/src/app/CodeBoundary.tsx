import { Component, type ErrorInfo, type ReactNode } from 'react';
import { reloadPage } from './reload.ts';
import { StudyNote } from './StudyNote.tsx';

/** Shows an error when the page crashes or its code fails to load, instead of an empty page. */
export class CodeBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo) {
    console.error(error, componentStack);
  }

  override render() {
    return this.state.broken ? <StudyNote reason="failed" onRetry={reloadPage} /> : this.props.children;
  }
}
