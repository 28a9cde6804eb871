/** Hangzhou's districts and counties, with how many schools each gets and how well they do. */
export const DISTRICTS = [
  { name: '上城区', schools: 36, quality: 78 },
  { name: '拱墅区', schools: 33, quality: 75 },
  { name: '西湖区', schools: 40, quality: 80 },
  { name: '滨江区', schools: 24, quality: 81 },
  { name: '萧山区', schools: 42, quality: 73 },
  { name: '余杭区', schools: 38, quality: 76 },
  { name: '临平区', schools: 26, quality: 72 },
  { name: '钱塘区', schools: 20, quality: 71 },
  { name: '富阳区', schools: 24, quality: 68 },
  { name: '临安区', schools: 18, quality: 65 },
  { name: '桐庐县', schools: 14, quality: 64 },
  { name: '淳安县', schools: 12, quality: 60 },
  { name: '建德市', schools: 13, quality: 62 },
];

export const SCHOOL_TYPES = {
  小学: { weight: 45, students: 1300, endings: ['小学', '实验小学', '第一小学', '第二小学', '中心小学', '外国语小学'] },
  初中: { weight: 22, students: 1150, endings: ['初级中学', '实验中学', '第一初中', '第二初中'] },
  高中: { weight: 14, students: 1700, endings: ['高级中学', '第一高中', '外国语高中'] },
  九年一贯制: { weight: 12, students: 1900, endings: ['学校', '实验学校', '外国语学校'] },
  职业学校: { weight: 7, students: 1500, endings: ['职业学校', '职业技术学校'] },
};

export const LEVEL_WEIGHTS = { A: 22, B: 40, C: 28, D: 10 };

/** First halves of invented school names; none is a real place, district or metric. */
export const SCHOOL_WORDS = (
  '明德 启航 求真 博雅 崇文 育英 青云 文澜 春晖 学海 树人 弘毅 致远 笃行 思源 知行 格致 敬业 日新 新蕾 晨曦 星辰 ' +
  '绿苑 云帆 翰林 采薇 采荷园 听涛 望江园 凤鸣 鹿鸣 鹤鸣 丹桂 玉兰 紫荆 海棠 蓝天 金穗 银杏 梧桐 香樟 竹海 荷塘 ' +
  '锦绣 星洲 丰泽 长虹 景和 瑞丰 安澜 清源 映月 朝阳 红枫 育才 勤勉 励志 志诚 诚信 友善 和谐 致和 广宇 天长 地久 正心'
).split(' ');

/** `share`: of schools that have any; `perThousand`: pieces bought at once for a thousand students. */
export const DEVICE_KINDS = {
  desktop: { share: 0.9, perThousand: 90 },
  laptop: { share: 0.7, perThousand: 45 },
  tablet: { share: 0.65, perThousand: 120 },
  projector: { share: 0.8, perThousand: 18 },
  whiteboard: { share: 0.75, perThousand: 22 },
  recorder: { share: 0.5, perThousand: 3 },
};

/** The assessment's columns with their mean in the first year. */
export const SCORES = {
  bandwidth_score: { mean: 74 },
  wifi_score: { mean: 69 },
  student_terminal_score: { mean: 66 },
  teacher_terminal_score: { mean: 78 },
  multimedia_score: { mean: 80 },
  smart_classroom_score: { mean: 58 },
  platform_score: { mean: 72 },
  resource_sharing_score: { mean: 61 },
  digital_lesson_score: { mean: 68 },
  interaction_score: { mean: 64 },
  teacher_literacy_score: { mean: 75 },
  student_literacy_score: { mean: 70 },
};
