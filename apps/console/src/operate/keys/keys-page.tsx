import '../operate.css';
import type { ReactElement } from 'react';
export default function KeysPage(): ReactElement {
  return <div className="operate" />;
}
