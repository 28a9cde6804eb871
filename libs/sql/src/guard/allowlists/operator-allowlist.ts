/**
 * Operators of PostgreSQL and PostGIS. A symbol outside this list could be a user's operator, and so a user's function.
 * The words are those the parser writes for BETWEEN.
 */
const SYMBOLS =
  '= <> < <= > >= + - * / % ^ |/ ||/ @ & | # ~ << >> || ~~ !~~ ~~* !~~* ~* !~ !~* ^@ ' +
  '<<= >>= -> ->> #> #>> @> <@ ? ?| ?& #- @? @@ && -|- &< &> << >> <-> @@@ !! ' +
  '&<| |&> <<| |>> ~= <#> <<->> &&& ## <^ >^ ?- ?# ?-| ?|| @-@ |=| ~<~ ~<=~ ~>~ ~>=~';

const WORDS = ['BETWEEN', 'NOT BETWEEN', 'BETWEEN SYMMETRIC', 'NOT BETWEEN SYMMETRIC'];

export const ALLOWED_OPERATORS: ReadonlySet<string> = new Set([...SYMBOLS.split(' '), ...WORDS]);
