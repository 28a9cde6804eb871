import { documentSchema, healthSchema } from '../plain-schemas';
import { metricsExample } from '../examples/texts';
import { json, text, type Route } from '../route-parts';

const health = json(healthSchema);
/** Routes for operators and programs that read the API itself. */
export const operatingRoutes: Route[] = [
  {
    method: 'GET',
    path: '/healthz',
    demands: null,
    tag: 'Operate',
    summary: 'Is the process alive?',
    answers: { 200: { description: 'Yes.', content: health }, 503: { description: 'No.', content: health } },
    problems: [],
  },
  {
    method: 'GET',
    path: '/readyz',
    demands: null,
    tag: 'Operate',
    summary: 'Has it started, and is it not shutting down?',
    description: 'Stays 200 while Redis is away, so that requests get problem documents; `checks` names what fails.',
    answers: { 200: { description: 'Yes.', content: health }, 503: { description: 'No.', content: health } },
    problems: [],
  },
  {
    method: 'GET',
    path: '/metrics',
    demands: null,
    tag: 'Operate',
    summary: 'Prometheus metrics',
    answers: { 200: { description: 'Metrics.', content: { 'text/plain': text(metricsExample) } } },
    problems: [],
  },
  {
    method: 'GET',
    path: '/openapi.json',
    demands: null,
    tag: 'Operate',
    summary: 'This document',
    answers: { 200: { description: 'OpenAPI 3.1.', content: json(documentSchema) } },
    problems: [],
  },
];
