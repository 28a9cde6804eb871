/**
 * Phrases of PostgreSQL (its message catalogues, English and zh_CN), of pg, of Node and of the network, which identify
 * a driver's message. They are the fragments of a message around its names. Half of their words are everyday words;
 * their combination is specific.
 */

const ENGLISH = [
  String.raw`\b(?:relation|column|constraint|schema|collation|prepared statement|savepoint)s?\b[^\n]{0,160}?\bdoes not exist|\b(?:function|aggregate|procedure) \S+\([^\n]*\) does not exist|\boperator does not exist`,
  String.raw`\b(?:table|type|role|database|index|sequence|view|language|attribute|server|extension|portal|cursor|function|operator|procedure)\s+["'\x60][^"'\x60\n]{1,130}["'\x60][^\n]{0,60}?\bdoes not exist`,
  String.raw`\b(?:column|table) reference\b|\bspecified more than once\b|\b(?:function|procedure) [^\n]{1,120}? is not unique|\boperator is not unique`,
  String.raw`syntax error (?:at|in)\b|unterminated (?:quoted|dollar|bit)|trailing junk after|\bat end of input|\bat character \d`,
  String.raw`permission denied|must be owner of|must be (?:a )?superuser|row-level security`,
  String.raw`cancel+ing (?:statement|autovacuum|authentication)|terminating connection|statement timeout|lock timeout|idle[- ]in[- ]transaction|query read timeout|timeout exceeded when`,
  String.raw`violates [\w-]+(?: [\w-]+)? constraint|duplicate key|(?:unique|foreign[- ]key|check|not-null) constraint|null value in column`,
  String.raw`must appear in the group by|(?:aggregate|window|set-returning) functions? (?:are not|is not|calls?|cannot)|ungrouped column|subquery (?:must|has|uses|in from)|more than one row returned`,
  String.raw`invalid input (?:syntax|value)|invalid byte sequence|out of range for type|field value out of range|(?:integer|smallint|bigint|timestamp|interval) out of range|numeric field overflow|value too long for type|division by zero|invalid regular expression|cannot take (?:logarithm|square root)`,
  String.raw`no (?:operator|function|procedure) matches|explicit type casts?|cannot (?:cast type|execute \w+ in|insert into view|delete from view|alter type)|types? [^\n]{1,80}cannot be matched|is of type [^\n]{1,40} but expression`,
  String.raw`could not (?:determine (?:data|polymorphic|which collation|interpretation)|identify an|convert type|choose a best|serialize access|open (?:relation|file|extension)|read block|write (?:block|to file)|resize shared|connect to (?:server|host)|translate host|receive data|send (?:data|startup)|extend file|load library|access (?:file|status))`,
  String.raw`missing from-clause|from-clause entry|there is an entry for table|perhaps you meant to reference|each \w+ query must have|argument of \w+ must be|in the select list|for select distinct|there is no parameter`,
  String.raw`out of (?:shared )?memory|shared memory segment|no space left on device|temporary file size|stack depth limit|disk full|remaining connection slots|too many (?:clients|connections)|max_connections|deadlock detected|current transaction is aborted|read-only transaction`,
  String.raw`password authentication|pg_hba|the database system is|server closed the connection|connection (?:terminated|refused|reset|timed? ?out)|connection to server|socket hang ?up|client has encountered|not queryable|self[- ]signed certificate|ssl (?:connection|negotiation|off)|bind message supplies|crash of another`,
  String.raw`getaddrinfo|\bE(?:CONN(?:REFUSED|RESET|ABORTED)|TIMEDOUT|NOTFOUND|PIPE|HOSTUNREACH|HOSTDOWN|NETUNREACH|AI_AGAIN|ADDRINUSE|ACCES|NOENT)\b`,
  String.raw`\bsqlstate\b|\bpg_[a-z]\w*|\binformation_schema\b|\blibpq\b|\bplpgsql\b|\bnode-postgres\b|\bpg-pool\b`,
  String.raw`\b(?:postgres(?:ql)?|rediss?|mysql|mariadb|mongodb(?:\+srv)?|amqps?|jdbc:\w+)://|\blocalhost\b|\b127\.0\.0\.1\b|\b(?:\d{1,3}\.){3}\d{1,3}:\d{2,5}\b|\b[a-z][\w-]*(?:\.[\w-]+)+:\d{2,5}\b|\b[a-z][\w.-]*:(?:5432|5433|6432|6379|3306|27017)\b`,
];

const CHINESE = [
  String.raw`(?:关系|字段|列|(?<![报列图])表|函数|操作符|运算符|模式|数据库|约束|索引|序列|聚合函数|预备语句|游标)\s*["“][^"”\n]{1,130}["”]\s*(?:的\S{0,20}\s*)?(?:不存在|不明确|是不明确的|必须出现在)`,
  String.raw`(?:类型|角色|视图|语言)\s*"[^"\n]{1,130}"\s*(?:不存在|不明确)`,
  String.raw`(?:关系|字段|列|函数|操作符|模式)\s+\S[^，。\n]{0,130}?\s*(?:不存在|不明确|是不明确的|必须出现在)|(?:操作符|运算符|函数|字段)不存在\s*[:：]|关系\s*["“][^"”\n]{1,130}["”]\s*中?的\s*"`,
  String.raw`字段(?:关联|引用)|表名\s*["“][^"”\n]{1,130}["”]\s*(?:指定|被指定)|未实现用于|无法打开(?:关系|文件)|子查询返回|语法错误\s*[，,]?\s*在|在输入的?末尾|未结束的引[号用]`,
  String.raw`对(?:表|关系|模式|视图|函数|数据库|序列|架构|字段)[^，。\n]{1,130}?权限不够|权限不够|必须是\S{1,60}?的属主|必须是超级用户`,
  String.raw`取消(?:查询|语句)命令|正在取消(?:查询|语句)|语句执行超时|由于(?:语句执行|锁超时|管理员命令|用户请求而)|中断(?:联接|连接)`,
  String.raw`违反了?\s*(?:外键|唯一|检查|非空|排他|not-null|check)性?\s*约束|违反了?\s*约束\s*["“]|重复键|键值?\s*"?\([^)\n]+\)\s*=\s*\(`,
  String.raw`(?:GROUP BY|FROM|WHERE|SELECT|HAVING|ORDER BY)\s*(?:子句|列表)|子查询(?:必须|使用|返回)|聚合函数(?:的|不|中|里|嵌套)|窗口函数(?:不|中)`,
  String.raw`无效的?(?:类型|输入|整数|日期|字节|枚举|正则)[^，。\n]{0,40}?(?:语法|顺序|值|表达式)\s*[:：]|输入语法|字段的?值超出范围|(?:整数|数值字段|时间戳|双精度)(?:超出范围|溢出)|对于(?:可变)?字符类型来说`,
  String.raw`没有匹配指定名称|明确的类型转换|无法转换类型|但是?表达式的类型|类型不匹配\s*[:：]`,
  String.raw`共享内存|内存用尽|设备上没有空间|临时文件大小|堆栈深度|剩余的?连接槽|已?保留的连接(?:位置|槽)|太多的客户端|检测到死锁|当前事务被终止|事务块结束|只读(?:模式的?)?事务`,
  String.raw`(?:Password|密码)\s*认证失败|数据库系统(?:正在|已)|服务器(?:意外地?|异常)(?:关闭|终止)|无法(?:联接|连接)到服务器`,
];

const FRAMES = [
  String.raw`(?:^|[\n\s:：("'])(?:ERROR|FATAL|PANIC|HINT|DETAIL|CONTEXT|STATEMENT|LOCATION|QUERY|NOTICE)\s*[:：]`,
  String.raw`(?:^|\s)LINE \d+\s*:|\bconnect E[A-Z]{3,}`,
  // The log form of psql and the server: two spaces after an ASCII colon.
  String.raw`(?:^|[\n\s])(?:错误|致命错误|严重错误|提示|描述|详细信息|背景|上下文|语句|注意|警告):\s{2}`,
  String.raw`第\s?\d+\s?行\s?[:：]?\s*(?:SELECT|select|WITH|with|FROM|from|\.\.\.)`,
  // SQLSTATEs with a letter are unambiguous; those of digits only could be figures, so they need a word or a colon.
  String.raw`\b(?:[0-9A-Z]{2}P\d{2}|0[ALPZ]000|3[DF]000|2BP01|XX00[0-2]|HV00[0-9A-Z]|F000[01])\b`,
  String.raw`(?:\b[Cc]ode|\b[Ee]rror|错误码?|状态码|代码)\s*[:：=#(]?\s*['"]?(?:0[08]|2[0-8]|4[024]|5[3-8])\d{3}\b|(?:^|\s)(?:0[08]|2[0-8]|4[024]|5[3-8])\d{3}: `,
  String.raw`(?:^|\n)\s*at (?:async )?\S.*:\d+:\d+|node:internal|/node_modules/|\b[A-Z]\w*(?:Error|Exception)\b(?=:|\s+at\b|\()|\bTraceback \(`,
];

const inAnyCase = new RegExp([...ENGLISH, ...CHINESE].join('|'), 'i');
const asWritten = new RegExp(FRAMES.join('|'));

/** The first driver phrase in a text, verbatim; null: none. */
export function driverPhraseIn(text: string): string | null {
  return inAnyCase.exec(text)?.[0] ?? asWritten.exec(text)?.[0] ?? null;
}
