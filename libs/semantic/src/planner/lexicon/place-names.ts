/** English names of China's provinces and larger cities, so that "Hangzhou" finds a stored 杭州市. Names as the places write them themselves. */
export const ENGLISH_OF_PLACE: Readonly<Record<string, string>> = {
  北京: 'Beijing', 天津: 'Tianjin', 上海: 'Shanghai', 重庆: 'Chongqing', 河北: 'Hebei', 山西: 'Shanxi', 辽宁: 'Liaoning', 吉林: 'Jilin', 黑龙江: 'Heilongjiang',
  江苏: 'Jiangsu', 浙江: 'Zhejiang', 安徽: 'Anhui', 福建: 'Fujian', 江西: 'Jiangxi', 山东: 'Shandong', 河南: 'Henan', 湖北: 'Hubei', 湖南: 'Hunan', 广东: 'Guangdong',
  海南: 'Hainan', 四川: 'Sichuan', 贵州: 'Guizhou', 云南: 'Yunnan', 陕西: 'Shaanxi', 甘肃: 'Gansu', 青海: 'Qinghai', 台湾: 'Taiwan', 内蒙古: 'Inner Mongolia',
  广西: 'Guangxi', 西藏: 'Tibet', 宁夏: 'Ningxia', 新疆: 'Xinjiang', 香港: 'Hong Kong', 澳门: 'Macau', 杭州: 'Hangzhou', 宁波: 'Ningbo', 温州: 'Wenzhou',
  嘉兴: 'Jiaxing', 湖州: 'Huzhou', 绍兴: 'Shaoxing', 金华: 'Jinhua', 衢州: 'Quzhou', 舟山: 'Zhoushan', 台州: 'Taizhou', 丽水: 'Lishui', 南京: 'Nanjing', 苏州: 'Suzhou',
  无锡: 'Wuxi', 常州: 'Changzhou', 南通: 'Nantong', 扬州: 'Yangzhou', 徐州: 'Xuzhou', 镇江: 'Zhenjiang', 连云港: 'Lianyungang', 盐城: 'Yancheng', 广州: 'Guangzhou',
  深圳: 'Shenzhen', 珠海: 'Zhuhai', 佛山: 'Foshan', 东莞: 'Dongguan', 中山: 'Zhongshan', 惠州: 'Huizhou', 汕头: 'Shantou', 湛江: 'Zhanjiang', 成都: 'Chengdu',
  绵阳: 'Mianyang', 乐山: 'Leshan', 武汉: 'Wuhan', 宜昌: 'Yichang', 襄阳: 'Xiangyang', 西安: "Xi'an", 咸阳: 'Xianyang', 长沙: 'Changsha', 张家界: 'Zhangjiajie',
  岳阳: 'Yueyang', 株洲: 'Zhuzhou', 郑州: 'Zhengzhou', 洛阳: 'Luoyang', 开封: 'Kaifeng', 济南: 'Jinan', 青岛: 'Qingdao', 烟台: 'Yantai', 威海: 'Weihai', 潍坊: 'Weifang',
  泰安: "Tai'an", 合肥: 'Hefei', 黄山: 'Huangshan', 芜湖: 'Wuhu', 福州: 'Fuzhou', 厦门: 'Xiamen', 泉州: 'Quanzhou', 南昌: 'Nanchang', 九江: 'Jiujiang',
  景德镇: 'Jingdezhen', 昆明: 'Kunming', 大理: 'Dali', 丽江: 'Lijiang', 贵阳: 'Guiyang', 遵义: 'Zunyi', 南宁: 'Nanning', 桂林: 'Guilin', 北海: 'Beihai', 柳州: 'Liuzhou',
  海口: 'Haikou', 三亚: 'Sanya', 沈阳: 'Shenyang', 大连: 'Dalian', 长春: 'Changchun', 哈尔滨: 'Harbin', 石家庄: 'Shijiazhuang', 唐山: 'Tangshan', 秦皇岛: 'Qinhuangdao',
  保定: 'Baoding', 承德: 'Chengde', 太原: 'Taiyuan', 大同: 'Datong', 平遥: 'Pingyao', 呼和浩特: 'Hohhot', 包头: 'Baotou', 兰州: 'Lanzhou', 敦煌: 'Dunhuang',
  西宁: 'Xining', 银川: 'Yinchuan', 乌鲁木齐: 'Urumqi', 拉萨: 'Lhasa', 台北: 'Taipei',
};
