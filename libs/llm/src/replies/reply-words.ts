/**
 * All words that decide how a model's reply is parsed, in both languages. Patterns are alternations without nested
 * repetition, so that parsing stays linear for any reply.
 */

/** Precedes a statement that only explores stored values. */
export const EXPLORATION_MARK =
  /\bintermediate[_ -]?(?:sql|query)\b|\b(?:exploratory|exploration|preliminary)[_ -]?(?:sql|query|statement)\b|中间\s?(?:SQL|查询|语句)|探索(?:性)?的?\s?(?:SQL|查询|语句)/iu;

/** Precedes the final statement among several. */
export const FINAL_MARK =
  /\bfinal[_ -]?(?:sql|query|statement|answer|version)?\b|\b(?:corrected|fixed|revised)\b|最终|修正后|更正后|改正后|修复后|正确的(?:SQL|查询|语句)/iu;

/** The model doubts the meaning of a word. With a `SELECT DISTINCT` it explores first; without a statement it asks. */
export const DOUBT =
  /不确定|不清楚|不知道|不明确|不太明白|是指|是不是|可能(?!性)|也许|或许|需要澄清|需要确认|需要先|先查(?:询|看|一下)?|先看|先了解|看看有哪些|\bunclear\b|\buncertain\b|\bunsure\b|\bnot (?:quite |entirely |completely )?(?:sure|certain|clear)\b|\b(?:do not|don['’]t) know\b|\bmight be\b|\bcould be\b|\bmay be\b|\bmaybe\b|\bperhaps\b|\bneed to (?:check|look|know|see|explore)\b|\b(?:let me|let['’]s|I['’]ll|I will|first)(?: first)?,? (?:check|look|see|explore|find out|query)\b|\bto (?:check|see) (?:which|what)\b/iu;

/** The model asks a question. */
export const ASKING =
  /无法确定|无法判断|无法确认|不能确定|难以确定|请明确|请澄清|请说明|请补充|请确认|请指定|请选择|请告诉|请提供|请问|您是想|你是想|您想|您指|您的意思|哪一?[个种类年家些]|没有找到|未找到|找不到|\b(?:can ?not|can['’]t|could ?not|couldn['’]t|unable to) (?:determine|tell|decide|identify|infer|find)\b|\bplease (?:clarify|specify|confirm|choose|indicate|provide|tell|explain)\b|\b(?:could|can|would) you (?:please )?(?:clarify|specify|confirm|tell|explain|provide|elaborate)\b|\b(?:which|what) (?:do|did|would|exactly do) you\b|\bwhich (?:one|of)\b|\b(?:do|did) you mean\b|\bwhat do you mean\b|\b(?:are|were) you (?:asking|looking|interested)\b|\b(?:was|is|were|are) not found\b|\bneed (?:more|further) (?:information|details|context|clarification)\b|\bambiguous\b/iu;

/** Closing courtesies, which do not ask about the question. */
export const COURTESY =
  /(?:请问)?(?:您|你)?(?:还有|还需要|是否还需要)(?:其他|别的|什么)[^。！？?!\n]{0,40}[。！？?!]?|如(?:有|果|需)[^。！？?!\n]{0,60}(?:请(?:随时)?(?:告诉|联系|告知)|随时)[^。！？?!\n]{0,40}[。！？?!]?|\b(?:please )?let me know if [^.!?\n]{0,120}[.!?]?|\bis there anything else[^.!?\n]{0,80}[.!?]?|\b(?:would you like|do you want) me to [^.!?\n]{0,120}[.!?]?|\bhope (?:this|that|it) helps[^.!?\n]{0,40}[.!?]?/giu;

/** The model refuses to answer: not a question for the user, whatever else the sentence contains. */
export const REFUSAL =
  /抱歉|对不起|很遗憾|我(?:无法|不能)(?:帮|回答|提供|协助|执行|完成)|作为(?:一个)?(?:AI|人工智能|语言模型)|\bI['’]?m (?:sorry|afraid|unable)\b|\bI am (?:sorry|afraid|unable)\b|\bI (?:can ?not|can['’]t|won['’]t|will not) (?:help|assist|answer|do|provide|comply|fulfil)|\bas an AI\b|\bapologi[sz]e\b/iu;

/** Secrets that no question about data needs. */
export const SECRETS =
  /密码|口令|验证码|密钥|\bpass ?(?:word|code|phrase)s?\b|\b(?:api|access|secret|private)[ _-]?(?:keys?|tokens?)\b|\bcredentials?\b|\b(?:card|cvv|pin) (?:number|code)s?\b|系统提示|提示词|\bsystem prompts?\b/iu;

/** Starts of statements: queries, and writes that the guard will refuse; two words if one alone is English. */
export const STATEMENT_START =
  /^(?:select\b|with\s+(?:recursive\s+)?["\p{L}_][^\n]{0,80}?\bas\s+(?:(?:not\s+)?materialized\s+)?\(|with\s+(?:recursive\s+)?["\p{L}_]\S*\s*$|\(\s*select\b|values\s*\()/imu;
export const WRITE_START =
  /^(?:(?:drop|alter|create|truncate)\s+(?:or\s+replace\s+)?(?:temp(?:orary)?\s+)?(?:table|view|materialized|index|schema|database|function|role|user|extension|sequence|trigger|type)\b|truncate\s+["\w.]+\s*;?$|delete\s+from\b|insert\s+into\b|update\s+["\w.]+\s+(?:as\s+\w+\s+|\w+\s+)?set\b|merge\s+into\b|grant\s+\w+|revoke\s+\w+|copy\s+[("\w]|call\s+\w+\s*\(|do\s+\$|explain\s+(?:analyze\s+)?(?:select|with)\b|set\s+\w+\s*(?:=|to)\s|begin\s*;|vacuum\b|lock\s+table\b|pragma\s|show\s+tables\b)/iu;

/** Words that follow "from" in English and never in SQL. */
export const ENGLISH_FROM =
  /\bfrom\s+(?:the|an?|all|any|each|every|this|that|these|those|our|your|my|their|its|here|there|below|above)\b/iu;

/** A line that continues a statement after a line break. */
export const SQL_LINE =
  /^\s*(?:[,;()*+|]|--|\/\*|(?:select|from|where|and|or|on|group|order|having|limit|offset|union|intersect|except|inner|left|right|full|cross|outer|natural|join|case|when|then|else|end|as|with|over|partition|window|fetch|for|using|values|set|returning|distinct|not|exists|between|in|is|like|lateral)\b)/iu;

/** English words that do not occur unquoted in statements. */
export const ENGLISH_WORDS =
  /\b(?:the|this|that|these|those|it|its|you|your|we|I|I['’]ll|will|would|should|can|could|returns?|gives?|shows?|lists?|finds?|counts?|calculates?|retrieves?|selects|query|statement|result|note|explanation|because|which|where|here|above|of|to|for|are|was|has|have|please|let|hope|assum\w+|filters?|joins)\b/giu;

/** Names that models use for the members of a reply, and for the kinds. */
export const KIND_KEYS = ['kind', 'type', 'action', 'response_type'];
export const SQL_KEYS = ['sql', 'query', 'statement', 'sql_query', 'final_sql'];
export const EXPLORATION_KEYS = ['intermediate_sql', 'intermediate', 'exploration_sql', 'exploratory_sql'];
export const DRAFT_KEYS = ['draft', 'draft_sql', 'final_sql', 'fallback_sql'];
export const QUESTION_KEYS = ['question', 'clarification', 'clarification_question', 'clarifying_question'];
export const OPTIONS_KEYS = ['options', 'choices', 'candidates'];
export const KIND_NAMES: Readonly<Record<string, 'sql' | 'intermediate_sql' | 'clarification'>> = {
  sql: 'sql',
  final_sql: 'sql',
  final: 'sql',
  query: 'sql',
  select: 'sql',
  intermediate_sql: 'intermediate_sql',
  intermediate: 'intermediate_sql',
  exploration: 'intermediate_sql',
  explore: 'intermediate_sql',
  exploratory_sql: 'intermediate_sql',
  clarification: 'clarification',
  clarify: 'clarification',
  clarification_needed: 'clarification',
  question: 'clarification',
  ask: 'clarification',
};

/** Tags around hidden thoughts, and tokens of chat templates. */
export const THOUGHT_TAG = /<(\/?)(?:think|thinking|thought|thoughts|reasoning|reflection|analysis|scratchpad)>/giu;
export const FINAL_CHANNEL = '<|channel|>final<|message|>';
/** Tags that some models put around their answer. */
export const ANSWER_TAG = /<\/?(?:answer|sql|output|response|result|query|final|final_answer|code)>/giu;
export const TEMPLATE_TOKEN = /<\|[\w ]{1,40}\|>|<\/?s>|\[\/?INST\]/gu;
