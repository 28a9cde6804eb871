/** Mistakes in the files of the configuration other than model files, and states of connections. */
export const configurationTexts = {
  // Of agents. The first, because the end of another text may be any suggestion.
  '{mistake} (connection "{connection}")': '{mistake}（连接“{connection}”）',
  // Names and references
  'The file is not read: its name must end in .{extension}.': '不会读取这个文件：文件名必须以 .{extension} 结尾。',
  'The file is not read: its name must have 1 to 64 letters, digits, "-" or "_" and begin with a letter or digit.':
    '不会读取这个文件：文件名必须是 1 到 64 个字母、数字、“-”或“_”，并以字母或数字开头。',
  'Must have 1 to 64 letters, digits, "-" or "_" and begin with a letter or digit.':
    '必须是 1 到 64 个字母、数字、“-”或“_”，并以字母或数字开头。',
  'Must be "{name}", as in the file\'s name.': '必须是“{name}”，与文件名一致。',
  'Unknown key "{key}".{suggestion}': '未知的键“{key}”。{suggestion}',
  'There is no connection "{name}".{suggestion}': '没有连接“{name}”。{suggestion}',
  // Connections
  'Must be a PostgreSQL address: postgres://<user>:<password>@host:port/database.':
    '必须是 PostgreSQL 地址：postgres://<用户>:<密码>@主机:端口/数据库。',
  'must be the name of a function, with its schema or without': '必须是函数名，可以带模式名',
  'has no effect without "roles": all tenants share a login then.':
    '没有 "roles" 时不起作用：所有租户会共用一个登录账号。',
  'The environment variable {names} is not set.': '没有设置环境变量 {names}。',
  'The text is encrypted, and QUERENT_SECRET_KEY is not set: set it to the key that encrypted the text.':
    '这个文本已加密，但没有设置 QUERENT_SECRET_KEY：请把它设为加密这个文本的密钥。',
  'The text was encrypted with a key that is not in QUERENT_SECRET_KEY: add that key after the others, separated by a comma, or encrypt it again: {command}':
    '加密这个文本的密钥不在 QUERENT_SECRET_KEY 中：请把该密钥加在其他密钥之后，用逗号分隔；或者重新加密：{command}',
  'The encrypted text does not open: it was changed, or made for another connection or field. Encrypt it again: {command}':
    '加密的文本无法解密：它被改动过，或是为其他连接或字段加密的。请重新加密：{command}',
  'The encrypted text was not made for this field with this key.': '这个加密的文本不是用此密钥为此字段加密的。',
  'A password in the file is readable for everyone who can read the file. Keep it in an environment variable (${NAME}), or encrypt the text: {command}':
    '能读取这个文件的人都能读到其中的密码。请把密码放在环境变量（${NAME}）中，或加密文本：{command}',
  'A private key in the file is readable for everyone who can read the file. Keep it in an environment variable (${NAME}), or encrypt the text: {command}':
    '能读取这个文件的人都能读到其中的私钥。请把私钥放在环境变量（${NAME}）中，或加密文本：{command}',
  'The gateway cannot encrypt it: set QUERENT_SECRET_KEY for the gateway and the executor, or name an environment variable of the executor as ${NAME}.':
    '网关无法加密它：请为网关和执行器设置 QUERENT_SECRET_KEY，或用 ${NAME} 写执行器的环境变量名。',
  // Agents
  'Must be table.column.': '必须写作 表.列。',
  'Names one of "column", "filter" and "term".': '必须且只能写 "column"、"filter"、"term" 之一。',
  'Needs "equals" or "in".': '需要 "equals" 或 "in"。',
  'A term takes neither "equals" nor "in".': '写了 "term" 就不能写 "equals" 或 "in"。',
  'There is no column "{column}".': '没有列“{column}”。',
  'There is no filter "{filter}".{suggestion}': '没有筛选条件“{filter}”。{suggestion}',
  'There is no term "{term}".{suggestion}': '没有术语“{term}”。{suggestion}',
  'The term "{term}" has no fixed meaning.': '术语“{term}”没有固定的含义。',
  'The values do not fit the column: it holds {category}.': '值与列不符：该列的类型是 {category}。',
  // Keys, tenants and samples
  'Names that begin with "jwt:" or "web:" belong to the callers of tokens.':
    '以 "jwt:" 或 "web:" 开头的名称只用于令牌的调用方。',
  'Must be a date and time with its zone, as 2027-01-31T00:00:00Z.':
    '必须是带时区的日期和时间，例如 2027-01-31T00:00:00Z。',
  'Must be the SHA-256 of the key: 64 hexadecimal digits.': '必须是密钥的 SHA-256：64 个十六进制数字。',
  'A key named "{name}" is already defined above.': '上面已经定义了名为“{name}”的密钥。',
  'A tenant named "{name}" is already defined above.': '上面已经定义了名为“{name}”的租户。',
  'The line is not valid JSON.': '这一行不是有效的 JSON。',
  // States of connections
  'no tenant has a login': '没有租户有登录账号',
  'the tenant has no login on this connection': '这个租户在此连接上没有登录账号',
  'the login could not be resolved: a variable in its url is missing': '无法确定登录账号：其 url 中有一个变量没有设置',
  // The findings are listed with the login.
  'the login {login} is a superuser or can act as one: neither grants nor row security restrict it. {findings} To correct it: {fix} Or set "allowSuperuser: true" in the connection if this is intended.':
    '登录账号 {login} 是超级用户，或可以充当超级用户：授权和行级安全都不能限制它。修正方法：{fix} 如果这是有意的，也可以在连接中设置 "allowSuperuser: true"。',
  'the login {login} is a superuser or can act as one: neither grants nor row security restrict it. {findings} Or set "allowSuperuser: true" in the connection if this is intended.':
    '登录账号 {login} 是超级用户，或可以充当超级用户：授权和行级安全都不能限制它。如果这是有意的，可以在连接中设置 "allowSuperuser: true"。',
  'The database could not be read: {reason}': '无法读取数据库：{reason}',
  'shown to keys with the scope sql:read': '只对带有“sql:read”权限的密钥显示',
} as const satisfies Record<string, string>;
