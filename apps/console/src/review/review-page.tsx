import type { ReactElement } from 'react';
export default function ReviewPage(): ReactElement { return <h1>Review</h1>; }
