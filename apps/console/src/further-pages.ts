import { lazy, type ComponentType } from 'react';
import type { PageName } from './pages';
import type { Session } from './session/session-query';

export interface FurtherPage {
  page: Exclude<PageName, 'start' | 'ask' | 'run'>;
  /** A user needs one of them. */
  scopes: Session['scopes'];
  /** `lazy(() => import(…))`: loaded when it is opened. */
  component: ComponentType;
}

const administrators: FurtherPage['scopes'] = ['admin', 'operate'];

/** The pages beside the one for questions, in the order of the bar, which has those without parameters. */
export const furtherPages: readonly FurtherPage[] = [
  { page: 'board', scopes: ['query'], component: lazy(() => import('./board/board-page')) },
  { page: 'models', scopes: ['admin'], component: lazy(() => import('./model/models-page')) },
  { page: 'model', scopes: ['admin'], component: lazy(() => import('./model/model-page')) },
  { page: 'review', scopes: ['admin'], component: lazy(() => import('./review/review-page')) },
  { page: 'runs', scopes: administrators, component: lazy(() => import('./operate/runs/runs-page')) },
  { page: 'runDetails', scopes: administrators, component: lazy(() => import('./operate/run/run-details-page')) },
  {
    page: 'connections',
    scopes: administrators,
    component: lazy(() => import('./operate/connections/connections-page')),
  },
  {
    page: 'connection',
    scopes: administrators,
    component: lazy(() => import('./operate/connections/connection-page')),
  },
  { page: 'keys', scopes: administrators, component: lazy(() => import('./operate/keys/keys-page')) },
  { page: 'usage', scopes: administrators, component: lazy(() => import('./operate/usage/usage-page')) },
];
