/** Version of the product, from the root `package.json`. */
export { version as productVersion } from '../../../package.json';
