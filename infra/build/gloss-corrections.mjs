/**
 * Where the dictionary's first sense is not the one a business question means, or where the dictionary has no entry. A word
 * with an empty gloss is left out: particles and measure words carry no meaning of their own.
 */
export const corrections = {
  ...Object.fromEntries(
    [
      '的 了 吗 呢 吧 啊 呀 嘛 着 过 地 得 之 所 把 被 给 向 往 对 对于 关于 是 以 也 就 还 又 都 而 且 并 及 以及 与 和 跟 或 或者 个 些 只 条 张 件 位 名 家 间 所 座',
      '台 辆 份 种 笔 次 请 请问 帮 帮我 麻烦 一下 告诉 告诉我 我 我们 你 您 他 她 它 们 咱们 这 那 这个 那个 这些 那些 其 某',
    ]
      .flatMap((line) => line.split(' '))
      .map((word) => [word, '']),
  ),
  // how a question is put
  按: 'by', 按照: 'by', 在: 'in', 到: 'to', 至: 'to', 从: 'from', 自: 'since', 比: 'than', 哪: 'which', 多少: 'how many', 如何: 'how', 怎么样: 'how', 为: 'is',
  最高: 'highest', 最低: 'lowest', 最多: 'most', 最少: 'least', 最大: 'largest', 最小: 'smallest', 没: 'not', 未: 'not', 不: 'not', 大于: 'more than', 小于: 'less than',
  // money
  营收: 'revenue', 营业额: 'revenue', 销售额: 'sales revenue', 成交额: 'sales revenue', 成交量: 'sales volume', 流水: 'revenue', 销量: 'sales quantity',
  金额: 'amount', 总额: 'total amount', 单价: 'unit price', 客单价: 'average order value', 毛利: 'gross profit', 毛利率: 'gross margin', 净利: 'net profit',
  成本: 'cost', 花费: 'spending', 支付: 'pay', 付款: 'payment', 退款: 'refund', 退货: 'return goods', 下单: 'place order', 订单: 'order', 单子: 'order',
  价: 'price', 款: 'payment', 单: 'order',
  // who and what
  渠道: 'channel', 客户: 'customer', 顾客: 'customer', 用户: 'user', 品牌: 'brand', 品类: 'category', 类目: 'category', 商品: 'product', 货品: 'product',
  店: 'shop', 门店: 'store', 店铺: 'shop', 网点: 'branch', 老师: 'teacher', 省: 'province', 省份: 'province', 区: 'district', 区县: 'district', 月: 'month',
  酒店: 'hotel', 编号: 'number', 工号: 'employee number', 等级: 'level', 级别: 'level', 档次: 'level', 类型: 'type', 状态: 'status', 性别: 'gender',
  // figures
  数: 'number', 数量: 'quantity', 数目: 'number', 平均: 'average', 均价: 'average price', 占比: 'share', 比例: 'proportion', 比率: 'ratio', 同比: 'year over year', 环比: 'month over month',
  评分: 'rating', 得分: 'score', 分数: 'score', 分: 'score', 率: 'rate', 量: 'quantity', 额: 'amount', 总: 'total', 最: 'most', 有: 'have', 没有: 'without',
};
