/** Syntax mistakes in YAML files. */
export const yamlTexts = {
  'Not valid YAML: {reason}': '不是有效的 YAML：{reason}',
  // One for each code of the parser
  'an alias (*name) takes no anchor and no tag': '别名（*名称）不能带锚点或标签',
  'the name of an anchor (&name) or of an alias (*name) is missing or not valid':
    '锚点（&名称）或别名（*名称）的名称缺失或无效',
  'the directive (a line that begins with %) is not valid': '指令（以 % 开头的行）无效',
  'the text in double quotes has an escape sequence (\\) that is not valid': '双引号内的文本中有无效的转义序列（\\）',
  'the indentation does not fit the lines above': '缩进与上面的行不一致',
  'an anchor or a tag must be after the indicator (-, ? or :)': '锚点或标签必须写在“-”、“?”或“:”之后',
  'a text cannot begin with this character: put quotes around it': '文本不能以这个字符开头：请给文本加引号',
  'a line has at most one key, and no list or mapping can be a key: put quotes around a text with a colon':
    '一行最多有一个键，列表或映射也不能作为键：含冒号的文本请加引号',
  'inside braces or brackets there can be no list or mapping by indentation':
    '在花括号或方括号中不能用缩进来写列表或映射',
  'a mapping has the same key twice': '同一映射中有重复的键',
  'the parser cannot read this part': '解析器无法读取这一部分',
  'a key can have at most 1,024 characters': '键最多 1,024 个字符',
  'a character is missing, such as a closing quote or bracket, a comma, a colon or a space':
    '缺少字符，例如结束的引号或括号、逗号、冒号或空格',
  'a key must be on one line': '键必须写在一行内',
  'a value can have at most one anchor (&name)': '一个值最多有一个锚点（&名称）',
  'the file must hold one document: remove the lines that consist of ---': '文件只能有一个文档：请删除内容为 --- 的行',
  'a value can have at most one tag (!name)': '一个值最多有一个标签（!名称）',
  'a key must be a text': '键必须是文本',
  'the file has too many levels, or its aliases repeat too much': '文件层级过多，或别名的重复过多',
  'indentation must consist of spaces, without tabs': '缩进只能用空格，不能用制表符',
  'the tag (!name) is unknown or does not fit the value': '标签（!名称）未知，或与值不符',
  'this character is not expected here': '此处不应有这个字符',
  'the tag (!name) does not fit a list or a mapping': '标签（!名称）不能用于列表或映射',
  // Messages of the parser that are more exact than their codes
  'Implicit map keys need to be followed by map values': '键后面必须有冒号和值',
  'Nested mappings are not allowed in compact mappings': '一行内不能嵌套映射',
  'All sequence items must start at the same column': '列表各项必须从同一列开始',
  'All mapping items must start at the same column': '同一映射的各键必须从同一列开始',
  'Map keys must be unique': '键不能重复',
  'Missing closing {quote}quote': '缺少结束的引号',
  'Unresolved alias (the anchor must be set before the alias): {name}': '别名“{name}”没有在它之前定义',
  'Comments must be separated from other tokens by white space characters': '注释之前必须有空格',
} as const satisfies Record<string, string>;
