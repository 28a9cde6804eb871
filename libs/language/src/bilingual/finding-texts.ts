/** Sentences of the rules that check a login. Their holes are filled with what a rule finds. */
export const ruleSentences = {
  // Attributes and memberships of the login
  'The role {subjects}{via} is a superuser: no grant, no row security and no restriction of functions binds it. Give this connection a separate login (npm run roles writes the statements).':
    '角色 {subjects}{via} 是超级用户：授权、行级安全和对函数的限制都约束不了它。请为此连接使用单独的登录账号（npm run roles 会写出语句）。',
  'The role {subjects}{via} has BYPASSRLS: it reads every row of every table that it may read.':
    '角色 {subjects}{via} 具有 BYPASSRLS：凡是它可以读取的表，它能读到所有行。',
  'The role {subjects}{via} has CREATEROLE: it may give itself or others further rights.':
    '角色 {subjects}{via} 具有 CREATEROLE：它可以给自己或他人更多权限。',
  'The role {subjects}{via} has CREATEDB: it may create databases.':
    '角色 {subjects}{via} 具有 CREATEDB：它可以创建数据库。',
  'The role {subjects}{via} has REPLICATION: it may read the write-ahead log, which holds every row of every database.':
    '角色 {subjects}{via} 具有 REPLICATION：它可以读取预写日志，其中有所有数据库的所有行。',
  'The login is a member of {subjects}{via}, which {detail}.':
    '该登录账号是角色 {subjects}{via} 的成员，该角色{detail}。',
  // Ownership and writing
  'The login owns {subjects}{via}: an owner may change and drop, and row security does not bind it.':
    '该登录账号是 {subjects}{via} 的所有者：所有者可以修改和删除对象，行级安全也约束不了它。',
  'Objects that {subjects} will create give the login {detail}{via}.':
    '{subjects} 今后创建的对象会给该登录账号以下权限：{detail}{via}。',
  'The login has {detail} on {subjects}{via}. It only needs SELECT.':
    '该登录账号在 {subjects}{via} 上有 {detail} 权限，而它只需要 SELECT。',
  'The login has {detail} on the sequences {subjects}{via}: it may advance them.':
    '该登录账号在序列 {subjects}{via} 上有 {detail} 权限：它可以推进这些序列。',
  'The login may create objects in the schemas {subjects}{via}.': '该登录账号可以在模式 {subjects}{via} 中创建对象。',
  'The login has {detail} on the database {subjects}{via}.': '该登录账号在数据库 {subjects}{via} 上有 {detail} 权限。',
  'The login may create objects in the tablespaces {subjects}{via}.':
    '该登录账号可以在表空间 {subjects}{via} 中创建对象。',
  'The login may write the large objects {subjects}{via}.': '该登录账号可以写入大对象 {subjects}{via}。',
  'The setting {subjects} is on: every login may read and write every large object.':
    '设置 {subjects} 已开启：任何登录账号都可以读写所有大对象。',
  'The login has {detail} on the server parameters {subjects}{via}, which are kept for superusers.':
    '该登录账号在服务器参数 {subjects}{via} 上有 {detail} 权限，而这些参数只留给超级用户。',
  'The server lets every login leave prepared transactions behind ({subjects} is above 0), which hold back its clean-up. Unless an application needs two-phase commit, set it to 0.':
    '服务器允许任何登录账号留下已准备的事务（{subjects} 大于 0），它们会妨碍服务器的清理。除非有应用需要两阶段提交，否则请把它设为 0。',
  // Functions and other servers
  'The login may execute {subjects}{via}, which {detail}. Grant it back to the logins of applications that need it.':
    '该登录账号可以执行 {subjects}{via}，这类函数{detail}。如有应用需要，请再授权给该应用的登录账号。',
  'The login may execute {subjects}{via}, which PostgreSQL or an extension keeps for administrators.':
    '该登录账号可以执行 {subjects}{via}，而 PostgreSQL 或扩展只把它留给管理员。',
  'The login may read {subjects}{via}, which PostgreSQL keeps for administrators: passwords, or values of rows that row security withholds.':
    '该登录账号可以读取 {subjects}{via}，而 PostgreSQL 只把它留给管理员：其中有密码，或被行级安全隐藏的行中的值。',
  "The login may execute {subjects}{via}, which run with their owner's rights: neither the login's grants nor its row security bind what they do.":
    '该登录账号可以执行 {subjects}{via}，它们以其所有者的权限运行：该登录账号的授权和行级安全都约束不了它们的操作。',
  'The login may execute {subjects}{via}, which reach other servers or sessions from the database server.':
    '该登录账号可以执行 {subjects}{via}，它们可以从数据库服务器访问其他服务器或会话。',
  'The login may make connections to other servers or files with the foreign data wrappers {subjects}{via}.':
    '该登录账号可以用外部数据包装器 {subjects}{via} 连接其他服务器或文件。',
  'The login may map itself to users of the foreign servers {subjects}{via}.':
    '该登录账号可以把自己映射为外部服务器 {subjects}{via} 的用户。',
  // Row security
  'The login may read the views {subjects}{via}, which read tables with row security as their owner and so show rows that row security withholds. From PostgreSQL 15 on, ALTER VIEW … SET (security_invoker = true) is another way to end it.':
    '该登录账号可以读取视图 {subjects}{via}，这些视图以其所有者的身份读取有行级安全的表，因此会显示被行级安全隐藏的行。从 PostgreSQL 15 起，也可以用 ALTER VIEW … SET (security_invoker = true) 解决。',
  'The login may read {subjects}{via}, parts of tables with row security that have none of their own: row security of the whole does not bind who reads a part.':
    '该登录账号可以读取 {subjects}{via}，它们是有行级安全的表的分区或子表，自身却没有行级安全：直接读取它们时，整个表的行级安全不起作用。',
  'The login may read the foreign tables {subjects}{via} beside tables with row security; a foreign table cannot have any.':
    '该登录账号可以读取外部表 {subjects}{via}，而同一模式中有表启用了行级安全；外部表无法启用行级安全。',
  "The login reads every row of {subjects}, while other tables of the schema have row security. Once enabled, a table shows no row until a policy names them; where its rows are everybody's, a policy USING (true) says so.":
    '该登录账号能读到 {subjects} 的所有行，而同一模式中的其他表有行级安全。启用后，在策略指明可见的行之前，表不显示任何行；如果表中的行所有人都可以读取，请写策略 USING (true)。',
  'Row security of {subjects} does not bind the owner, and so not what reads as the owner, while it is forced on other tables of the schema.':
    '{subjects} 的行级安全不约束其所有者，因此也不约束以所有者身份进行的读取，而同一模式中的其他表强制了行级安全。',
  'The policies {subjects} trust a setting, and a statement may change any setting while it runs. Write them for logins: CREATE POLICY … TO <login> USING (<column> = <value>), or compare with current_user.':
    '策略 {subjects} 依赖设置的值，而语句在运行时可以更改任何设置。请按登录账号编写策略：CREATE POLICY … TO <登录账号> USING (<列> = <值>)，或与 current_user 比较。',
} as const satisfies Record<string, string>;

/** What a role or a function does: the value of `{detail}` in the sentence of its rule. */
export const privilegeTexts = {
  'runs programs on the database server (COPY … TO PROGRAM), in a READ ONLY transaction too':
    '可以在数据库服务器上运行程序（COPY … TO PROGRAM），在 READ ONLY 事务中也可以',
  'writes files on the database server, in a READ ONLY transaction too':
    '可以在数据库服务器上写文件，在 READ ONLY 事务中也可以',
  'reads any file of the database server, the stored tables and passwords among them':
    '可以读取数据库服务器上的任何文件，包括存储的表和密码',
  'reads every table of every schema, also the stored passwords (pg_authid) and the statistics, which hold values of rows that row security withholds; grant SELECT on the tables to be asked instead':
    '可以读取所有模式的所有表，还有存储的密码（pg_authid）和统计信息，其中有被行级安全隐藏的行中的值；请改为只在要查询的表上授予 SELECT',
  'writes every table': '可以写入所有表',
  'locks and rewrites tables': '可以锁定和重写表',
  "ends other logins' statements and sessions": '可以终止其他登录账号的语句和会话',
  "ends the server's own clean-up": '可以终止服务器自身的清理',
  "reads the texts of other logins' statements, with the values in them": '可以读取其他登录账号的语句，包括其中的值',
  'holds locks on tables for long': '可以长时间锁定表',
  'reads settings that are kept from ordinary logins, such as file locations and connection strings':
    '可以读取不对普通登录账号开放的设置，例如文件位置和连接字符串',
  'makes the server write to disk at will': '可以随时让服务器写入磁盘',
  'makes the server connect to other servers': '可以让服务器连接其他服务器',
  'takes the connection slots that are kept for administrators': '可以占用为管理员保留的连接',
  'writes large objects, before PostgreSQL 16 in a READ ONLY transaction too: the ROLLBACK undoes it, but the disk it took is taken':
    '会写入大对象，在 PostgreSQL 16 之前的 READ ONLY 事务中也会：ROLLBACK 会撤销写入，但占用的磁盘空间不会释放',
  'writes into the write-ahead log, in a READ ONLY transaction too, and no ROLLBACK takes it back':
    '会写入预写日志，在 READ ONLY 事务中也会，而且 ROLLBACK 无法撤销',
  'ends the statements of others who use the same login': '会终止使用同一登录账号的其他人的语句',
} as const satisfies Record<string, string>;

/** Findings other than those of rules. */
export const findingTexts = {
  'This rule could not be checked in the system catalogues: {rule}.': '无法在系统目录中检查这条规则：{rule}。',
  'connections/{connection}.yaml lists "{name}" under shared:, and the database has no relation or function of that name. Write the name as the database has it, with its schema where that is another than "{schema}".':
    'connections/{connection}.yaml 在 shared: 下列出了“{name}”，而数据库中没有这个名称的关系或函数。请按数据库中的写法填写名称；如果它不在模式“{schema}”中，请写上它的模式。',
  'or list them under shared: in connections/{connection}.yaml, if their rows are for every tenant':
    '或者在 connections/{connection}.yaml 的 shared: 下列出它们（如果其中的行可供所有租户读取）',
} as const satisfies Record<string, string>;

/** Why objects are not served to a tenant; `{share}` is the end that all have. */
export const leftOutTexts = {
  "The views {subjects} run with their owner's rights, which row security of the tenant's login does not bind, so they are left out. From PostgreSQL 15 on, let them run with the rights of who asks, {share}.":
    '视图 {subjects} 以其所有者的权限运行，租户登录账号的行级安全约束不了它们，因此不提供这些视图。从 PostgreSQL 15 起，可以让它们以查询者的权限运行，{share}。',
  'The materialized views {subjects} hold rows that their owner read, and row security cannot be enabled on them, so they are left out. Give tenants a view with security_invoker instead, {share}.':
    '物化视图 {subjects} 保存了其所有者读取的行，并且无法启用行级安全，因此不提供这些视图。请改为给租户提供带 security_invoker 的视图，{share}。',
  "Row security cannot be enabled on the foreign tables {subjects}, so they are left out. Keep tenants' rows in a table of this database, {share}.":
    '外部表 {subjects} 无法启用行级安全，因此不提供这些表。请把租户的行保存在此数据库的表中，{share}。',
  'Row security of {subjects} does not bind the login, which owns them or bypasses row security, so they are left out. Force it, take BYPASSRLS from the login, {share}.':
    '{subjects} 的行级安全约束不了该登录账号，因为它是所有者，或可以绕过行级安全，因此不提供这些表。请强制行级安全，取消该登录账号的 BYPASSRLS，{share}。',
  '{subjects} are parts of tables with row security, which does not bind who reads a part, so they are left out. Enable it on them with policies of their own, {share}.':
    '{subjects} 是有行级安全的表的分区或子表，直接读取它们时该行级安全不起作用，因此不提供它们。请为它们启用行级安全并编写策略，{share}。',
  '{subjects} have parts that are foreign tables, or whose row security does not bind who reads the whole, so they are left out. Enable it on the whole with policies for it, {share}.':
    '{subjects} 的分区或子表中有外部表，或者其行级安全对整个表的读取不起作用，因此不提供它们。请为整个表启用行级安全并编写策略，{share}。',
  "Whose rows {subjects} read is not known: they run SQL that is put together as text, change the role or a setting, read the planner's statistics, or are in another language than SQL and PL/pgSQL. So they are left out. Write the statement out, {share}.":
    '无法确定 {subjects} 读取的是谁的行：它们运行由文本拼成的 SQL，更改角色或设置，读取规划器的统计信息，或用 SQL 和 PL/pgSQL 以外的语言编写。因此不提供它们。请把语句直接写出来，{share}。',
  '{subjects} use what row security does not reach (of a type: a function of its casts, operators, order or checks), so they are left out. They are served once row security reaches that or it is shared, {share}.':
    '{subjects} 用到了行级安全覆盖不到的对象（对于类型：其类型转换、运算符、排序或检查所用的函数），因此不提供它们。行级安全覆盖到这些对象，或共享这些对象之后，就会提供它们，{share}。',
} as const satisfies Record<string, string>;
