/**
 * English verbs with an irregular past: `verb past participle`; the participle is omitted if it equals the past. Verbs
 * with both forms are omitted. Verbs with a prefix (undergo, overtake, resell) are found by their endings.
 */
const TABLE = `
be was been|bear bore born|beat beat beaten|become became become|begin began begun|bend bent|bet bet|bid bid|
bind bound|bite bit bitten|bleed bled|blow blew blown|break broke broken|breed bred|bring brought|build built|
burst burst|buy bought|cast cast|catch caught|choose chose chosen|come came come|cost cost|creep crept|cut cut|
deal dealt|dig dug|do did done|draw drew drawn|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|
feed fed|feel felt|fight fought|find found|flee fled|fly flew flown|forbid forbade forbidden|forget forgot forgotten|
freeze froze frozen|get got|give gave given|go went gone|grind ground|grow grew grown|hang hung|have had|hear heard|
hide hid hidden|hit hit|hold held|hurt hurt|keep kept|know knew known|lay laid|lead led|leave left|lend lent|let let|
lie lay lain|light lit|lose lost|make made|mean meant|meet met|pay paid|put put|quit quit|read read|ride rode ridden|
ring rang rung|rise rose risen|run ran run|say said|see saw seen|seek sought|sell sold|send sent|set set|
sew sewed sewn|shake shook shaken|shed shed|shine shone|shoot shot|show showed shown|shrink shrank shrunk|shut shut|
sing sang sung|sink sank sunk|sit sat|sleep slept|slide slid|sow sowed sown|speak spoke spoken|spend spent|spin spun|
split split|spread spread|spring sprang sprung|stand stood|steal stole stolen|stick stuck|sting stung|strike struck|
string strung|swear swore sworn|sweep swept|swim swam swum|swing swung|take took taken|teach taught|tear tore torn|
tell told|think thought|throw threw thrown|understand understood|wake woke woken|wear wore worn|weave wove woven|
win won|wind wound|write wrote written`;

const PASTS: ReadonlyMap<string, readonly string[]> = new Map(
  TABLE.replaceAll('\n', '')
    .split('|')
    .map((row): [string, string[]] => {
      const [verb = '', ...pasts] = row.split(' ');
      return [verb, [...new Set(pasts)]];
    }),
);
const VERBS: ReadonlyMap<string, string> = new Map(
  [...PASTS].flatMap(([verb, pasts]) => pasts.map((past): [string, string] => [past, verb])),
);

const PREFIX = /^(?:under|over|out|with|fore|re|un|mis|up|off|sub)(?=[a-z]{3})/;

/** Past and participle of an irregular verb: begin → began, begun. Undefined for a regular one. */
export function irregularPasts(verb: string): readonly string[] | undefined {
  return PASTS.get(verb) ?? withPrefix(verb, (plain, prefix) => PASTS.get(plain)?.map((past) => prefix + past));
}

/** The verb of an irregular past or participle: begun → begin. Undefined for any other word. */
export function verbOfPast(past: string): string | undefined {
  return (
    VERBS.get(past) ??
    withPrefix(past, (plain, prefix) => {
      const verb = VERBS.get(plain);
      return verb === undefined ? undefined : prefix + verb;
    })
  );
}

function withPrefix<T>(word: string, found: (plain: string, prefix: string) => T | undefined): T | undefined {
  const prefix = PREFIX.exec(word)?.[0];
  return prefix === undefined ? undefined : found(word.slice(prefix.length), prefix);
}
