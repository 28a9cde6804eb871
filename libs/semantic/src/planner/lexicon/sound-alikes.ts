/** Common characters that sound alike, tones aside, and so are taken for one another by input methods: one group a word. */
const GROUPS = `峰锋风封丰 销消小晓笑效校肖削 售受收手首守寿瘦 额鹅恶俄饿 订定丁顶盯 单担丹旦但蛋淡 金今进近斤仅尽紧劲禁 客可克课刻科 户互护湖胡虎呼 数树书输熟属术 量两亮辆良凉 产铲阐 品拼频贫聘
退推腿 款宽 价加家佳架假甲嘉 格各个歌隔阁 评平瓶凭苹萍 分份纷粉芬 等灯登邓 级及集几机极即急计基 城成程乘承诚称 市是事式世室试视势适师 省生声升胜圣盛剩 区曲取去趣驱 学雪血 设社射涉摄 备被背倍贝
网王往旺望忘 络落洛 带代待袋贷 终中钟忠种重 端短段断 教叫较交角校 宽款 平评 合和河何核盒 综总宗纵 明名命鸣 细系戏 得德 率绿律旅 完万晚碗湾 消销 取区 渠曲 道到倒导 类累泪 型形行性星姓幸 日期
期其起齐器气汽 年念 月越约乐 天田填 季寄记纪济 周州洲粥 名明 称城 地第弟低底 址值指直职制质志 电店点典 话画划化 邮油游有由友 箱想向项象 账帐张章 号好豪 会汇回绘 员园元原源圆远 商伤上尚 店电
库裤苦 存村 进近 出初处除 货获或 采彩菜 购够构沟 支之知 付副富父服负复 费非飞肥 用勇永 工公功共 资子字自 人仁认任 均军君 景竟静经京精 点典 门们 票漂飘 介界借街 绍少 评 论轮
附副 近进 周 边变便编 最罪醉 高稿 低底 大达 增曾赠 长常场厂 减件间简建健 占站战 比笔必 例力利立历丽 环还换 同通统童 趋区 势是 教 师 素速诉 养样羊阳 应营英影 资 源 平 台太态 使
互户 动东冬懂 多夺 媒美每没 体题提 室 智制 慧会 终 生 滨宾斌彬 江将讲奖 余鱼雨与语 杭航 萧肖 拱巩 西系习喜 钱前千 塘唐糖 临林 建 德得`;

const groupsOf = new Map<string, Set<number>>();
for (const [at, group] of GROUPS.split(/\s+/).entries()) {
  for (const char of group) groupsOf.set(char, (groupsOf.get(char) ?? new Set()).add(at));
}

/** Whether one character may have been typed for the other. */
export function soundAlike(a: string, b: string): boolean {
  const groups = groupsOf.get(a);
  return groups !== undefined && [...(groupsOf.get(b) ?? [])].some((at) => groups.has(at));
}
