import { isAlias, isMap, isScalar, parseDocument, type Document } from 'yaml';

/** A secret in a connection file. */
export interface SecretText {
  /** `url`, `roles.<tenant>` or `tls.key`. */
  field: string;
  value: string;
  /** Whether it has a YAML anchor or is an alias, so that other fields may use it: there it could not be decrypted. */
  anchored: boolean;
  /** The start and the end (exclusive) of its offsets in the file. */
  range: readonly [number, number];
}

/**
 * The secrets of a connection file: `url`, `roles`, `tls.key`.
 * @throws if the text is not valid YAML; the message contains no part of the file
 */
export function secretTextsOf(text: string): SecretText[] {
  const document = parsed(text);
  const roles = document.get('roles');
  const tenants = isMap(roles) ? roles.items.map(({ key }) => String(isScalar(key) ? key.value : key)) : [];
  return ['url', ...tenants.map((tenant) => `roles.${tenant}`), 'tls.key'].flatMap(
    (field) => secretAt(document, field) ?? [],
  );
}

/**
 * The text of the file with a new value in a field, which is added if it is missing. Everything else is unchanged,
 * comments included.
 */
export function withSecret(text: string, field: string, value: string): string {
  const document = parsed(text);
  const known = secretAt(document, field);
  if (known === null) {
    document.setIn(pathOf(field), value);
    return document.toString({ lineWidth: 0 });
  }
  const [from, to] = known.range;
  // A block scalar ends with its line.
  const end = text.slice(from, to).endsWith('\n') ? '\n' : '';
  return `${text.slice(0, from)}"${value}"${end}${text.slice(to)}`;
}

function parsed(text: string): Document {
  const document = parseDocument(text, { prettyErrors: false });
  if (document.errors.length > 0) throw new Error('not valid YAML');
  return document;
}

function secretAt(document: Document, field: string): SecretText | null {
  const node: unknown = document.getIn(pathOf(field), true);
  const scalar = isAlias(node) ? node.resolve(document) : node;
  if (!isScalar(scalar) || typeof scalar.value !== 'string') return null;
  const range = (isAlias(node) ? node : scalar).range;
  return range
    ? {
        field,
        value: scalar.value,
        anchored: isAlias(node) || scalar.anchor !== undefined,
        range: [range[0], range[1]],
      }
    : null;
}

/** The path of a field. The name of a tenant may contain dots. */
function pathOf(field: string): string[] {
  const dot = field.indexOf('.');
  return dot < 0 ? [field] : [field.slice(0, dot), field.slice(dot + 1)];
}
