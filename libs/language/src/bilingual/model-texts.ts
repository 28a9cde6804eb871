/**
 * Mistakes in model files, and zod's own messages. `{}` is a name or a value; `{1}` and `{2}` change the order. A spec
 * walks the sources that make them.
 */
export const modelTexts = {
  // References
  'there is no table "{}" in schema "{}"': '模式“{2}”中没有表“{1}”',
  'there is no table "{}"': '没有表“{}”',
  'there is no metric "{}"': '没有指标“{}”',
  'there is no filter "{}"': '没有筛选条件“{}”',
  'table "{}" has no column "{}"': '表“{}”没有列“{}”',
  'table "{}" is hidden': '表“{}”已隐藏',
  'column "{}" is hidden': '列“{}”已隐藏',
  'column "{}" is not set up correctly': '列“{}”设置有误',
  'filter "{}" is not set up correctly': '筛选条件“{}”设置有误',
  '"{}" is not set up correctly': '“{}”设置有误',
  '"{}" must be written table.column': '“{}”须写作 表.列',
  '"{}" is not a time column': '“{}”不是时间列',
  'absent for this login: it may not read {}': '此登录账号看不到：它无权读取 {}',
  'what "{}" is computed from': '“{}”的计算来源',
  'what it filters by ("{}")': '它的筛选依据（“{}”）',
  'the columns that join {}': '用来连接 {} 的列',
  'the database server does not know the time zone "{}": write the name of another city in it':
    '数据库服务器不认识时区“{}”：请写该时区中另一个城市的名称',
  // Columns
  'only a text column needs a cast; "{}" is {}': '只有文本列需要 cast；“{}”的类型是 {}',
  'is not a regular expression': '不是正则表达式',
  '"{}" is {}: a measure stored as text needs a cast': '“{}”的类型是 {}：以文本存储的度量需要 cast',
  '"{}" is {}, not a date, a timestamp or a year': '“{}”的类型是 {}，不是日期、时间戳或年份',
  '"{}" is {}, not a geometry': '“{}”的类型是 {}，不是几何类型',
  '"{}" is not a number, but "{}" is {}': '“{1}”不是数字，而“{2}”的类型是 {3}',
  // Joins
  'the columns of one end must belong to one table': '一端的列必须属于同一张表',
  'both ends need the same number of columns': '两端的列数必须相同',
  '"{}" and "{}" have types that cannot be equal': '“{}”与“{}”的类型无法相等',
  '"{}" is not unique: a join goes from the many side to a key of the one side':
    '“{}”不唯一：连接须从多的一侧指向一的一侧的键',
  'no join leads from one of {} to the others without multiplying rows':
    '从 {} 中的任何一张表出发，都没有不使行数成倍增加而到达其余表的连接',
  // Metrics
  'has both an expression and children; a metric is a leaf or a parent':
    '同时有 expression 和 children；指标要么是叶子，要么是父级',
  'has neither an expression nor children': '既没有 expression 也没有 children',
  'weight {} is not above 0': '权重 {} 不大于 0',
  'weights sum to {}, not to 1': '权重之和是 {}，而不是 1',
  '"{}" does not list "{}" among its children': '“{}”的 children 中没有“{}”',
  '"{}" is already a child of "{}"': '“{}”已经是“{}”的子指标',
  'the metric tree has a cycle: {}': '指标树中有循环：{}',
  '"{}" is {}: {} needs a number (or a cast in the column\'s entry)':
    '“{}”的类型是 {}：{} 需要数字（或在该列中写 cast）',
  // Terms and entities
  'needs either a filter or candidates': '需要 filter 或 candidates，二者取其一',
  'has no column': '没有列',
  '"{}" is the name of a table; an entity needs another name': '“{}”是表名；实体需要另一个名称',
  'the two sources must be different tables': '两个来源必须是不同的表',
  '"{}" is not one of the sources': '“{}”不是来源之一',
  'must pair a row of one source with a row of the other': '必须把一个来源的行与另一个来源的行配对',
  'takes two columns from one source; a field has at most one from each':
    '从同一来源取了两列；一个字段在每个来源中最多取一列',
  // Expressions
  'a metric must aggregate, for instance avg(table.column)': '指标必须聚合，例如 avg(表.列)',
  'an aggregate is inside another aggregate': '聚合函数嵌套在另一个聚合函数中',
  'an aggregate has no column; write count(table.*) to count rows': '聚合函数没有列；要统计行数，请写 count(表.*)',
  'a condition on rows cannot aggregate': '行的条件不能聚合',
  'is not a condition: it must compare something': '不是条件：必须有比较',
  '"{}" is outside an aggregate': '“{}”在聚合函数之外',
  '"{}" is outside count': '“{}”在 count 之外',
  'table.* is only allowed in count': '表.* 只能用在 count 中',
  'count(*) has no table; write count(table.*)': 'count(*) 没有表；请写 count(表.*)',
  'count(*) may mean rows of "{}" or of "{}"; write count({}.*)': 'count(*) 可能指“{}”的行或“{}”的行；请写 count({}.*)',
  'a part of the expression is missing': '表达式缺少一部分',
  'function "{}" is not allowed': '不允许使用函数“{}”',
  'function "{}" takes {} argument(s)': '函数“{}”需要 {} 个参数',
  'a window function (OVER) is not allowed': '不允许使用窗口函数（OVER）',
  'DISTINCT, FILTER, ORDER BY and * are for aggregates, not for "{}"':
    'DISTINCT、FILTER、ORDER BY 和 * 只用于聚合函数，不用于“{}”',
  '"{}" needs no ORDER BY': '“{}”不需要 ORDER BY',
  'write {} WITHIN GROUP (ORDER BY table.column)': '请写 {} WITHIN GROUP (ORDER BY 表.列)',
  'operator "{}" is not allowed': '不允许使用运算符“{}”',
  'type "{}" is not allowed': '不允许使用类型“{}”',
  'BETWEEN needs two bounds': 'BETWEEN 需要两个边界',
  'only a subscript such as [1] is allowed here': '这里只允许 [1] 这样的下标',
  'a bit string is not allowed': '不允许使用位串',
  'a subquery is not allowed': '不允许使用子查询',
  'a parameter such as $1 is not allowed': '不允许使用 $1 这样的参数',
  'a zero character is not allowed': '不允许使用零字符',
  'more than {} tokens': '超过 {} 个词法单元',
  'only one expression is allowed, not a list': '只允许一个表达式，不能是列表',
  'only one expression is allowed': '只允许一个表达式',
  'only an expression is allowed, without {}': '只允许表达式，不能有 {}',
  'the expression is empty': '表达式为空',
  'syntax error at or near "{}"': '“{}”附近有语法错误',
  'syntax error at end of input': '表达式不完整',
  '"{}" is not allowed': '不允许使用“{}”',
  '{} is not allowed': '不允许使用 {}',
  // Form of the file
  'unknown key "{}"': '未知的键“{}”',
  'has a form that is not allowed here': '这里不允许这种形式',
  'must be an IANA time zone such as Asia/Shanghai, or UTC': '必须是 IANA 时区，例如 Asia/Shanghai，或 UTC',
  'invalid input: expected {}, received undefined': '缺少内容：应为{}',
  'invalid input: expected {}, received {}': '应为{}，而不是{}',
  'invalid input: expected {}': '应为 {}',
  'invalid option: expected one of {}': '应为以下之一：{}',
  'too big: expected {} to have {} {}': '{}过长：应为 {} {}',
  'too big: expected {} to be {}': '{}过大：应为 {}',
  'too small: expected {} to have {} {}': '{}过短：应为 {} {}',
  'too small: expected {} to be {}': '{}过小：应为 {}',
  'invalid key in {}': '{}中有无效的键',
  'invalid input': '内容无效',
} as const satisfies Record<string, string>;

/** What may follow a mistake in a model file. */
export const modelEnds = {
  ' at position {}': '，位置 {}',
  '; did you mean "{}"?': '；您是指“{}”吗？',
  '; known keys: {}': '；已知的键：{}',
  ': inside { } a comma ends a value, so put quotes around a text with a comma, such as an expression':
    '：在 { } 中逗号表示值的结束，请给含逗号的文本（例如表达式）加引号',
} as const satisfies Record<string, string>;

/** Words of zod and of SQL that are values in mistakes. */
export const valueWords: Readonly<Record<string, string>> = {
  string: '文本',
  number: '数字',
  int: '整数',
  boolean: 'true 或 false',
  object: '键值对',
  record: '键值对',
  array: '列表',
  null: '空值',
  characters: '个字符',
  items: '项',
  'GROUP BY': 'GROUP BY',
};
