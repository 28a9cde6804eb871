/**
 * Senses that the dictionary lacks, for common words in the names of tables and columns. They come before the senses of
 * the dictionary, which often omits the terms of data processing.
 */
export const senseAdditions = Object.fromEntries(
  `
  状态: status; 金额: amount, sum; 总额: amount; 数量: count, number; 个数: number, count; 名称: title; 姓名: name
  全名: full name; 职务: title; 岗位: position; 类别: category, type, class; 分类: category, classification; 等级: level
  档次: level; 评分: rating; 得分: points; 分数: points; 成绩: score, result; 积分: points; 比例: ratio; 百分比: percent
  工资: salary; 月薪: monthly salary; 奖金: prize; 均价: average price; 售价: sale price, price; 标价: list price
  费用: fee; 营业额: revenue; 销售额: sales revenue; 销量: sales quantity; 毛利: gross profit; 税: tax; 净资产: net worth
  实付: paid; 应付: payable, due; 已付: paid; 支付: payment; 付款: pay, payment; 创建: create, created; 建立: create; 成立: found, founded
  创立: founded; 更新: update; 修改: update; 起始: start; 完成: finish; 截止: due; 发布: publish; 登录: login
  入职: hire, hired, join; 离职: leave, termination; 出生: birth; 生日: date of birth; 出生地: place of birth; 年份: year
  时间: date; 期限: term, period; 次数: number, count, times; 国籍: country, citizenship; 州: state; 区县: district
  位置: location; 总部: headquarters; 体重: weight; 规模: size; 颜色: colour; 品牌: brand; 方式: mode; 原因: reason
  主题: topic; 说明: description; 简介: introduction, description; 评论: review; 留言: comment; 意见: feedback
  电话: phone; 婚姻状况: marital status; 编号: id, code; 序号: number; 用户: customer; 职员: employee, staff
  主管: supervisor, manager, head; 负责人: head, manager; 老板: owner; 拥有者: owner; 领导: leader, head; 上级: supervisor
  小组: team; 供应商: vendor; 商品: product, item; 货品: product; 物品: item; 库存: inventory, stock; 人工: labor, labour; 注册: register, sign up, signup; 门店: shop; 网点: outlet
  分行: branch; 账户: account; 交易: transaction; 参赛者: contestant, participant; 平均: mean; 最高: maximum
  最低: lowest, minimum; 总: total; 合计: total; 最大: maximum; 最小: minimum
  教师: teacher, instructor, lecturer; 老师: teacher, instructor; 学员: student, trainee; 员工: employee, staff; 技师: technician, mechanic
  技工: mechanic, technician; 医生: doctor, physician; 医师: doctor, physician; 兽医: vet, veterinarian; 选手: player, contestant, competitor
  运动员: athlete, player; 获胜者: winner; 胜利者: winner; 优胜者: winner; 胜者: winner; 败者: loser; 主人: owner; 房东: landlord; 旅客: passenger
  住客: guest; 客人: guest, customer; 嘉宾: guest; 裁判: referee, judge; 评委: judge; 队长: captain; 校长: principal, president; 市长: mayor
  指挥官: commander; 指挥家: conductor; 艺人: artist, performer; 捐赠人: donor; 捐款人: donor; 受助人: beneficiary; 申请人: applicant
  应聘者: applicant, candidate; 推荐人: referrer; 收件人: recipient; 承包商: contractor; 代理商: agent; 经纪人: agent, broker
  客户经理: account manager; 销售员: salesperson; 家长: parent; 收容所: shelter
  分馆: branch; 分店: branch, store; 店铺: shop, store; 展厅: gallery, exhibition hall; 演出厅: hall; 场馆: venue, stadium; 球场: stadium, court
  体育场馆: stadium; 体育馆: gymnasium, stadium; 院系: department, faculty; 出版社: publisher, publishing house; 大洲: continent
  房源: listing, property, unit; 房屋: house, property; 楼栋: building; 大楼: building; 制造商: manufacturer, maker; 厂商: manufacturer, maker; 生产商: manufacturer, producer
  采购订单: purchase order; 采购单: purchase order; 保单: policy; 理赔: claim; 赔案: claim; 保费: premium; 存货: inventory, stock
  配件: part, accessory; 零件: part; 零部件: part, component; 原料: ingredient, raw material; 单价: unit price, price; 成本: cost, costs
  花费: cost, spending; 开支: expense; 报销: expense, reimbursement; 薪水: salary; 薪酬: salary, pay; 捐款: donation; 认捐: pledge
  剧目: production, play; 演出: performance, show; 歌名: song name, song title; 书目: title, book; 展品: exhibit, exhibition item
  宠物: pet; 船舶: ship, vessel; 战役: battle, campaign; 战斗: battle, fight; 战争: war, battle; 赛事: tournament, competition, event
  比赛: match, competition, game, contest; 锦标赛: championship, tournament; 巡回赛: tour; 巡演: tour; 联赛: league, tournament; 选课: enrolment, enrollment
  专业: major, programme, program, specialty; 成绩: score, grade, result; 绩点: gpa; 停电: outage, power outage, power cut
  电表: meter, power meter; 抄表: meter reading; 维修: repair, maintenance; 报修: repair request; 检验: inspection, inspect; 检查: inspection, check
  设备: equipment, device; 设施: facility, amenity; 治疗: treatment; 就诊: visit; 预约: booking, appointment, reservation; 班次: shift; 轮班: shift; 工时: hours
  票数: number of votes, votes; 得票: vote, votes; 选票: vote, ballot; 活动: event, activity; 名次: rank, position; 级别: level, grade, rank
  姓氏: last name, surname, family name; 姓: last name, surname; 学历: education, degree; 职称: title, rank
  职位: position, post, job, opening; 工作: work, job; 功率: power; 出席: attendance, attend; 到场: attendance
  到场人数: attendance; 出席人数: attendance; 观众人数: attendance; 受伤: injured, wounded; 伤亡: casualties, casualty; 损失: loss, lost, damage; 失去: lost, lose
  所在地: location; 邮编: zip code, postal code, postcode; 手机: mobile, mobile phone, cell phone; 手机号: mobile, mobile number, phone number
  上映: release; 首演: premiere; 开业: open, opening; 结束: end, finish; 开始: start, begin; 到期: expire, expiry, end, due; 启动: start, launch
  交货: delivery, deliver; 送货: delivery, deliver; 交付: delivery, deliver; 发货: ship, shipment, dispatch; 签署: sign; 签订: sign; 签约: sign
  停用: inactive, discontinued; 启用: active; 备注: notes, remark, note; 注解: note, annotation; 注释: note, comment; 数目: number; 总数: total; 比率: rate, ratio
  行业: industry, sector; 尺寸: size, dimensions; 型号: model, type
  选民: voter; 航班号: flight number; 车次: trip; 培训师: trainer; 研讨会: workshop, seminar; 行程: trip, itinerary`
    .split(/;|\n/)
    .filter((entry) => entry.includes(':'))
    .map((entry) => entry.split(':'))
    .map(([word, senses]) => [word.trim(), senses.split(',').map((sense) => sense.trim())]),
);
