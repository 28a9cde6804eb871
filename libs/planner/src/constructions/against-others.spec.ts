import { detectLocale } from '@querent/language';
import { BIKES } from '../fixture/bikes';
import { shapeOf } from '../fixture/shape-of';
import { readQuestion } from '../read-question';

const shape = (question: string): string =>
  shapeOf(readQuestion({ question, locale: detectLocale(question), model: BIKES, today: '2026-11-23', timezone: 'UTC', choices: [] }));

const ABOVE = 'riders | where riders with count(rides)>avg';
const MORE_THAN_ANN = 'riders | where riders with count(rides)>max of [riders.name=Ann Lee]';

describe('x', () => {
  it('y', () => {
    const qs = `
which riders took more rides than the average rider
riders with more rides than average
riders with an above-average number of rides
riders with fewer rides than the average rider
riders whose number of rides is above average
riders whose total fare is above the average of all riders
riders with more than twice the average number of rides
riders with at least half the average number of rides
gold riders with more rides than the average rider
how many riders took more rides than the average rider
which riders took more rides last year than the average rider
who took more rides than Ann Lee
riders with more rides than Ann Lee
which station has fewer rides than the Harbour station
stations with higher takings than the Harbour station
which stations had more takings than Harbour last year
cities with more stations than average
station cities with more stations than average
which station cities have more stations than Marl
months in which takings were above the monthly average
months with more rides than the average month
months in 2025 in which takings were above the monthly average
riders whose takings are more than double the average
rides whose fare is above the average fare
rides with a fare more than twice the average
骑行数高于平均水平的骑手
骑行数低于平均值的骑手
哪些站点城市的站点数比平均多
营收超过各站点平均值的站点
营收高于月均的月份
哪些月份的营收高于月平均
比Ann Lee骑行还多的骑手
骑行比Ann Lee多的骑手
骑行数比平均骑手多的骑手
谁的骑行数比Ann Lee多
骑行数超过平均值两倍的骑手
骑行数超过平均骑行数的骑手
去年骑行数高于平均的骑手
金卡骑手中骑行数高于平均的有哪些
低于平均值的站点有哪几个
哪个站点的骑行比Harbour站点少
营收比Harbour站点高的站点
骑手数比Tarn多的骑手城市
`.trim().split('\n');
    const out = qs.map((q) => `${q}\n      ${shape(q)}`).join('\n');
    require('node:fs').writeFileSync('/tmp/scratch/bounds-shapes.txt', out);
  });
});
