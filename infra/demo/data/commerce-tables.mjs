/** Where customers live, by weight. */
export const CITIES = {
  杭州市: 16,
  上海市: 14,
  北京市: 12,
  深圳市: 10,
  广州市: 9,
  成都市: 7,
  南京市: 6,
  苏州市: 6,
  武汉市: 5,
  宁波市: 5,
  重庆市: 4,
  西安市: 4,
  长沙市: 3,
  青岛市: 3,
  厦门市: 3,
  天津市: 3,
  郑州市: 2,
  合肥市: 2,
  温州市: 2,
  绍兴市: 1,
};

/** `share` of customers and how eagerly each buys. */
export const CUSTOMER_TYPES = {
  VIP: { share: 12, eagerness: 1 },
  Normal: { share: 73, eagerness: 0.36 },
  Enterprise: { share: 15, eagerness: 0.7 },
};

export const SURNAMES = '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕'.split('');
export const GIVEN_NAMES = (
  '伟 芳 娜 敏 静 丽 强 磊 军 洋 勇 艳 杰 娟 涛 明 超 秀英 霞 平 刚 桂英 建国 文 辉 力 梦洁 子涵 浩然 宇轩 欣怡 雨桐 ' +
  '思远 嘉怡 俊杰 诗琪 一诺 梓萱 晨曦 志强 晓东 海燕 玉兰 建华 小红 国强 春梅 立新'
).split(' ');
export const FIRST_NAMES = (
  'Alice Ben Carla David Emma Frank Grace Henry Irene Jack Karen Leo Maria Nathan Olivia Peter Quinn Rachel Samuel Tina ' +
  'Victor Wendy Xavier Yvonne Zoe'
).split(' ');
export const LAST_NAMES = (
  'Anderson Brown Carter Davis Evans Fischer Garcia Hughes Ivanov Johnson Kim Lopez Miller Nguyen Owen Parker Rossi ' +
  'Smith Tanaka Wilson'
).split(' ');
/** A company's name is a first, a second sign and an ending. */
export const COMPANY_SIGNS = [
  [...'云瀚启博盛恒中华蓝锐天信嘉远金众鼎新宏瑞'],
  [...'海逸泰通联创图思工合禾景桥诚达源丰晟科尚'],
];
export const COMPANY_ENDINGS = [
  '科技有限公司',
  '贸易有限公司',
  '文化传媒有限公司',
  '实业有限公司',
  '咨询有限公司',
  '物流有限公司',
];
export const COMPANY_NAMES_EN =
  'Bluewave Northgate Redwood Silverline Brightpath Oakfield Stonebridge Clearwater Fairview Highland'.split(' ');
export const COMPANY_ENDINGS_EN = ['Trading Ltd', 'Logistics Ltd', 'Design Studio', 'Consulting Ltd'];

/** By category: how often it comes back, and its products as `name=price in yuan`. */
export const CATEGORIES = {
  Electronics: {
    refundRate: 0.05,
    demand: 20,
    products:
      '极光无线耳机=399 星云智能手表=1299 Nova X5 手机=3999 Nova X5 Pro 手机=5699 灵犀蓝牙音箱=269 掌阅电纸书=899 迅捷移动电源=129 云镜摄像头=219 Falcon 机械键盘=459 Falcon 无线鼠标=189 晶彩27寸显示器=1399 轻羽14寸笔记本=4999 影石运动相机=2199 Pixel 平板=2599 Aero 降噪耳机=1099',
  },
  Appliances: {
    refundRate: 0.04,
    demand: 11,
    products:
      '净澈空气净化器=1599 暖阳电暖器=399 清风循环扇=249 米香电饭煲=369 极速破壁机=599 蒸享电蒸锅=199 洁净扫地机器人=2499 冰爽双门冰箱=3299 静音滚筒洗衣机=2899 鲜萃咖啡机=1199 速热电热水壶=119 柔风吹风机=329 Breeze 除湿机=899 轻熨挂烫机=279 恒温热水器=1799',
  },
  Clothing: {
    refundRate: 0.11,
    demand: 17,
    products:
      '云柔纯棉T恤=89 经典牛仔裤=259 轻暖羽绒服=799 商务衬衫=199 针织开衫=229 防晒外套=169 羊毛大衣=1099 法式连衣裙=329 休闲卫衣=189 亲肤家居服=149 保暖内衣=129 真丝围巾=239 Alpine 冲锋衣=699 百褶半身裙=179 童趣连体衣=99',
  },
  Food: {
    refundRate: 0.02,
    demand: 21,
    products:
      '西湖龙井茶叶=298 每日坚果礼盒=139 有机五常大米=89 云南小粒咖啡豆=78 手工牛肉干=69 新西兰奶粉=268 橄榄油=99 蜂蜜=88 黑巧克力=49 藜麦脆片=29 阳澄湖大闸蟹=388 桂花糕=36 金华火腿=199 混合果干=45 Alpine 矿泉水=59',
  },
  Books: {
    refundRate: 0.015,
    demand: 10,
    products:
      '数据库系统概念=99 百年孤独=55 三体全集=93 深入浅出统计学=79 Designing Data Systems=128 唐诗三百首=39 小王子=32 人类简史=68 Clean Architecture=89 儿童百科全书=168 摄影的艺术=118 中国通史=138 围城=39 The Little Gardener=45 算法图解=59',
  },
  Beauty: {
    refundRate: 0.06,
    demand: 10,
    products:
      '玫瑰保湿面霜=259 氨基酸洁面乳=79 烟酰胺精华=189 清透防晒霜=119 丝绒口红=169 樱花面膜=99 男士护理套装=149 香氛沐浴露=69 修护洗发水=89 Luna 香水=499 护手霜=39 眼霜=299 卸妆水=79 定妆粉饼=159 Luna 美容仪=1299',
  },
  Sports: {
    refundRate: 0.05,
    demand: 8,
    products:
      '疾风跑鞋=499 瑜伽垫=99 碳素羽毛球拍=369 Summit 登山包=459 折叠帐篷=599 可调哑铃=699 游泳镜=79 公路自行车=3599 跳绳=29 篮球=159 Summit 登山杖=199 速干运动裤=139 滑雪镜=329 家用跑步机=2799 飞盘=35',
  },
  Furniture: {
    refundRate: 0.07,
    demand: 5,
    products:
      '人体工学椅=1299 实木书桌=1899 北欧布艺沙发=3999 乳胶床垫=2699 原木餐桌=2299 多层书架=599 床头柜=399 升降办公桌=2199 懒人沙发=459 玄关鞋柜=799 落地灯=329 藤编茶几=899 Oslo 餐椅=499 衣帽架=199 Oslo 衣柜=3299',
  },
};

/** Relative demand of the months, January first: a quiet February, festivals in June, November and December. */
export const MONTH_DEMAND = [0.92, 0.72, 0.9, 0.95, 1.02, 1.2, 0.96, 0.94, 1.04, 1.08, 1.32, 1.18];
/** Days everyone shops, as `MM-DD`. */
export const FESTIVALS = { '06-18': 2.2, '11-11': 3, '12-12': 1.9, '01-01': 1.3, '09-09': 1.4 };
/** Sunday first. */
export const WEEKDAY_DEMAND = [1.15, 0.92, 0.9, 0.93, 0.98, 1.08, 1.2];

export const REFUND_REASONS = { quality: 30, wrong_item: 14, damaged: 18, late: 12, changed_mind: 26 };
