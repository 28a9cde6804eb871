/**
 * Common characters of similar shape, which are confused in reading, in handwriting and in shape input methods: one
 * group per word.
 */
const GROUPS = `己已巳 未末 土士 日曰 人入八 大太犬 天夫无 干千于 刀力 贝见 木本术 白自百 午牛 王玉主 侯候 拨拔 茶荼 晴睛情清请 辨辩辫瓣 蓝篮 即既 折拆析 洒酒 籍藉 募幕墓慕暮 爪瓜 仓仑 孤狐弧
拱洪 沧苍 州洲 圆园 坐座 历厉 象像 住往佳 代伐 治冶 陕峡狭 丘兵 东车 乌鸟 今令 书节 免兔 厂广 又叉 口囗 困因囚 场扬杨汤 堤提 墙樯 夏复 奖浆桨 妨防访 孟盂 寒塞赛 尤龙 岭铃 崖涯 币巾 幻幼 归旧 徒徙陡 微徽
怀坏 恨狠 戊戌戍 抗杭坑 抬拾 抢枪仓 拦栏 指脂 挡档 换唤焕 损捐 推堆 搏博 携镌 摩磨魔 撤撒 斑班 旅族 昌晶 明朋 智知 曾会 材村 杏否 板版扳 枚牧 林材 柱拄 核该 栽裁载 桂挂 桥娇侨骄 检捡险 楼搂 槐愧 横黄 毫豪 氏氐民
泳永 泽译 洞桐铜 浩皓 海悔 浙淅 湖胡糊 源原 滩摊 澜阑 炎淡 炼练 烧浇 熊能 燕蒸 牡牧 狼狠 玫枚 珠株 理埋 璃离 申甲由 电申 畔伴 盆盘 眼银很 矛予 矩距 砂沙 碑牌 福幅副 秀季 科料 税悦 稀希 穴空 竞竟 第弟 筋节 粱梁 精晴
紫柴 红江 纹蚊 纯钝 线钱 绍招 绢娟 编偏遍篇 缘绿 罗岁 羊半 翔洋 耳目 肖削 肠场 胜性 脚却 膜模摸 臣巨 舟丹 良食 芒忙 芦户 若苦 苹平 范泡 草早 荆刑 莱菜 萍苹 萧箫 蒲薄 蕊芯 虎虑 蚁蛾 衣农 衷哀衰 裕浴 观现 记纪
讨付 诉拆 谊宜 货贷 贪贫 贵责 赚嫌 跑泡 踢锡 辽疗 达送 近斤 进井 远元 迹亦 逢逄 道首 遣遗 郊效 部陪 郑邓 酿娘 采彩 里星 钓钩 铁轶 锋峰 锦绵 镇填 间问闻 闪闭 阳阴 陀驼 院完 陵凌 隆降 隐稳 难谁 雪雷 霞露 青春 须顺 颂领 风凤 饭饮 馆管 驻注 高亮 魏巍 鲁曾 鲜鳞 鸣呜 麦青 黑墨 齐济`;

const groupsOf = new Map<string, Set<number>>();
for (const [at, group] of GROUPS.split(/\s+/).entries())
  for (const char of group) groupsOf.set(char, (groupsOf.get(char) ?? new Set()).add(at));

/** Whether one character may have been written instead of the other because of its shape. */
export function haveSimilarShape(a: string, b: string): boolean {
  const groups = groupsOf.get(a);
  return groups !== undefined && [...(groupsOf.get(b) ?? [])].some((at) => groups.has(at));
}
