/** What is of a country, in English. */
const DEMONYMS = `
  argentina:argentinian,argentine|australia:australian|austria:austrian|bangladesh:bangladeshi|belgium:belgian|
  bolivia:bolivian|brazil:brazilian|bulgaria:bulgarian|cambodia:cambodian|canada:canadian|chile:chilean|china:chinese|
  colombia:colombian|costa rica:costa rican|croatia:croatian|cuba:cuban|cyprus:cypriot|czechia:czech|
  czech republic:czech|denmark:danish|ecuador:ecuadorian|egypt:egyptian|estonia:estonian|ethiopia:ethiopian|
  finland:finnish|france:french|germany:german|ghana:ghanaian|greece:greek|hungary:hungarian|iceland:icelandic|
  india:indian|indonesia:indonesian|iran:iranian|iraq:iraqi|ireland:irish|israel:israeli|italy:italian|
  jamaica:jamaican|japan:japanese|jordan:jordanian|kenya:kenyan|kuwait:kuwaiti|latvia:latvian|lebanon:lebanese|
  lithuania:lithuanian|luxembourg:luxembourgish|malaysia:malaysian|malta:maltese|mexico:mexican|mongolia:mongolian|
  morocco:moroccan|nepal:nepalese|netherlands:dutch|the netherlands:dutch|new zealand:new zealand|nigeria:nigerian|
  norway:norwegian|pakistan:pakistani|peru:peruvian|philippines:filipino,philippine|poland:polish|
  portugal:portuguese|romania:romanian|russia:russian|saudi arabia:saudi|scotland:scottish|serbia:serbian|
  singapore:singaporean|slovakia:slovak|slovenia:slovenian|south africa:south african|south korea:south korean,korean|
  spain:spanish|sri lanka:sri lankan|sweden:swedish|switzerland:swiss|taiwan:taiwanese|thailand:thai|tunisia:tunisian|
  turkey:turkish|ukraine:ukrainian|united kingdom:british|uk:british|great britain:british|england:english|
  united states:american|united states of america:american|usa:american|us:american|uruguay:uruguayan|
  venezuela:venezuelan|vietnam:vietnamese|wales:welsh`;

const BY_COUNTRY: ReadonlyMap<string, readonly string[]> = new Map(
  DEMONYMS.split('|').map((entry) => {
    const [country = '', words = ''] = entry.trim().split(':');
    return [country, words.split(',')];
  }),
);

/** Adjectives of a stored country: Germany → German. */
export const demonymsOf = (text: string): readonly string[] => BY_COUNTRY.get(text) ?? [];
