import '../operate.css';
import type { ReactElement } from 'react';
export default function UsagePage(): ReactElement {
  return <div className="operate" />;
}
