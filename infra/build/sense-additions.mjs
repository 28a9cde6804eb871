/**
 * Senses that the dictionary lacks, of words that the tables and columns of any business are called by: what data
 * processing calls things is often not in it. They come before the dictionary's own.
 */
export const senseAdditions = Object.fromEntries(
  `
  状态: status; 金额: amount, sum; 总额: amount; 数量: count, number; 个数: number, count; 名称: title; 姓名: name
  全名: full name; 职务: title; 岗位: position; 类别: category, type, class; 分类: category, classification; 等级: level
  档次: level; 评分: rating; 得分: points; 分数: points; 成绩: score, result; 积分: points; 比例: ratio; 百分比: percent
  工资: salary; 月薪: monthly salary; 奖金: prize; 均价: average price; 售价: sale price, price; 标价: list price
  费用: fee; 营业额: revenue; 销售额: sales revenue; 销量: sales quantity; 毛利: gross profit; 税: tax; 净资产: net worth
  实付: paid; 应付: payable, due; 已付: paid; 支付: payment; 付款: pay, payment; 创建: create, created; 建立: create; 成立: found, founded
  创立: founded; 更新: update; 修改: update; 起始: start; 完成: finish; 截止: due; 到期: due; 发布: publish; 登录: login
  入职: hire, hired, join; 离职: leave, termination; 出生: birth; 生日: date of birth; 出生地: place of birth; 年份: year
  时间: date; 期限: term, period; 次数: number, count, times; 国籍: country, citizenship; 州: state; 区县: district
  位置: location; 总部: headquarters; 体重: weight; 规模: size; 颜色: colour; 品牌: brand; 方式: mode; 原因: reason
  主题: topic; 说明: description; 简介: introduction, description; 评论: review; 留言: comment; 意见: feedback
  电话: phone; 婚姻状况: marital status; 编号: id, code; 序号: number; 用户: customer; 职员: employee, staff
  主管: supervisor, manager, head; 负责人: head, manager; 老板: owner; 拥有者: owner; 领导: leader, head; 上级: supervisor
  小组: team; 供应商: vendor; 商品: product, item; 货品: product; 物品: item; 库存: inventory, stock; 人工: labor, labour; 注册: register, sign up, signup; 门店: shop; 网点: outlet
  分行: branch; 账户: account; 交易: transaction; 参赛者: contestant, participant; 平均: mean; 最高: maximum
  最低: lowest, minimum; 总: total; 合计: total; 最大: maximum; 最小: minimum`
    .split(/;|\n/)
    .filter((entry) => entry.includes(':'))
    .map((entry) => entry.split(':'))
    .map(([word, senses]) => [word.trim(), senses.split(',').map((sense) => sense.trim())]),
);
