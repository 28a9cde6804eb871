/** Words whose dictionary form no rule gives: irregular plurals and verbs, each with its stem. */
export const IRREGULAR_STEMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    people: 'person', persons: 'person', children: 'child', men: 'man', women: 'woman', salesmen: 'salesman',
    saleswomen: 'saleswoman', teeth: 'tooth', feet: 'foot', mice: 'mouse', geese: 'goose', oxen: 'ox',
    indices: 'index', indexes: 'index', vertices: 'vertex', matrices: 'matrix', appendices: 'appendix',
    analyses: 'analysis', bases: 'base', crises: 'crisis', theses: 'thesis', diagnoses: 'diagnosis',
    criteria: 'criterion', phenomena: 'phenomenon', media: 'media', curricula: 'curriculum', alumni: 'alumnus',
    lives: 'life', wives: 'wife', knives: 'knife', shelves: 'shelf', halves: 'half', leaves: 'leaf', thieves: 'thief',
    wolves: 'wolf', selves: 'self', loaves: 'loaf', movies: 'movie', cookies: 'cookie', ties: 'tie', pies: 'pie',
    calories: 'calorie', zombies: 'zombie', selfies: 'selfie', heroes: 'hero', potatoes: 'potato', tomatoes: 'tomato',
    echoes: 'echo', vetoes: 'veto', quizzes: 'quiz', buses: 'bus', gases: 'gas', lenses: 'lens', caches: 'cache',
    aches: 'ache', shoes: 'shoe', toes: 'toe', databases: 'database', diseases: 'disease', axes: 'axis', aliases: 'alias', biases: 'bias', atlases: 'atlas',
    is: 'be', are: 'be', was: 'be', were: 'be', been: 'be', being: 'be', am: 'be', has: 'have', had: 'have', having: 'have',
    does: 'do', did: 'do', done: 'do', doing: 'do', goes: 'go', went: 'go', gone: 'go', going: 'go',
    bought: 'buy', sold: 'sell', made: 'make', paid: 'pay', spent: 'spend', sent: 'send', won: 'win', lost: 'lose',
    took: 'take', taken: 'take', gave: 'give', given: 'give', got: 'get', gotten: 'get', wrote: 'write', written: 'write',
    built: 'build', held: 'hold', left: 'leave', met: 'meet', ran: 'run', running: 'run', said: 'say',
    saw: 'see', seen: 'see', showed: 'show', shown: 'show', taught: 'teach', thought: 'think', told: 'tell', found: 'find',
    grew: 'grow', grown: 'grow', began: 'begin', begun: 'begin', came: 'come', became: 'become', chose: 'choose',
    chosen: 'choose', drove: 'drive', driven: 'drive', ate: 'eat', eaten: 'eat', fell: 'fall', fallen: 'fall', flew: 'fly',
    flown: 'fly', kept: 'keep', knew: 'know', known: 'know', led: 'lead', born: 'bear', shipped: 'ship', shipping: 'shipping',
    used: 'use', using: 'use', dying: 'die', died: 'die', lying: 'lie', tied: 'tie', tying: 'tie', owed: 'owe', owing: 'owe',
  }),
);

/**
 * Words that look inflected and are not: they name something as they stand, or losing the ending changes the noun
 * (sales is not a sale, goods is not good).
 */
export const UNINFLECTED: ReadonlySet<string> = new Set(
  (
    'sales goods news series species status campus bonus virus census focus bus gas plus minus basis analysis axis crisis ' +
    'thesis address access process business class glass pass press express success progress loss boss cross mass mess less ' +
    'wireless gps sms lens always its this his hers ours yours us as was thus yes physics mathematics maths economics politics ' +
    'athletics electronics statistics logistics analytics headquarters means sports texas paris kansas illinois arkansas ' +
    'massachusetts james charles thomas jones williams davis los las les united netherlands philippines during ' +
    'morning evening king ring spring string thing nothing something everything anything building meeting training ' +
    'rating ranking pricing marketing engineering funding spending earning booking listing heading wedding ceiling beijing ' +
    'nanjing chongqing bring sing wing swing sting being red bed need seed speed feed hundred breed weed deed shed led wed ' +
    'exceed proceed succeed embed united limited advanced wind ios aws sas dns https http'
  ).split(' '),
);
