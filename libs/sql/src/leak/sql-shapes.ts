/**
 * Patterns that make a text SQL. Keywords alone do not: "select one from the list" and "group by month" are English, so
 * lower case needs the punctuation of a statement, and capitals those of one.
 */
const IDENTIFIER = String.raw`(?:"[^"\n]{1,63}"|[A-Za-z_][\w$]*)`;
const QUALIFIED = String.raw`${IDENTIFIER}(?:\.${IDENTIFIER}){0,2}`;
/** A name that does not occur in prose: with an underscore, a dot or quotes. */
const ODD_NAME = String.raw`(?:[A-Za-z_]\w*\.${IDENTIFIER}|"[^"\n]{1,63}"|[A-Za-z]\w*_\w*)`;
const QUOTABLE = String.raw`[A-Za-z_\u0080-\uffff][\w\u0080-\uffff $-]*`;
const ITEM = String.raw`(?:\*|[\w".]+\([^()]*\)|${QUALIFIED}(?:\.\*)?)(?:\s+as\s+${IDENTIFIER})?`;
/** Words that follow "from" in English and never in SQL. */
const NO_ARTICLE = String.raw`(?!(?:the|an?|all|any|each|every|this|that|these|those|our|your|my|their|its|his|her|here|there|now|one|two|last|next|\d+)\b)`;

const IN_ANY_CASE = [
  // A select list has names, calls and stars with commas; in English a word without a comma follows soon.
  String.raw`\bselect\s+(?:distinct\s+|all\s+)?${ITEM}(?:\s*,\s*${ITEM})*\s+from\s+${NO_ARTICLE}[\w"(]`,
  String.raw`\bselect\s+(?:count|sum|avg|min|max|coalesce|round)\s*\(`,
  String.raw`\bwith\s+(?:recursive\s+)?${IDENTIFIER}(?:\s*\([^)]*\))?\s+as\s+(?:not\s+|materialized\s+)*\(`,
  String.raw`\bjoin\s+(?:lateral\s+)?${QUALIFIED}(?:\s+(?:as\s+)?${IDENTIFIER})?\s+(?:on\s+${QUALIFIED}\s*[=<>]|using\s*\()`,
  String.raw`\b(?:inner|left|right|full|cross|outer)\s+(?:outer\s+)?join\b`,
  String.raw`\bcase\s+when\b[\s\S]{1,300}?\bthen\b[\s\S]{1,300}?\bend\b`,
  String.raw`\bwhere\s+${ODD_NAME}\s*(?:[=<>~!@]|(?:not\s+)?(?:i?like|in|between|is)\b)|\bwhere\s+${QUALIFIED}\s*(?:=\s*['$]|(?:i?like|in)\s+['($]|is\s+(?:not\s+)?null)`,
  String.raw`\b(?:group|order)\s+by\s+(?:${ODD_NAME}|\d+\s*(?:,|asc|desc|$))`,
  String.raw`\b(?:insert\s+into|delete\s+from|truncate\s+table|(?:drop|alter|create)\s+(?:table|view|index|schema|role|database))\s+${NO_ARTICLE}[\w"]|\bupdate\s+${QUALIFIED}\s+set\s+${QUALIFIED}\s*=`,
  String.raw`[\w)"'\]]\s?::\s?"?[a-z_]\w*`,
  String.raw`\bcount\s*\(\s*(?:\*|distinct\b)|\b(?:date_trunc|date_part|to_char|to_date|to_timestamp|string_agg|array_agg|json_agg|jsonb_\w+|regexp_\w+|nullif|row_number|dense_rank|generate_series|percentile_cont|unnest|st_[a-z]\w*)\s*\(`,
  String.raw`"[^"\s][^"\n]{0,62}"\."[^"\n]{1,63}"|\b[A-Za-z_]\w*\."${QUOTABLE}"|"${QUOTABLE}"\.[A-Za-z_\u0080-\uffff]`,
  String.raw`(?:=|<>|<=|>=|<|>|~)\s*any\s*\(|\bis\s+(?:not\s+)?distinct\s+from\b|\bilike\b|\bunion\s+all\b|\bnulls\s+(?:first|last)\b|\bpartition\s+by\b`,
  '```',
  // "$1" is also a price.
  String.raw`(?:\bin\s*\(|${ODD_NAME}\s*(?:=|<>|!=|<=|>=|[<>~]))\s*\$\d{1,2}\b(?![.,]\d|\s*(?:k|m|bn|million|billion|thousand)\b)|\$\d{1,2}\s*::|\$1\s*(?:,|and)\s*\$2\b|\b(?:limit|offset)\s+\$\d\b`,
];

const IN_CAPITALS = [
  String.raw`\bSELECT\b[\s\S]*?\bFROM\b|\bSELECT\s+(?:DISTINCT|COUNT|SUM|AVG|MIN|MAX|CASE|\*|[\w"]+\.)`,
  String.raw`\b(?:GROUP|ORDER|PARTITION)\s+BY\b|\bHAVING\s+[\w"(]|\bWHERE\s+[\w"(]|\b(?:LIMIT|OFFSET)\s+[\d$]|\bUNION\s+(?:ALL|SELECT)\b`,
  String.raw`\bJOIN\b[\s\S]{1,160}?\b(?:ON|USING)\b|\bCASE\s+WHEN\b|\bFROM\s+[a-z_"][\w".]*\s+(?:WHERE|GROUP|ORDER|LIMIT|JOIN|LEFT|INNER|AS)\b`,
  String.raw`\bIS\s+(?:NOT\s+)?NULL\b|\bNOT\s+NULL\b|\bEXISTS\s*\(|\bNULLS\s+(?:FIRST|LAST)\b|\bBETWEEN\s+\S+\s+AND\b|\bI?LIKE\s+['$]`,
  String.raw`\b(?:COUNT|SUM|AVG|MIN|MAX|COALESCE|EXTRACT|ROUND|CAST|NULLIF|GREATEST|LEAST|CONCAT|LOWER|UPPER|TRIM|SUBSTRING|LENGTH)\s*\(`,
  String.raw`\bINTERVAL\s+'|\b(?:DATE|TIMESTAMP)\s+'\d|\b(?:INSERT\s+INTO|DELETE\s+FROM|(?:DROP|ALTER|CREATE|TRUNCATE)\s+TABLE|UPDATE\s+[\w"]+\s+SET|SET\s+search_path)\b`,
];

const inAnyCase = new RegExp(IN_ANY_CASE.join('|'), 'i');
const inCapitals = new RegExp(IN_CAPITALS.join('|'));

/** The first piece of SQL in a text, verbatim; null: none. */
export function sqlShapeIn(text: string): string | null {
  return inCapitals.exec(text)?.[0] ?? inAnyCase.exec(text)?.[0] ?? null;
}
