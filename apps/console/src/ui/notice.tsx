import type { ReactElement, ReactNode } from 'react';

interface Props {
  tone: 'bad' | 'warn' | 'calm';
  title: string;
  /** Marks a notice that appears while the page is open, for screen readers. */
  isAlert?: boolean;
  /** The notice is the whole page: its title is the heading. */
  isPage?: boolean;
  children?: ReactNode;
}

/** A state that the user should know about, with what to do. */
export function Notice({ tone, title, isAlert = false, isPage = false, children }: Props): ReactElement {
  return (
    <section className={`notice ${tone}`} role={isAlert ? 'alert' : undefined}>
      {isPage ? <h1 className="title">{title}</h1> : <p className="title">{title}</p>}
      {children}
    </section>
  );
}
