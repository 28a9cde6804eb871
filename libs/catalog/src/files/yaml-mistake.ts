import { bilingual, inChinese, type BilingualText, type YamlMistake } from '@querent/language';
import { isAlias, visit, type Alias, type Document, type ErrorCode, type YAMLError } from 'yaml';

const mistakeOf: Readonly<Record<ErrorCode, YamlMistake>> = {
  ALIAS_PROPS: 'an alias (*name) takes no anchor and no tag',
  BAD_ALIAS: 'the name of an anchor (&name) or of an alias (*name) is missing or not valid',
  BAD_COLLECTION_TYPE: 'the tag (!name) does not fit a list or a mapping',
  BAD_DIRECTIVE: 'the directive (a line that begins with %) is not valid',
  BAD_DQ_ESCAPE: 'the text in double quotes has an escape sequence (\\) that is not valid',
  BAD_INDENT: 'the indentation does not fit the lines above',
  BAD_PROP_ORDER: 'an anchor or a tag must be after the indicator (-, ? or :)',
  BAD_SCALAR_START: 'a text cannot begin with this character: put quotes around it',
  BLOCK_AS_IMPLICIT_KEY:
    'a line has at most one key, and no list or mapping can be a key: put quotes around a text with a colon',
  BLOCK_IN_FLOW: 'inside braces or brackets there can be no list or mapping by indentation',
  DUPLICATE_KEY: 'a mapping has the same key twice',
  IMPOSSIBLE: 'the parser cannot read this part',
  KEY_OVER_1024_CHARS: 'a key can have at most 1,024 characters',
  MISSING_CHAR: 'a character is missing, such as a closing quote or bracket, a comma, a colon or a space',
  MULTILINE_IMPLICIT_KEY: 'a key must be on one line',
  MULTIPLE_ANCHORS: 'a value can have at most one anchor (&name)',
  MULTIPLE_DOCS: 'the file must hold one document: remove the lines that consist of ---',
  MULTIPLE_TAGS: 'a value can have at most one tag (!name)',
  NON_STRING_KEY: 'a key must be a text',
  RESOURCE_EXHAUSTION: 'the file has too many levels, or its aliases repeat too much',
  TAB_AS_INDENT: 'indentation must consist of spaces, without tabs',
  TAG_RESOLVE_FAILED: 'the tag (!name) is unknown or does not fit the value',
  UNEXPECTED_TOKEN: 'this character is not expected here',
};

const notValid = (reason: BilingualText): BilingualText => bilingual('Not valid YAML: {reason}', { reason });

/** A syntax mistake. A message of the parser that has a Chinese text is more exact than its code. */
export const syntaxMistake = ({ code, message }: Pick<YAMLError, 'code' | 'message'>): BilingualText =>
  notValid(inChinese(message) === null ? bilingual(mistakeOf[code]) : (message as BilingualText));

/** Why a document without syntax errors has no values. `offset` is that of its first unresolved alias. */
export function aliasMistake(document: Document): { message: BilingualText; offset?: number } {
  const unresolved = unresolvedAlias(document);
  if (unresolved === undefined) return { message: notValid(bilingual(mistakeOf.RESOURCE_EXHAUSTION)) };
  const reason = bilingual('Unresolved alias (the anchor must be set before the alias): {name}', {
    name: unresolved.source,
  });
  return { message: notValid(reason), offset: unresolved.range?.[0] };
}

/** In one walk: `Alias.resolve` walks the document for each alias, of which there may be very many. */
function unresolvedAlias(document: Document): Alias | undefined {
  const anchors = new Set<string>();
  let found: Alias | undefined;
  visit(document, {
    Node: (_key, node) => {
      if (!isAlias(node)) {
        if (node.anchor !== undefined) anchors.add(node.anchor);
      } else if (!anchors.has(node.source)) {
        found = node;
        return visit.BREAK;
      }
      return undefined;
    },
  });
  return found;
}
