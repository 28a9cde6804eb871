export * from './semantic-query';
export * from './plan';
